import type { Item } from "@/lib/domain/draft";
import { swapOutputNames } from "@/lib/domain/pair-outputs";

/**
 * An annotator may see the two outputs of a pair in swapped order. Everything is stored in the sample's own order, so what the annotator sends
 * is unswapped before validation and the reply is swapped back. Swapping is its own inverse; where `swapped` is false, values pass through
 * unchanged.
 */

/** A preference between the swapped outputs. (`0 -`, because the negative of a tie would be written "-0".) */
export const swapScore = (score: number | null, swapped: boolean): number | null => (swapped && score !== null ? 0 - score : score);

/** A text with [A] and [B] exchanged. */
export const swapText = <T extends string | null>(text: T, swapped: boolean): T | string =>
  swapped && text !== null ? swapOutputNames(text) : text;

interface Swappable {
  text: string | null;
  reason: string | null;
  score: number | null;
}

/** A stored action as its annotator sees it: text, reason and score swapped. */
export const swapAction = <T extends Swappable>(action: T, swapped: boolean): T =>
  swapped
    ? { ...action, text: swapText(action.text, true), reason: swapText(action.reason, true), score: swapScore(action.score, true) }
    : action;

/** An action as its annotator made it, in the order in which it is stored: the inverse of `swapAction`. */
export const unswapAction = swapAction;

/** A draft with its lines and score swapped. */
export const swapDraft = <T extends { score: number | null; items: readonly Omit<Item, "id">[] }>(draft: T, swapped: boolean): T =>
  swapped
    ? { ...draft, score: swapScore(draft.score, true), items: draft.items.map((item) => ({ ...item, text: swapOutputNames(item.text) })) }
    : draft;

/** A pair's outputs in the order in which the annotator sees them. */
export const swapOutputs = <T extends { output: string; outputB: string | null }>(pair: T, swapped: boolean): T =>
  swapped && pair.outputB !== null ? { ...pair, output: pair.outputB, outputB: pair.output } : pair;
