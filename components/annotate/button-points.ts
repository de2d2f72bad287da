import type { Scale } from "@/lib/domain/criterion";
import { scalePoints } from "@/lib/domain/scale-points";

/** Scales with more points than this get a slider and a number field; others get buttons. */
const mostButtons = 11;

/** The points of a preference in output order: A, tie, B. */
export const preferencePoints = (scale: Scale): number[] => (scalePoints(scale) ?? []).toReversed();

/** The scale's points if each gets a button; null if the scale gets a slider. */
export function buttonPoints(scale: Scale): number[] | null {
  const points = scalePoints(scale);
  return points === null || points.length > mostButtons ? null : points;
}
