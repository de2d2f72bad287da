import "server-only";
import { type AliasableExpression, expressionBuilder, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import type { Arm } from "@/lib/domain/assignment";
import { type placesByBytes, viewOf } from "./packed";
import { unitAsShown } from "./unit-arm";

const eb = expressionBuilder<DB & { a: DB["assignments"] }, "a" | "assignments">();

/** The ratings of the assignment that a statement changes, as the database has them now. */
export const packedNow = sql<Buffer>`pack_ratings(${eb.ref("assignments.id")})`;

/** Ratings of one assignment that no draft was shown to, from their parts in an import. */
export const packedTogether = (
  position: AliasableExpression<number>,
  score: AliasableExpression<number | null>,
  ms: AliasableExpression<number | null>,
) => sql<Buffer>`int4send(count(${score})::int) || coalesce(string_agg(pack_rating(${position}, ${score}, ${ms}, false, null), ''), '')`;

/** The ratings of submitted assignment `a`; read one by one where they were not packed. */
export const packedRatings = sql<Buffer>`coalesce(${eb.ref("a.packedRatings")}, pack_ratings(${eb.ref("a.id")}))`;

/** When assignment `a` was submitted. The reader works out its day: PostgreSQL would spend a tenth of the statement's time on it. */
const submitted = sql`timestamptz_send(coalesce(${eb.ref("a.submittedAt")}, '-infinity'))`;

/** Submitted assignment `a`: its sample, its time and its ratings. */
export const packedAssignment = sql`uuid_send(${eb.ref("a.sampleId")}) || ${submitted} || ${packedRatings}`;

/** The submitted assignments of one person in one arm, one after the other. */
export interface PackedWork {
  raterId: string;
  arm: Arm;
  imported: boolean;
  runId: string | null;
  again: boolean;
  work: Buffer;
}

/** A person's ratings by one criterion. */
export interface WorkGroup {
  raterId: string;
  criterionId: string;
  ratedIn: Arm;
  samples: Int32Array;
  scores: Float64Array;
  work: {
    /** In milliseconds; NaN: not known. */
    durations: Float64Array;
    /** When the assignment was submitted, in days since 1970 (UTC); -1: not known. */
    days: Int32Array;
    /** Scores before the draft was shown, NaN where there was none; empty in other arms. */
    firsts: Float64Array;
    /** The run whose draft was shown. */
    shownRun: string | null;
    /** Whether this is a second round. */
    again: boolean;
  };
}

/**
 * The ratings of packed work. Those of samples and by criteria that are not among the given ones, by their places and their positions, are left out.
 */
export function unpackedWork(
  packed: readonly PackedWork[],
  { placeOf, criteria }: { placeOf: ReturnType<typeof placesByBytes>; criteria: ReadonlyMap<number, string> },
): WorkGroup[] {
  const lists = new Map<string, WorkLists>();
  const works = packed.map(({ raterId, runId, again, work, ...unit }) => {
    const listsOf = (isShown: boolean) => {
      const { arm, isDrafted } = unitAsShown(unit, isShown);
      const common = { raterId, ratedIn: arm, shownRun: isDrafted ? runId : null, again };
      const key = JSON.stringify(common);
      const own = lists.get(key) ?? new WorkLists(common, criteria);
      lists.set(key, own);
      return own;
    };
    return { parts: viewOf(work), imported: unit.imported, shown: listsOf(true), unshown: listsOf(false) };
  });
  for (const { parts, shown, unshown } of works) {
    for (let at = 0; at < parts.byteLength; ) {
      let left = parts.getInt32(at + 24);
      for (at += 28; left > 0; left--) {
        const flags = parts.getUint8(at);
        at += (flags & 2) === 0 ? 1 : 9;
        const own = (flags & 1) === 0 ? unshown : shown;
        own.count(parts.getInt32(at));
        at += 16;
      }
    }
  }
  for (const { parts, imported, shown, unshown } of works) {
    for (let at = 0; at < parts.byteLength; ) {
      const sample = placeOf(parts, at);
      const day = dayAt(parts, at + 16);
      let left = parts.getInt32(at + 24);
      for (at += 28; left > 0; left--) {
        const flags = parts.getUint8(at);
        const hasFirst = (flags & 2) !== 0;
        const first = hasFirst ? parts.getFloat64(at + 1) : Number.NaN;
        at += hasFirst ? 9 : 1;
        const ms = parts.getInt32(at + 12);
        // In the workspace, zero means that no time was measured.
        const duration = ms < 0 || (ms === 0 && !imported) ? Number.NaN : ms;
        const own = (flags & 1) === 0 ? unshown : shown;
        if (sample >= 0) own.add(parts.getInt32(at), sample, parts.getFloat64(at + 4), first, duration, day);
        at += 16;
      }
    }
  }
  return [...lists.values()].flatMap((own) => own.groups());
}

const dayMicroseconds = 86_400_000_000;
/** That of PostgreSQL's first day, 1 January 2000, since 1970. */
const firstDay = 10_957;

/** The day (UTC) of the time, in PostgreSQL's own form, that begins somewhere; -1: it is not known. */
function dayAt(bytes: DataView, at: number): number {
  const high = bytes.getInt32(at);
  return high === -(2 ** 31) ? -1 : firstDay + Math.floor((high * 2 ** 32 + bytes.getUint32(at + 4)) / dayMicroseconds);
}

/** One person's ratings in one arm, by criterion. All are counted before the first is added. */
class WorkLists {
  /** By the criterion's position. */
  readonly #counts: number[] = [];
  readonly #lists: WorkList[] = [];

  constructor(
    readonly common: { raterId: string; ratedIn: Arm; shownRun: string | null; again: boolean },
    readonly criteria: ReadonlyMap<number, string>,
  ) {}

  count(criterion: number): void {
    this.#counts[criterion] = (this.#counts[criterion] ?? 0) + 1;
  }

  add(criterion: number, sample: number, score: number, first: number, duration: number, day: number): void {
    const own = this.#lists[criterion] ?? this.#begin(criterion);
    if (own === null) return;
    const at = own.length++;
    own.samples[at] = sample;
    own.scores[at] = score;
    own.durations[at] = duration;
    own.days[at] = day;
    if (own.firsts.length > 0) own.firsts[at] = first;
  }

  #begin(criterion: number): WorkList | null {
    const criterionId = this.criteria.get(criterion);
    if (criterionId === undefined) return null;
    const own = new WorkList(criterionId, this.#counts[criterion] as number, this.common.ratedIn === "blind-then-drafted");
    this.#lists[criterion] = own;
    return own;
  }

  groups(): WorkGroup[] {
    const { raterId, ratedIn, shownRun, again } = this.common;
    // A position of no criterion has no list.
    return this.#lists.flatMap((own) => {
      const { samples, scores, ...work } = own.ended();
      return [{ raterId, criterionId: own.criterionId, ratedIn, samples, scores, work: { ...work, shownRun, again } }];
    });
  }
}

class WorkList {
  length = 0;
  readonly samples: Int32Array;
  readonly scores: Float64Array;
  readonly durations: Float64Array;
  readonly days: Int32Array;
  readonly firsts: Float64Array;

  constructor(
    readonly criterionId: string,
    size: number,
    hasFirsts: boolean,
  ) {
    this.samples = new Int32Array(size);
    this.scores = new Float64Array(size);
    this.durations = new Float64Array(size);
    this.days = new Int32Array(size);
    this.firsts = new Float64Array(hasFirsts ? size : 0);
  }

  ended() {
    const { length, samples, scores, durations, days, firsts } = this;
    const cut = <T extends Int32Array | Float64Array>(list: T) => list.subarray(0, length) as T;
    return { samples: cut(samples), scores: cut(scores), durations: cut(durations), days: cut(days), firsts: cut(firsts) };
  }
}
