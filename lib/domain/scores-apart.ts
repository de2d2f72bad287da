/** How far apart two judges' scores of a unit are, as a share of the scale; labels differ wholly or not at all. */
export function scoresApart(
  { min, max }: { min: number; max: number },
  [low, high]: readonly [number, number],
  isNominal: boolean,
): number {
  if (max === min) return 0;
  return isNominal ? Number(high > low) : (high - low) / (max - min);
}
