"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { PageFrame } from "./page-frame";

const unframed = ["/sign-in", "/set-password", "/take-part", "/docs/api"];
const isUnframed = (pathname: string) => pathname === "/" || unframed.some((path) => pathname.startsWith(path));

/** The frame around every signed-in page except the API reference, which has its own. */
export function Shell({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  return isUnframed(pathname) ? children : <PageFrame pathname={pathname}>{children}</PageFrame>;
}
