"use client";

import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import Link from "next/link";
import type { ComponentProps } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { useCurrentProject } from "./use-current-project";

/** The content of the project menu: the other projects. */
export function ProjectMenuList({ trigger }: { trigger: ComponentProps<"button"> }) {
  const current = useCurrentProject();
  const projects = useQuery(endpointQuery("listProjects", {}));
  const others = projects.data?.items.filter((candidate) => candidate.archivedAt === null) ?? [];
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger {...trigger} />
      <DropdownMenuContent align="start" className="max-w-80">
        <DropdownMenuLabel>Projects</DropdownMenuLabel>
        {others.map((other) => (
          <DropdownMenuItem key={other.id} asChild>
            <Link href={`/projects/${other.id}`}>
              <span className="min-w-0 grow truncate">{other.name}</span>
              {other.id === current?.id && <Check aria-label="this one" />}
            </Link>
          </DropdownMenuItem>
        ))}
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild>
          <Link href="/projects">All projects</Link>
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
