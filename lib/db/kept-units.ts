import "server-only";
import type { StoredUnit } from "./save-unit";

/** A unit as an earlier save of this process left it. */
export interface KeptUnit {
  unit: StoredUnit;
  evaluationId: string;
  shownDraftId: string | null;
}

interface Key {
  assignmentId: string;
  criterionId: string;
}

const keyOf = ({ assignmentId, criterionId }: Key) => `${assignmentId} ${criterionId}`;

/** About as many bytes as characters; what an action has besides its texts counts as 500. */
const mostCharacters = 32_000_000;
const mostOfOne = 1_000_000;

const sizeOf = ({ unit: { draft, actions } }: KeptUnit): number => {
  let size = 2000;
  for (const { text } of draft?.items ?? []) size += text.length;
  for (const { text, reason } of actions) size += 500 + (text?.length ?? 0) + (reason?.length ?? 0);
  return size;
};

/**
 * The units that were saved last, so that the next save on one need not read it. Other processes, and other verbs in this one, change units too:
 * a unit kept here is an assumption, which the statement that relies on it checks. The least recently saved gives way.
 */
class KeptUnits {
  // A Map lists its keys in the order in which they were set.
  private readonly units = new Map<string, { kept: KeptUnit; size: number }>();
  private size = 0;

  constructor(private readonly limits: { all: number; one: number }) {}

  find = (key: Key): KeptUnit | undefined => this.units.get(keyOf(key))?.kept;

  forget(key: Key): void {
    const name = keyOf(key);
    this.size -= this.units.get(name)?.size ?? 0;
    this.units.delete(name);
  }

  keep(key: Key, kept: KeptUnit): void {
    this.forget(key);
    const size = sizeOf(kept);
    if (size > this.limits.one) return;
    this.units.set(keyOf(key), { kept, size });
    this.size += size;
    for (const [name, { size: freed }] of this.units) {
      if (this.size <= this.limits.all) break;
      this.units.delete(name);
      this.size -= freed;
    }
  }
}

export const newKeptUnits = (limits = { all: mostCharacters, one: mostOfOne }) => new KeptUnits(limits);

export const keptUnits = newKeptUnits();
