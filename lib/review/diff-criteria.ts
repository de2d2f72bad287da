import type { CriterionContent } from "@/lib/domain/criterion";
import { isSameWording } from "./criteria-union";

/** What became of a criterion from one version to another; `before` null: added, `after` null: removed. */
export interface CriterionChange<T extends CriterionContent> {
  kind: "same" | "changed" | "added" | "removed";
  before: T | null;
  after: T | null;
}

/**
 * Two versions of a list, criterion by criterion, in the order of the newer one and then what was removed. Criteria belong together by name; of the
 * others, a renamed one is recognised by its definition: the same, or more than half of its words.
 */
export function diffCriteria<T extends CriterionContent>(before: readonly T[], after: readonly T[]): CriterionChange<T>[] {
  const counterparts = new Map<T, T>();
  const match = (belong: (older: T, newer: T) => boolean) => {
    for (const newer of after) {
      if (counterparts.has(newer)) continue;
      const taken = new Set(counterparts.values());
      const older = before.find((candidate) => !taken.has(candidate) && belong(candidate, newer));
      if (older !== undefined) counterparts.set(newer, older);
    }
  };
  match((older, newer) => plain(older.name) === plain(newer.name));
  match((older, newer) => plain(older.definition) !== "" && plain(older.definition) === plain(newer.definition));
  match((older, newer) => sharedWords(older.definition, newer.definition) > 0.5);
  const kept = after.map((newer): CriterionChange<T> => {
    const older = counterparts.get(newer);
    if (older === undefined) return { kind: "added", before: null, after: newer };
    const isSame = isSameWording(older, newer) && (older.group ?? null) === (newer.group ?? null);
    return { kind: isSame ? "same" : "changed", before: older, after: newer };
  });
  const found = new Set(counterparts.values());
  const removed = before.filter((older) => !found.has(older));
  return [...kept, ...removed.map((older): CriterionChange<T> => ({ kind: "removed", before: older, after: null }))];
}

const plain = (text: string) => text.trim().replace(/\s+/gu, " ").toLowerCase();

/** Words of both as a share of the words of either. */
function sharedWords(a: string, b: string): number {
  const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const [one, other] = [wordsOf(a), wordsOf(b)];
  const both = [...one].filter((word) => other.has(word)).length;
  return both === 0 ? 0 : both / (one.size + other.size - both);
}
