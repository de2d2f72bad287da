"use client";

import Link from "next/link";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import type { ProjectSummary } from "@/lib/domain/project";
import { stagesFor } from "./project-pages";

interface MobilePagesDialogProps {
  project: ProjectSummary;
  current: string | undefined;
  onClose: () => void;
}

/** The project's pages on a phone, under the stages of the study. */
export function MobilePagesDialog({ project, current, onClose }: MobilePagesDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={project.name} width="narrow">
        <nav aria-label="Project" className="flex flex-col gap-4">
          {stagesFor(project.role).map(({ stage, pages }, _, { length }) => (
            <section key={stage}>
              {length > 1 && <h3 className="px-3 pb-1 text-label text-soft">{stage}</h3>}
              <ul className="grid grid-cols-2 gap-1">
                {pages.map((page) => (
                  <li key={page.segment}>
                    <Link
                      href={`/projects/${project.id}/${page.segment}`}
                      aria-current={page.segment === current ? "page" : undefined}
                      onClick={onClose}
                      className="block rounded-mark px-3 py-2.5 text-body text-soft transition-colors duration-100 hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-ink"
                    >
                      {page.label}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
      </DialogContent>
    </Dialog>
  );
}
