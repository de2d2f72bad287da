"use client";

import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { isWorkspace } from "./is-workspace";

const NuqsAdapter = dynamic(() => import("nuqs/adapters/next/app").then((file) => file.NuqsAdapter));

const isReport = (pathname: string): boolean => /^\/projects\/[^/]+\/report$/.test(pathname);

/**
 * Lets pages keep their choices (task, page, search) in the URL. The workspace has none and does not load the code; the report, which is the heaviest page,
 * brings it itself (report-route.tsx), since what both load would be loaded twice.
 */
export function AddressChoices({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  return isWorkspace(pathname) || isReport(pathname) ? children : <NuqsAdapter>{children}</NuqsAdapter>;
}
