"use client";

import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";

// The sign-in page needs no menus, dialogs or notices: they load with the first page behind it.
const PageFrame = dynamic(() => import("./page-frame").then((file) => file.PageFrame));

const unframed = ["/sign-in", "/set-password", "/docs/api"];
const isUnframed = (pathname: string) => pathname === "/" || unframed.some((path) => pathname.startsWith(path));

/** The frame around every signed-in page except the API reference, which has its own. */
export function Shell({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  return isUnframed(pathname) ? children : <PageFrame pathname={pathname}>{children}</PageFrame>;
}
