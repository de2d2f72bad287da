import "server-only";
import { sql } from "kysely";
import { armNames, emptyColumns, placesOf, type RatingColumns } from "@/lib/domain/rating-columns";
import { db } from "./client";
import { jsonOf } from "./json";
import { plainDrafts } from "./newest-drafts";
import { packedBytes, packedRows, placesByBytes, viewOf } from "./packed";
import { type PackedWork, packedAssignment, unpackedWork, type WorkGroup } from "./packed-ratings";
import { isFirstInArm, isSubmittedWork, type WorkKind, workKinds } from "./work-in-arms";

/** A task's samples by their index in the report, with the index of the first sample that has the same input. */
export const placedSamples = (taskId: string) =>
  db()
    .selectFrom(({ selectFrom }) =>
      selectFrom("samples")
        .select(["id", "inputKey"])
        .select(({ ref }) => sql<number>`row_number() over (order by ${ref("position")}, ${ref("id")}) - 1`.as("sample"))
        .where("taskId", "=", taskId)
        .as("s"),
    )
    .select(["s.id", "s.sample"])
    .select(({ fn }) =>
      fn
        .min("s.sample")
        .over((over) => over.partitionBy("s.inputKey"))
        .as("input"),
    );

/** A judge's drafts on a criterion in one plain run, those that the protocol discarded (`dropped`) apart. NaN: without a score. */
export interface DraftGroup extends Pick<WorkGroup, "raterId" | "criterionId" | "samples" | "scores"> {
  ratedIn: null;
  work: null;
  runId: string;
  dropped: boolean;
}

type Placed = ReadonlyMap<string, number>;

/**
 * The ratings by a criteria set as soon as their samples are known, by rater and criterion: submitted assignments, and each judge's drafts in plain
 * runs; and which kinds of work there are.
 */
export async function readRatingGroups(
  criteriaSetId: string,
  samples: Promise<Placed>,
  positions: Promise<ReadonlyMap<number, string>>,
): Promise<{ work: WorkGroup[]; kinds: WorkKind[]; drafts: DraftGroup[] }> {
  const placeOf = samples.then(placesByBytes);
  // People's are unpacked while the database still gathers drafts.
  const [people, drafts] = await Promise.all([
    Promise.all([packedWork(criteriaSetId), placeOf, positions]).then(([packed, of, criteria]) => ({
      work: unpackedWork(packed, { placeOf: of, criteria }),
      kinds: workKinds(packed),
    })),
    Promise.all([packedDrafts(criteriaSetId), placeOf]).then(([packed, of]) => unpackedDrafts(packed, of)),
  ]);
  return { ...people, drafts };
}

/**
 * The ratings of a task: from submitted assignments and from each judge's newest draft of a unit, if they have a score. Raters and criteria that are not
 * among the given ones are left out.
 */
export function ratingColumnsOf(
  { work, drafts }: { work: readonly WorkGroup[]; drafts: readonly DraftGroup[] },
  places: { raters: Placed; criteria: Placed; samples: Placed },
): RatingColumns {
  const isCurrent = newestOfUnits(places.samples.size);
  const inOrder = orders();
  const groups = [...work.filter((group) => !group.work?.again), ...drafts].flatMap((group) => {
    const [rater, criterion] = [places.raters.get(group.raterId), places.criteria.get(group.criterionId)];
    if (rater === undefined || criterion === undefined) return [];
    const { samples, ratedIn } = group;
    const kept =
      ratedIn === null ? inSampleOrder(placesOf(samples.length, isCurrent(`${rater} ${criterion}`, group)), samples) : inOrder(samples);
    return [{ ...group, rater, criterion, arm: ratedIn === null ? -1 : armNames.indexOf(ratedIn), kept }];
  });
  groups.sort(asInReport);
  const columns = emptyColumns(groups.reduce((sum, { kept }) => sum + kept.length, 0));
  let from = 0;
  for (const { rater, criterion, arm, samples, scores, work: own, kept } of groups) {
    const to = from + kept.length;
    columns.rater.fill(rater, from, to);
    columns.criterion.fill(criterion, from, to);
    columns.arm.fill(arm, from, to);
    const copy = isInPlace(kept) && kept.length === samples.length ? copyAll : copyPlaces;
    copy(samples, columns.sample.subarray(from, to), kept);
    copy(scores, columns.score.subarray(from, to), kept);
    if (own) {
      copy(own.durations, columns.durationMs.subarray(from, to), kept);
      copy(own.days, columns.day.subarray(from, to), kept);
    } else {
      columns.durationMs.fill(Number.NaN, from, to);
      columns.day.fill(-1, from, to);
    }
    from = to;
  }
  return columns;
}

/** As in the report's lists: sums of a copy of the study, which has other ids, must not be rounded otherwise. */
export const asInReport = (a: GroupPlace, b: GroupPlace): number => a.rater - b.rater || a.criterion - b.criterion || a.arm - b.arm;
type GroupPlace = Record<"rater" | "criterion" | "arm", number>;

/** Copies the numbers at these places. */
function copyPlaces<T extends Int32Array | Float64Array>(list: T, to: T, places: Int32Array): void {
  for (let n = 0; n < places.length; n++) to[n] = list[places[n] as number] as number;
}

const copyAll = <T extends Int32Array | Float64Array>(list: T, to: T) => to.set(list);

/** Whether these are the first places of a list, in their order. */
function isInPlace(places: Int32Array): boolean {
  for (let n = 0; n < places.length; n++) if (places[n] !== n) return false;
  return true;
}

