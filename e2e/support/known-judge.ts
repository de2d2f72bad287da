import { createHash } from "node:crypto";

/** A judge whose errors are known: how far off it is on average, and how much that varies, in points of a five-point scale. */
export interface KnownErrors {
  bias: number;
  noise: number;
}

/** By criterion; any other has no error. */
export const knownErrors: Readonly<Record<string, KnownErrors>> = {
  Clarity: { bias: 0.8, noise: 0.6 },
  Truth: { bias: -0.6, noise: 0.9 },
};

/** The share of bias and noise that examples in its prompt take away. */
export const learnedShare = 0.7;

/** The model's name under which the stand-in judges so. It reads the true score from the output: "quality 3.4". */
export const knownModel = "known-judge";

/** A standard normal number that a text always gives. */
function normalFrom(text: string): number {
  const digest = createHash("sha256").update(text).digest();
  const [radius, angle] = [(digest.readUInt32BE(0) + 1) / 2 ** 32, digest.readUInt32BE(4) / 2 ** 32];
  return Math.sqrt(-2 * Math.log(radius)) * Math.cos(2 * Math.PI * angle);
}

/** The score it gives. `left`: the share of its errors that is left, from 0 to 1. `key` identifies the text and the attempt. */
export function knownScore(asked: { quality: number; criterion: string; key: string; left: number; min?: number; max?: number }): number {
  const { quality, criterion, key, left, min = 1, max = 5 } = asked;
  const { bias, noise } = knownErrors[criterion] ?? { bias: 0, noise: 0 };
  const score = quality + left * (bias + noise * normalFrom(`${criterion}\n${key}`));
  return Math.min(max, Math.max(min, Math.round(score)));
}

/** The true score that a made-up output states; null: it states none. */
export function qualityIn(output: string): number | null {
  const stated = /quality (\d+(?:\.\d+)?)/u.exec(output)?.[1];
  return stated === undefined ? null : Number(stated);
}
