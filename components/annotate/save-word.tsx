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

const words: Record<SaveState | "unfinished" | "conflict", Words> = {
  saved: { word: "Saved", colour: "bg-inserted" },
  unfinished: {
    word: "Unsaved text",
    colour: "bg-caution",
    hint: "Something you typed is not entered yet. It is kept in this browser.",
  },
  conflict: { word: "Choose", colour: "bg-removed", alert: "A criterion was changed here and elsewhere. Choose one of the two versions." },
  saving: { word: "Saving", colour: "bg-accent" },
  waiting: { word: "Waiting", colour: "bg-caution", alert: "The server cannot be reached. Your work is kept here and saved when it can." },
  failed: { word: "Failed", colour: "bg-removed", alert: "Something is not saved and needs your attention." },
};

interface SaveWordProps {
  state: SaveState;
  /** Text is typed and not entered. */
  unfinished: boolean;
  /** Shows the criterion whose two versions are to be chosen from; null: there is none. */
  onChoose: (() => void) | null;
}

/** The save status. It does not say "Saved" while typed text is not entered, and leads to a choice that is needed. */
export function SaveWord({ state, unfinished, onChoose }: SaveWordProps) {
  const shown = onChoose !== null ? "conflict" : unfinished && state === "saved" ? "unfinished" : state;
  const { word, colour, hint, alert } = words[shown];
  const square = shown === "failed" || shown === "conflict";
  return (
    <span className="inline-flex items-center gap-1.5 text-small text-soft" title={alert ?? hint}>
      <span
        aria-hidden
        className={cn("size-2", colour, square ? "rounded-none" : "rounded-full", state === "waiting" && "ring-2 ring-caution-soft")}
      />
      <span data-save-state={shown}>
        {onChoose === null ? (
          word
        ) : (
          <button type="button" className="rounded-mark font-medium text-removed underline underline-offset-3" onClick={onChoose}>
            {word}
          </button>
        )}
      </span>
      <span role="status" className="sr-only">
        {alert}
      </span>
    </span>
  );
}
