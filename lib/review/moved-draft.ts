import type { Scale } from "@/lib/domain/criterion";
import type { DraftContent } from "@/lib/domain/draft";
import { farScore, scoreLine } from "@/lib/domain/far-score";
import { isPreferenceScale } from "@/lib/domain/preference";
import { contradictedScore } from "./claimed-score";
import { replaceLabelInText } from "./score-text";

interface Move {
  from: number;
  to: number;
  scale: Scale;
}

/**
 * A draft with its score on the far side of the scale; its reasons stay. Its score line says the new score, and so does every other line that claims the
 * old one, be it a number, a label or an output of a pair: the workspace would point out the contradiction.
 */
export function movedDraft({ score, items }: Pick<DraftContent, "score" | "items">, scale: Scale): Pick<DraftContent, "score" | "items"> {
  const far = farScore(score, scale);
  if (score === null || far === null) return { score, items };
  const move = { from: score, to: far, scale };
  const text = (item: DraftContent["items"][number]) => (item.kind === "score" ? scoreLine(item.text, move) : claimMoved(item.text, move));
  return { score: far, items: items.map((item) => ({ ...item, text: text(item) })) };
}

/** Each pass changes one mention, so a line that mentions the old score before it claims it is changed in both places. */
function claimMoved(text: string, move: Move): string {
  if (contradictedScore(text, move.to, move.scale) !== move.from) return text;
  const next = mentionMoved(text, move);
  return next === text ? text : claimMoved(next, move);
}

function mentionMoved(text: string, { from, to, scale }: Move): string {
  if (scale.kind === "categorical") return replaceLabelInText(text, from, to, scale);
  if (isPreferenceScale(scale)) return text.replaceAll(/\[([AB])\]/gu, (_, output) => (output === "A" ? "[B]" : "[A]"));
  return scoreLine(text, { from, to, scale });
}
