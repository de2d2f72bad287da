import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";

/** The pages of a project keep their choices (task, page, search) in the address. */
export default function ProjectLayout({ children }: { children: ReactNode }) {
  return <NuqsAdapter>{children}</NuqsAdapter>;
}
