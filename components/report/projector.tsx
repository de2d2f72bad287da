"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../ui/button";
import { usePageKeys } from "../ui/use-page-keys";

interface ProjectorProps {
  /** Whether panels are shown one at a time, in large type. */
  on: boolean;
  onEnd: () => void;
  children: ReactNode;
}

const panelsIn = (part: HTMLElement | null): HTMLElement[] => [...(part?.querySelectorAll<HTMLElement>("[data-panel]") ?? [])];

/** For a room: one panel of the report at a time, in large type, turned by the arrow keys. What is around the report is hidden by app/globals.css. */
export function Projector({ on, onEnd, children }: ProjectorProps) {
  const part = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const [count, setCount] = useState(0);
  // After every render, because panels come and go with the data.
  useEffect(() => {
    const panels = panelsIn(part.current);
    setCount(panels.length);
    for (const [index, panel] of panels.entries()) panel.toggleAttribute("data-current", on && index === Math.min(at, panels.length - 1));
  });
  const turn = (by: number) => {
    setAt(Math.min(Math.max(at + by, 0), Math.max(count - 1, 0)));
    window.scrollTo({ top: 0 });
  };
  const end = () => {
    setAt(0);
    onEnd();
  };
  usePageKeys(on ? { arrowright: () => turn(1), arrowleft: () => turn(-1), escape: end } : {});
  return (
    <div ref={part} data-projector={on || undefined} className={on ? "pb-16" : undefined}>
      {/* The report's own headline is hidden with its panel. */}
      {on && at > 0 && <h1 className="sr-only">Report</h1>}
      {children}
      {on && (
        <div
          role="toolbar"
          aria-label="Projector"
          className="fixed inset-x-0 bottom-0 flex items-center justify-center gap-3 border-t bg-card px-4 py-2 text-small text-soft print:hidden"
        >
          <Button size="small" aria-keyshortcuts="ArrowLeft" disabled={at === 0} onClick={() => turn(-1)}>
            ← Previous
          </Button>
          <span role="status">
            {Math.min(at + 1, count)} of {count}
          </span>
          <Button size="small" aria-keyshortcuts="ArrowRight" disabled={at >= count - 1} onClick={() => turn(1)}>
            Next →
          </Button>
          <Button size="small" variant="quiet" aria-keyshortcuts="Escape" onClick={end}>
            Close (Esc)
          </Button>
        </div>
      )}
    </div>
  );
}
