"use client";

import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { useKeysForDialog } from "@/components/ui/kept-keys";
import { closeUnopened, onDemand } from "@/components/ui/on-demand";
import type { ProjectSummary } from "@/lib/domain/project";

const CommandPalette = onDemand(() => import("./command-palette").then((file) => file.CommandPalette));

/** Opens the command palette, also with Ctrl-K; its code is fetched on first use. */
export function PaletteButton({ project, hidden = false }: { project: ProjectSummary | undefined; hidden?: boolean }) {
  const [open, setOpen] = useState(false);
  useKeysForDialog(open);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      setOpen((was) => !was);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <>
      {!hidden && (
        <Button variant="quiet" size="small" onClick={() => setOpen(true)} aria-keyshortcuts="Control+K" className="max-sm:hidden">
          <Search aria-hidden /> <span className="max-xl:sr-only">Go to</span> <Kbd>Ctrl K</Kbd>
        </Button>
      )}
      {open && <CommandPalette open onOpenChange={setOpen} project={project} onMissing={closeUnopened(() => setOpen(false))} />}
    </>
  );
}
