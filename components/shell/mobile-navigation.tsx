"use client";

import { Menu } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { closeUnopened, onDemand } from "@/components/ui/on-demand";
import type { ProjectSummary } from "@/lib/domain/project";

const MobilePagesDialog = onDemand(() => import("./mobile-pages-dialog").then((file) => file.MobilePagesDialog));

/** The button that lists the project's pages where the top line has no room for them. */
export function MobileNavigation({ project, current }: { project: ProjectSummary; current: string | undefined }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        aria-label="Pages of this project"
        aria-haspopup="dialog"
        aria-expanded={open}
        className="-mr-2 md:hidden"
        onPointerDown={MobilePagesDialog.prepare}
        onClick={() => setOpen(true)}
      >
        <Menu aria-hidden />
      </Button>
      {open && <MobilePagesDialog project={project} current={current} onClose={close} onMissing={closeUnopened(close)} />}
    </>
  );
}
