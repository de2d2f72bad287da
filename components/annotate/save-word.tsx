"use client";

import { cn } from "@/components/ui/cn";
import type { SaveState } from "@/lib/client/outbox";

interface Words {
  word: string;
  colour: string;
  hint?: string;
  /** Also announced to screen readers. */
  alert?: string;
}

const words: Record<SaveState | "unfinished", Words> = {
  saved: { word: "Saved", colour: "bg-inserted" },
  unfinished: {
    word: "Unfinished",
    colour: "bg-caution",
    hint: "Something you typed is not entered yet. It is kept in this browser.",
  },
  saving: { word: "Saving", colour: "bg-accent" },
  waiting: { word: "Waiting", colour: "bg-caution", alert: "The server cannot be reached. Your work is kept here and saved when it can." },
  failed: { word: "Failed", colour: "bg-removed", alert: "Something is not saved and needs your attention." },
};

/** The save status. It does not say "Saved" while typed text is not entered. */
export function SaveWord({ state, unfinished }: { state: SaveState; unfinished: boolean }) {
  const { word, colour, hint, alert } = words[unfinished && state === "saved" ? "unfinished" : state];
  return (
    <span className="inline-flex items-center gap-1.5 text-small text-soft" title={alert ?? hint}>
      <span
        aria-hidden
        className={cn(
          "size-2",
          colour,
          state === "failed" ? "rounded-none" : "rounded-full",
          state === "waiting" && "ring-2 ring-caution-soft",
        )}
      />
      <span data-save-state={state}>{word}</span>
      <span role="status" className="sr-only">
        {alert}
      </span>
    </span>
  );
}
