/**
 * 1 where the first distance between scores is the greater, -1 where the second is, 0 where they are equal on paper: in doubles, 2.2 - 1.2 is more
 * than 1, and .2 is nearer to .3 than to .1.
 *
 * @example compareDistances(2.2 - 1.2, 1) // 0
 */
export function compareDistances(one: number, other: number): number {
  const apart = one - other;
  return Math.abs(apart) < 1e-9 * Math.max(one, other) ? 0 : Math.sign(apart);
}

/** How much nearer to a target the second score is than the first. */
export function nearerBy(first: number, second: number, target: number): number {
  const [before, after] = [Math.abs(first - target), Math.abs(second - target)];
  return compareDistances(before, after) === 0 ? 0 : before - after;
}
