/** How alike two are, and how much that counts. */
export interface Likeness {
  value: number;
  weight: number;
}

/**
 * An order that keeps names that are alike next to each other: average linkage, each mean weighted; two groups are joined at their most similar ends.
 * The name most like all others comes first; those compared with no other come last, in the order given.
 *
 * @param likeness the same in both directions; null: not known
 */
export function clusteredOrder(names: readonly string[], likeness: (one: string, other: string) => Likeness | null): string[] {
  const known = names.map((one) => names.map((other) => (one === other ? null : likeness(one, other))));
  const mean = (some: readonly number[], others: readonly number[]): number | null => {
    let [sum, weights] = [0, 0];
    for (const one of some) {
      for (const other of others) {
        const found = known[one]?.[other];
        sum += (found?.value ?? 0) * (found?.weight ?? 0);
        weights += found?.weight ?? 0;
      }
    }
    return weights === 0 ? null : sum / weights;
  };
  const likest = (groups: readonly number[][]) => {
    let best: { one: number[]; other: number[]; value: number } | null = null;
    for (const [place, one] of groups.entries()) {
      for (const other of groups.slice(place + 1)) {
        const value = mean(one, other);
        if (value !== null && (best === null || value > best.value)) best = { one, other, value };
      }
    }
    return best;
  };
  const joined = (one: number[], other: number[]): number[] => {
    const ways = [one, one.toReversed()].flatMap((a) => [other, other.toReversed()].map((b) => ({ a, b })));
    const atMeeting = ({ a, b }: (typeof ways)[number]) => known[a.at(-1) ?? 0]?.[b[0] ?? 0]?.value ?? Number.NEGATIVE_INFINITY;
    const [best] = byFalling(ways, atMeeting);
    return best ? [...best.a, ...best.b] : [];
  };
  let groups = [...names.keys()].map((place) => [place]);
  for (let next = likest(groups); next !== null; next = likest(groups)) {
    const { one, other } = next;
    groups = groups.flatMap((group) => (group === one ? [joined(one, other)] : group === other ? [] : [group]));
  }
  const all = [...names.keys()];
  const withAll = (place: number | undefined) => (place === undefined ? null : mean([place], all)) ?? Number.NEGATIVE_INFINITY;
  const turned = groups.map((group) => (withAll(group.at(-1)) > withAll(group[0]) ? group.toReversed() : group));
  return byFalling(turned, (group) => mean(group, group) ?? Number.NEGATIVE_INFINITY).flatMap((group) =>
    group.flatMap((place) => names[place] ?? []),
  );
}

/** The largest first; equal ones stay as they are. */
export function byFalling<T>(all: readonly T[], by: (one: T) => number): T[] {
  const ranked = all.map((one) => ({ one, value: by(one) }));
  return ranked.sort((a, b) => (a.value === b.value ? 0 : b.value - a.value)).map(({ one }) => one);
}
