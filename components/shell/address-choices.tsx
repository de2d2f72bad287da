"use client";

import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { isWorkspace } from "./is-workspace";

const NuqsAdapter = dynamic(() => import("nuqs/adapters/next/app").then((file) => file.NuqsAdapter));

/** Lets pages keep their choices (task, page, search) in the URL. The workspace has none and does not load the code. */
export function AddressChoices({ children }: { children: ReactNode }) {
  return isWorkspace(usePathname()) ? children : <NuqsAdapter>{children}</NuqsAdapter>;
}
