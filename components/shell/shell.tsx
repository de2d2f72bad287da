"use client";

import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";

// Whoever signs in first has no use for menus, dialogs and notices: they come with the first page inside.
const PageFrame = dynamic(() => import("./page-frame").then((file) => file.PageFrame));

const isOutside = (pathname: string) => pathname === "/" || pathname.startsWith("/sign-in") || pathname.startsWith("/set-password");

/** The frame round every page. Signed out there is none. */
export function Shell({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  return isOutside(pathname) ? children : <PageFrame pathname={pathname}>{children}</PageFrame>;
}
