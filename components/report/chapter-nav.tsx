"use client";

import { useSearchParams } from "next/navigation";
import { type MouseEvent, useEffect, useRef } from "react";
import type { TaskReport } from "@/lib/domain/report";
import type { ChapterChoice } from "@/lib/domain/report-chapter-names";
import { cn } from "../ui/cn";
import { chaptersOf, chapterWords } from "./chapter-names";
import { prepareChapter } from "./chapters";

interface ChapterNavProps {
  report: Pick<TaskReport, "kind">;
  open: ChapterChoice;
  onOpen: (chapter: ChapterChoice) => void;
}

/** The report's chapters as a line that stays in view. Each has its own address, with the filters as they are. */
export function ChapterNav({ report, open, onOpen }: ChapterNavProps) {
  const parameters = useSearchParams();
  const line = useRef<HTMLElement>(null);
  // On a phone the line is wider than the screen: the open chapter is moved into view, without moving the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the open chapter that moves
  useEffect(() => {
    const current = line.current?.querySelector<HTMLElement>("[aria-current]");
    if (line.current && current) line.current.scrollLeft = current.offsetLeft - (line.current.clientWidth - current.offsetWidth) / 2;
  }, [open]);
  const choose = (chapter: ChapterChoice) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen(chapter);
    const below = line.current?.nextElementSibling;
    const hidden = (below?.getBoundingClientRect().top ?? 0) < (line.current?.getBoundingClientRect().bottom ?? 0);
    // A reader deep in one chapter begins the next one at its start.
    if (hidden) below?.scrollIntoView();
  };
  const choices = [...chaptersOf(report), "all"] as const;
  return (
    <nav
      ref={line}
      aria-label="Chapters"
      data-screen-only
      className="sticky top-12 z-20 -mx-4 overflow-x-auto border-b bg-paper px-4 [scrollbar-width:none] [&+*]:scroll-mt-28"
    >
      <ol className="flex gap-5">
        {choices.map((name) => (
          <li key={name} className="shrink-0">
            <a
              href={`?${new URLSearchParams([...[...parameters].filter(([key]) => key !== "chapter"), ["chapter", name]])}`}
              aria-current={name === open ? "page" : undefined}
              onClick={choose(name)}
              onPointerEnter={() => prepareChapter(name)}
              onFocus={() => prepareChapter(name)}
              className={cn(
                "-mb-px block border-b-2 base:border-transparent px-0.5 py-2.5 text-body base:text-soft hover:text-ink focus-visible:outline-offset-[-2px] pointer-coarse:py-3",
                name === open && "border-accent font-medium text-ink",
              )}
            >
              {name === "all" ? "All" : chapterWords[name].title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
