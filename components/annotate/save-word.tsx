"use client";

import { cn } from "@/components/ui/cn";
import type { SaveState } from "@/lib/client/outbox";

const words: Record<SaveState, { word: string; colour: string; said: string }> = {
  saved: { word: "Saved", colour: "bg-inserted", said: "" },
  saving: { word: "Saving", colour: "bg-accent", said: "" },
  waiting: { word: "Waiting", colour: "bg-caution", said: "The server cannot be reached. Your work is kept here and saved when it can." },
  failed: { word: "Failed", colour: "bg-removed", said: "Something is not saved and needs you." },
};

/** The one word that says whether the server has everything. Screen readers hear of it only when it is not well. */
export function SaveWord({ state }: { state: SaveState }) {
  const { word, colour, said } = words[state];
  return (
    <span className="inline-flex items-center gap-1.5 text-small text-soft" title={said || undefined}>
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
        {said}
      </span>
    </span>
  );
}
