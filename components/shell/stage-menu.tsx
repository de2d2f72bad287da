import { ChevronDown } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { Menu, MenuLink } from "@/components/ui/menu";
import type { ProjectPage, Stage } from "./project-pages";

interface StageMenuProps {
  projectId: string;
  stage: Stage;
  pages: readonly ProjectPage[];
  current: string | undefined;
  className: string;
}

/** One stage in the top line, and a menu of its pages. */
export function StageMenu({ projectId, stage, pages, current, className }: StageMenuProps) {
  const open = pages.find((page) => page.segment === current);
  const label = (
    <>
      {stage}
      {open && <span className="sr-only">, {open.label} is open</span>}
      <ChevronDown aria-hidden className="size-3.5 shrink-0" />
    </>
  );
  return (
    <Menu label={label} align="start" listClassName="w-40" className={cn(className, open && "font-medium text-ink")}>
      {pages.map((page) => (
        <MenuLink key={page.segment} href={`/projects/${projectId}/${page.segment}`} current={page.segment === current}>
          {page.label}
        </MenuLink>
      ))}
    </Menu>
  );
}
