import { type Why, whyInWords } from "@/components/words/line-words";
import type { ActionKind } from "@/lib/domain/action";
import type { Scale } from "@/lib/domain/criterion";
import { isCategorical } from "@/lib/domain/labels";
import type { Outcome } from "@/lib/domain/outcomes";
import type { CodebookEntry } from "@/lib/domain/reason-codes";

/** The workspace's labels. */
export const outcomeNames: Record<Outcome, string> = { accept: "Accepted", revise: "Revised", remove: "Removed", add: "Added" };

export const actionNames: Record<ActionKind, string> = {
  accept: "Accepted",
  "accept-rest": "Accepted the rest",
  revise: "Revised",
  remove: "Removed",
  add: "Added a line",
  "set-score": "Set the score",
  allow: "Marked as also acceptable",
  disallow: "No longer also acceptable",
  undo: "Took back",
};

/** "Revised · made up": what happened to a line, and why. */
export function outcomeWords(outcome: Outcome, why: Why, reasons: readonly CodebookEntry[]): string {
  const words = whyInWords(why, reasons);
  return words === "" ? outcomeNames[outcome] : `${outcomeNames[outcome]} · ${words}`;
}

/** What a score is called: a choice between a pair's outputs, a label, or a score. */
export const scoreNoun = (pair: boolean, scale: Scale): "Choice" | "Label" | "Score" =>
  pair ? "Choice" : isCategorical(scale) ? "Label" : "Score";

/** Active time, without seconds from an hour on: "4 min 12 s". */
export function activeTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** "1 none · 3 loosely · 5 fits well": what the scale's described points or labels mean. */
export const scaleSummary = (scale: Scale): string =>
  scale.levels
    .filter(({ description, label }) => description !== "" || (label !== "" && !isCategorical(scale)))
    .map(({ value, label, description }) => (isCategorical(scale) ? `${label}: ${description}` : `${value} ${description || label}`))
    .join(" · ");
