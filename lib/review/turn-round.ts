import type { Item } from "@/lib/domain/draft";
import { swapSides } from "@/lib/domain/sides";

/**
 * What an annotator who sees a pair with its outputs exchanged reads and writes, turned round to the sample's own order, in which everything is
 * stored; and back, since turning twice changes nothing. Where the outputs are not exchanged it comes back as it is.
 */

/** A preference as it is when the outputs change places. (`0 -`, for the negative of a tie would be written "-0".) */
export const turnScore = (score: number | null, swapped: boolean): number | null => (swapped && score !== null ? 0 - score : score);

/** A text with [A] and [B] exchanged. */
export const turnText = <T extends string | null>(text: T, swapped: boolean): T | string =>
  swapped && text !== null ? swapSides(text) : text;

interface Turned {
  text: string | null;
  reason: string | null;
  score: number | null;
}

/** An action with its text, reason and score turned round. */
export const turnAction = <T extends Turned>(action: T, swapped: boolean): T =>
  swapped
    ? { ...action, text: turnText(action.text, true), reason: turnText(action.reason, true), score: turnScore(action.score, true) }
    : action;

/** A draft's lines and score turned round. */
export const turnDraft = <T extends { score: number | null; items: readonly Omit<Item, "id">[] }>(draft: T, swapped: boolean): T =>
  swapped
    ? { ...draft, score: turnScore(draft.score, true), items: draft.items.map((item) => ({ ...item, text: swapSides(item.text) })) }
    : draft;

/** A pair's outputs in the order in which they are seen. */
export const turnOutputs = <T extends { output: string; outputB: string | null }>(pair: T, swapped: boolean): T =>
  swapped && pair.outputB !== null ? { ...pair, output: pair.outputB, outputB: pair.output } : pair;
