import type { ItemKind } from "@/lib/domain/draft";
import { reasonLabel } from "@/lib/domain/reason-book";
import type { CodebookEntry, ReasonCode } from "@/lib/domain/reason-codes";

/** What the lines of a draft are called. */
export const kindNames: Record<ItemKind, string> = {
  conclusion: "Conclusion",
  score: "Score",
  evidence: "Evidence",
  explanation: "Explanation",
  heading: "Heading",
  criterion: "Criterion",
};

/** The reason for a change, as it was given. */
export interface Why {
  reasonCode: ReasonCode | null;
  reason: string | null;
}

/** "made up: there is no such sentence" */
export const whyInWords = ({ reasonCode, reason }: Why, reasons: readonly CodebookEntry[]): string =>
  [reasonCode && reasonLabel(reasons, reasonCode), reason].filter(Boolean).join(": ");