/** All places of a list in the order of their samples. What one person rated by several criteria is mostly the same samples, which are put in order once. */
export function orders(): (samples: Int32Array) => Int32Array {
  let known: Record<"samples" | "order", Int32Array> = { samples: new Int32Array(), order: new Int32Array() };
  return (samples) => {
    if (!areEqual(samples, known.samples))
      known = {
        samples,
        order: inSampleOrder(
          placesOf(samples.length, () => true),
          samples,
        ),
      };
    return known.order;
  };
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Int32Array) => Buffer.from(buffer, byteOffset, byteLength);
const areEqual = (one: Int32Array, other: Int32Array): boolean => bytesOf(one).equals(bytesOf(other));

/** The places in the order of their samples. The database joins rows in the order of random ids. */
export function inSampleOrder(places: Int32Array, samples: Int32Array): Int32Array {
  const sampleAt = (n: number) => samples[places[n] as number] as number;
  let [last, isOrdered] = [-1, true];
  for (let n = 0; n < places.length; n++) {
    isOrdered &&= n === 0 || sampleAt(n - 1) <= sampleAt(n);
    last = Math.max(last, sampleAt(n));
  }
  if (isOrdered) return places;
  // Where each sample's places begin, found by counting: comparing takes several times as long.
  const starts = new Int32Array(last + 2);
  for (let n = 0; n < places.length; n++) starts[sampleAt(n) + 1] = (starts[sampleAt(n) + 1] as number) + 1;
  for (let sample = 1; sample < starts.length; sample++) starts[sample] = (starts[sample] as number) + (starts[sample - 1] as number);
  const ordered = new Int32Array(places.length);
  for (let n = 0; n < places.length; n++) {
    const sample = sampleAt(n);
    const at = starts[sample] as number;
    ordered[at] = places[n] as number;
    starts[sample] = at + 1;
  }
  return ordered;
}

/**
 * Which of a judge's drafts on a criterion count, asked run by run from the newest: the first of each sample, if it has a score. A draft without a score
 * or discarded replaces older ones all the same.
 */
function newestOfUnits(sampleCount: number) {
  const seen = new Map<string, Uint8Array>();
  return (of: string, { samples, scores, dropped }: DraftGroup) => {
    const own = seen.get(of) ?? new Uint8Array(sampleCount);
    seen.set(of, own);
    return (at: number): boolean => {
      const sample = samples[at] as number;
      const isNewest = own[sample] === 0;
      own[sample] = 1;
      return isNewest && !dropped && !Number.isNaN(scores[at]);
    };
  };
}

/** People's submitted work, second rounds included. */
const packedWork = (criteriaSetId: string): Promise<PackedWork[]> =>
  packedRows(
    db()
      .selectFrom(({ selectFrom }) =>
        selectFrom("assignments as a")
          .select((eb) => [
            ...(["a.annotatorId as raterId", "a.arm", "a.runId"] as const),
            eb("a.importId", "is not", null).$castTo<boolean>().as("imported"),
            eb("a.round", ">", 0).$castTo<boolean>().as("again"),
            packedBytes(packedAssignment).as("work"),
          ])
          .where("a.criteriaSetId", "=", criteriaSetId)
          .where(isSubmittedWork)
          .where(isFirstInArm)
          .groupBy(["a.annotatorId", "a.arm", "a.runId", "imported", "again"])
          .as("own"),
      )
      .select((eb) => jsonOf(eb, ["own.raterId", "own.arm", "own.runId", "own.imported", "own.again"]).as("described"))
      .select("own.work"),
    "work",
  );

/** The drafts of plain runs, from the newest run to the oldest, with their own scores even where discarded; those without a score as NaN. */
const packedDrafts = (criteriaSetId: string) =>
  packedRows(
    db()
      .selectFrom("runs")
      // Run by run: where the drafts of all runs are joined with these first, the statement takes a third longer.
      .innerJoinLateral(
        ({ selectFrom }) =>
          selectFrom(({ ref }) =>
            plainDrafts(criteriaSetId)
              .select(["d.sampleId", "d.criterionId", "d.score as given"])
              .select((eb) => eb("u.runId", "is not", null).$castTo<boolean>().as("dropped"))
              .where("d.runId", "=", ref("runs.id"))
              .where("d.criterionId", "is not", null)
              .as("own"),
          )
            .select(["own.criterionId", "own.dropped"])
            .select(({ ref }) =>
              packedBytes(sql`uuid_send(${ref("own.sampleId")}) || float8send(coalesce(${ref("own.given")}, 'NaN'))`).as("drafts"),
            )
            .groupBy(["own.criterionId", "own.dropped"])
            .as("said"),
        (join) => join.onTrue(),
      )
      .select((eb) => jsonOf(eb, ["runs.judgeId", "runs.id", "said.criterionId", "said.dropped"]).as("described"))
      .select("said.drafts")
      .where("runs.criteriaSetId", "=", criteriaSetId)
      .orderBy("runs.createdAt", "desc")
      .orderBy("runs.id", "desc"),
    "drafts",
  );

function unpackedDrafts(groups: Awaited<ReturnType<typeof packedDrafts>>, placeOf: ReturnType<typeof placesByBytes>): DraftGroup[] {
  return groups.map(({ drafts, judgeId: raterId, id: runId, criterionId, dropped }) => {
    const parts = viewOf(drafts);
    const [samples, scores] = [new Int32Array(parts.byteLength / 24), new Float64Array(parts.byteLength / 24)];
    let length = 0;
    for (let at = 0; at < parts.byteLength; at += 24) {
      const sample = placeOf(parts, at);
      if (sample < 0) continue;
      samples[length] = sample;
      scores[length] = parts.getFloat64(at + 16);
      length += 1;
    }
    const counted = { samples: samples.subarray(0, length), scores: scores.subarray(0, length) };
    return { raterId, runId, criterionId: criterionId ?? "", dropped, ratedIn: null, work: null, ...counted };
  });
}
