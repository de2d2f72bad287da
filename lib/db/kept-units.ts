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
 * The units of assignments under way, so that the next save on one need not read it. Other processes, and other verbs in this one, change units too:
 * a unit kept here is an assumption, which the statement that relies on it checks. The least recently saved assignment gives way.
 */
class KeptUnits {
  // A Map lists its keys in the order in which they were set.
  private readonly assignments = new Map<string, Map<string, { kept: KeptUnit; size: number }>>();
  private size = 0;

  constructor(private readonly limits: { all: number; one: number }) {}

  find = ({ assignmentId, criterionId }: Key): KeptUnit | undefined => this.assignments.get(assignmentId)?.get(criterionId)?.kept;

  forget({ assignmentId, criterionId }: Key): void {
    const units = this.assignments.get(assignmentId);
    this.size -= units?.get(criterionId)?.size ?? 0;
    units?.delete(criterionId);
  }

  forgetAssignment(assignmentId: string): void {
    for (const { size } of this.assignments.get(assignmentId)?.values() ?? []) this.size -= size;
    this.assignments.delete(assignmentId);
  }

  keep({ assignmentId, criterionId }: Key, kept: KeptUnit): void {
    this.forget({ assignmentId, criterionId });
    const size = sizeOf(kept);
    if (size > this.limits.one) return;
    const units = this.assignments.get(assignmentId) ?? new Map();
    this.assignments.delete(assignmentId);
    this.assignments.set(assignmentId, units.set(criterionId, { kept, size }));
    this.size += size;
    for (const id of this.assignments.keys()) {
      if (this.size <= this.limits.all) break;
      this.forgetAssignment(id);
    }
  }
}

export const newKeptUnits = (limits = { all: mostCharacters, one: mostOfOne }) => new KeptUnits(limits);

export const keptUnits = newKeptUnits();
