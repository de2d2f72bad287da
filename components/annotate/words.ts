import type { ActionKind } from "@/lib/domain/action";
import type { Scale } from "@/lib/domain/criterion";
import type { ItemKind } from "@/lib/domain/draft";
import { isCategorical, scoreText } from "@/lib/domain/labels";
import type { Outcome } from "@/lib/domain/outcomes";
import { preferenceOf } from "@/lib/domain/pair-outputs";
import { reasonLabel } from "@/lib/domain/reason-book";
import type { CodebookEntry, ReasonCode } from "@/lib/domain/reason-codes";

/** The workspace's labels. */
export const kindNames: Record<ItemKind, string> = {
  conclusion: "Conclusion",
  score: "Score",
  evidence: "Evidence",
  explanation: "Explanation",
  heading: "Heading",
  criterion: "Criterion",
};

export const outcomeNames: Record<Outcome, string> = { accept: "Accepted", revise: "Revised", remove: "Removed", add: "Added" };

export const actionNames: Record<ActionKind, string> = {
  accept: "Accepted",
  "accept-rest": "Accepted the rest",
  revise: "Revised",
  remove: "Removed",
  add: "Added a line",
  "set-score": "Set the score",
  undo: "Took back",
};

/** "Revised · made up": what happened to a line, and why. */
export function outcomeWords(outcome: Outcome, why: Why, reasons: readonly CodebookEntry[]): string {
  const words = whyInWords(why, reasons);
  return words === "" ? outcomeNames[outcome] : `${outcomeNames[outcome]} · ${words}`;
}

interface Why {
  reasonCode: ReasonCode | null;
  reason: string | null;
}

/** "made up: there is no such sentence" */
export const whyInWords = ({ reasonCode, reason }: Why, reasons: readonly CodebookEntry[]): string =>
  [reasonCode && reasonLabel(reasons, reasonCode), reason].filter(Boolean).join(": ");

const preferenceNames = { A: "A", tie: "Tie", B: "B" } as const;

/** A score as it is shown: its label on a categorical scale; for a pair, the preferred output. */
export const scoreName = (score: number, pair: boolean, scale: Scale): string =>
  pair ? preferenceNames[preferenceOf(score)] : scoreText(scale, score);

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
