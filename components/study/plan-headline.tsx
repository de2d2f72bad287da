"use client";

import { type ReactNode, useEffect } from "react";
import type { PlanContent, PlanPreview } from "@/lib/domain/study-plan";
import { Button } from "../ui/button";
import { Kbd } from "../ui/kbd";
import { RedlinedText } from "../ui/redlined-text";
import { Skeleton } from "../ui/skeleton";
import { changeCost } from "./change-cost";
import { choiceLabels, choiceText } from "./choice-words";
import type { LastChange } from "./use-draft-plan";

interface PlanHeadlineProps {
  /** What the plan is about, in one quiet line. */
  about: ReactNode;
  content: PlanContent;
  preview: PlanPreview | undefined;
  before: PlanPreview | undefined;
  lastChange: LastChange | null;
  actions: ReactNode;
  onKeep: () => void;
  onUndo: () => void;
}

/** The plan as a sentence, with the last change as a correction in it. */
export function PlanHeadline({ about, content, preview, before, lastChange, actions, onKeep, onUndo }: PlanHeadlineProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pb-6">
      <div className="min-w-0 max-w-4xl">
        <p className="pb-2 text-small text-soft">{about}</p>
        {preview === undefined ? (
          <>
            <h1 className="sr-only">Study plan</h1>
            <Skeleton className="h-16 w-full max-w-3xl" />
          </>
        ) : (
          <h1 className="text-headline wrap-anywhere">
            <RedlinedText before={before?.sentence ?? preview.sentence} after={preview.sentence} />
          </h1>
        )}
        {lastChange !== null && (
          <Correction {...{ content, lastChange, onKeep, onUndo }} cost={before && preview ? changeCost(before, preview) : ""} />
        )}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}

interface CorrectionProps {
  content: PlanContent;
  lastChange: LastChange;
  cost: string;
  onKeep: () => void;
  onUndo: () => void;
}

function Correction({ content, lastChange: { field, before }, cost, onKeep, onUndo }: CorrectionProps) {
  useCorrectionKeys(onKeep, onUndo);
  const [was, is] = [choiceText(field, before), choiceText(field, content)];
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-3 text-small text-soft">
      <span>
        Last change:{" "}
        <span className="font-medium text-ink">
          {choiceLabels[field]}
          {was === is ? "" : `, ${was} to ${is}`}.
        </span>{" "}
        {cost}
      </span>
      <Button variant="quiet" size="small" aria-keyshortcuts="Enter" onClick={onKeep}>
        Keep <Kbd>↵</Kbd>
      </Button>
      <Button variant="quiet" size="small" aria-keyshortcuts="Z" onClick={onUndo}>
        Undo <Kbd>Z</Kbd>
      </Button>
    </p>
  );
}

/** Enter keeps the change and Z undoes it, in a field for a number as well as outside all fields. */
function useCorrectionKeys(onKeep: () => void, onUndo: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !isFree(event.target)) return;
      const perform = event.key === "Enter" ? onKeep : event.key.toLowerCase() === "z" ? onUndo : null;
      if (perform === null) return;
      event.preventDefault();
      perform();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [onKeep, onUndo]);
}

const isFree = (target: EventTarget | null) =>
  target === document.body ||
  (target instanceof HTMLElement && target.id === "main") ||
  (target instanceof HTMLInputElement && (target.type === "radio" || target.inputMode === "numeric" || target.inputMode === "decimal"));
