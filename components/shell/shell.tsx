"use client";

import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";

// Whoever signs in first has no use for menus, dialogs and notices: they come with the first page inside.
const PageFrame = dynamic(() => import("./page-frame").then((file) => file.PageFrame));

const unframed = ["/sign-in", "/set-password", "/docs/api"];
const isUnframed = (pathname: string) => pathname === "/" || unframed.some((path) => pathname.startsWith(path));

/** The frame around every page that is opened signed in, except the API reference, which brings its own. */
export function Shell({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  return isUnframed(pathname) ? children : <PageFrame pathname={pathname}>{children}</PageFrame>;
}
