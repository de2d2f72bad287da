import type { Scale, ScaleLevel } from "@/lib/domain/criterion";
import { levelsFor } from "./scale-words";

type Steps = Pick<Scale, "min" | "max" | "step">;
const keyOf = ({ min, max, step }: Steps) => `${min} ${max} ${step}`;

/**
 * Keeps what levels mean apart for each scale tried in a dialog. Another scale starts without texts, because "5" of 1 to 10 is not what "5" of
 * 1 to 5 was; going back to a scale brings back what was written for it.
 */
export function newLevelMemory(scale: Scale) {
  const written = new Map<string, readonly ScaleLevel[]>([[keyOf(scale), scale.levels]]);
  let current = keyOf(scale);
  return {
    /** The levels of the new scale; `levels` are those of the scale left. */
    turnTo(next: Steps, levels: readonly ScaleLevel[]): ScaleLevel[] {
      written.set(current, levels);
      current = keyOf(next);
      return levelsFor(next, written.get(current) ?? []);
    },
  };
}
