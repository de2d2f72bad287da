import type { SeededRandom } from "@/lib/stats";

/** A copy in random order (Fisher-Yates). */
export function shuffled<T>(values: readonly T[], random: SeededRandom): T[] {
  const copy = [...values];
  for (let last = copy.length - 1; last > 0; last--) {
    const other = random.int(last + 1);
    [copy[last], copy[other]] = [copy[other] as T, copy[last] as T];
  }
  return copy;
}
