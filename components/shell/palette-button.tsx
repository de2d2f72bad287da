"use client";

import { Search } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import type { ProjectSummary } from "@/lib/domain/project";

// React's lazy rather than Next's, which would make every page prefetch it.
const CommandPalette = lazy(() => import("./command-palette").then((file) => ({ default: file.CommandPalette })));

/** Opens the command palette, also with Ctrl-K; its code is fetched on first use. */
export function PaletteButton({ project, hidden = false }: { project: ProjectSummary | undefined; hidden?: boolean }) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      setWanted(true);
      setOpen((was) => !was);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
  const show = () => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <>
      {!hidden && (
        <Button variant="quiet" size="small" onClick={show} aria-keyshortcuts="Control+K" className="max-sm:hidden">
          <Search aria-hidden /> <span className="max-xl:sr-only">Go to</span> <Kbd>Ctrl K</Kbd>
        </Button>
      )}
      {wanted && (
        <Suspense>
          <CommandPalette open={open} onOpenChange={setOpen} project={project} />
        </Suspense>
      )}
    </>
  );
}
