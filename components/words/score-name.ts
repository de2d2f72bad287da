import type { Scale } from "@/lib/domain/criterion";
import { scoreText } from "@/lib/domain/labels";
import { preferenceOf } from "@/lib/domain/pair-outputs";

const preferenceNames = { A: "A", tie: "Tie", B: "B" } as const;

/** A score as it is shown: its label on a categorical scale; for a pair, the preferred output. */
export const scoreName = (score: number, pair: boolean, scale: Scale): string =>
  pair ? preferenceNames[preferenceOf(score)] : scoreText(scale, score);

/** Several scores as they are shown: "3, 5"; "none". */
export const scoreNames = (scores: readonly number[], scale: Scale): string =>
  scores.map((score) => scoreText(scale, score)).join(", ") || "none";
