import type { Scale } from "@/lib/domain/criterion";
import { scalePoints } from "@/lib/domain/scale-points";

/** More points than this are a slider and a number; fewer are buttons. */
const mostButtons = 11;

/** The points of a preference in the order of the outputs: A, tie, B. */
export const preferencePoints = (scale: Scale): number[] => (scalePoints(scale) ?? []).toReversed();

/** The points of a scale that gets a button each; null where it gets a slider. */
export function buttonPoints(scale: Scale): number[] | null {
  const points = scalePoints(scale);
  return points === null || points.length > mostButtons ? null : points;
}
