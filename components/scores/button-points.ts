import type { Scale } from "@/lib/domain/criterion";
import { isCategorical } from "@/lib/domain/labels";
import { scalePoints } from "@/lib/domain/scale-points";

/** Scales with more points than this get a slider and a number field; others get buttons. */
const mostButtons = 11;

/** The points of a preference in output order: A, tie, B. */
export const preferencePoints = (scale: Scale): number[] => (scalePoints(scale) ?? []).toReversed();

/** The scale's points if each gets a button, as labels always do; null if the scale gets a slider. */
export function buttonPoints(scale: Scale): number[] | null {
  const points = scalePoints(scale);
  return points === null || (points.length > mostButtons && !isCategorical(scale)) ? null : points;
}

/** With more choices than number keys, 0 moves the focus to the labels, where typing finds one. */
export const mostNumberKeys = 9;

/** The key that chooses the button at this place; null if it has none. */
export const keyOfPlace = (place: number): string | null => (place < mostNumberKeys ? String(place + 1) : null);
