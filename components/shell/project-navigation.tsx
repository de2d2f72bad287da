"use client";

import Link from "next/link";
import { cn } from "@/components/ui/cn";
import type { Role } from "@/lib/domain/policy";
import { pagesFor } from "./project-pages";

interface ProjectNavigationProps {
  projectId: string;
  role: Role;
  current: string | undefined;
  /** Vertical in the phone's menu, otherwise along the top line. */
  direction: "across" | "down";
  onNavigate?: () => void;
}

/** The project pages the role allows. */
export function ProjectNavigation({ projectId, role, current, direction, onNavigate }: ProjectNavigationProps) {
  return (
    <nav aria-label="Project" className={direction === "across" ? "max-lg:hidden" : undefined}>
      <ul className={cn("flex", direction === "across" ? "items-center gap-0.5" : "flex-col gap-1")}>
        {pagesFor(role).map((page) => (
          <li key={page.segment}>
            <Link
              href={`/projects/${projectId}/${page.segment}`}
              aria-current={page.segment === current ? "page" : undefined}
              onClick={onNavigate}
              className={cn(
                "block rounded-mark text-soft transition-colors duration-100 hover:bg-sunken hover:text-ink aria-[current=page]:text-ink",
                direction === "across"
                  ? "px-2 py-1 text-small aria-[current=page]:font-medium"
                  : "px-3 py-2.5 text-body aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium",
              )}
            >
              {page.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
