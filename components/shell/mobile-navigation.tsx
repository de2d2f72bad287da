"use client";

import { Menu } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import type { ProjectSummary } from "@/lib/domain/project";

const load = () => import("./mobile-pages-dialog").then((file) => ({ default: file.MobilePagesDialog }));
const MobilePagesDialog = lazy(load);

/** The button that lists the project's pages where the top line has no room for them. */
export function MobileNavigation({ project, current }: { project: ProjectSummary; current: string | undefined }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        aria-label="Pages of this project"
        aria-haspopup="dialog"
        aria-expanded={open}
        className="-mr-2 md:hidden"
        onPointerDown={load}
        onClick={() => setOpen(true)}
      >
        <Menu aria-hidden />
      </Button>
      {open && (
        <Suspense>
          <MobilePagesDialog project={project} current={current} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
