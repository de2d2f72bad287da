import "server-only";
import { sql } from "kysely";
import { armNames, emptyColumns, placesOf, type RatingColumns } from "@/lib/domain/rating-columns";
import { type Db, db, roomy } from "./client";
import { measuredMs, submittedDay } from "./measured-work";
import { plainDrafts } from "./newest-drafts";
import { floatsOf, intsOf, packedFloats, packedInts } from "./packed";
import { armOfUnit, unitWasDrafted } from "./unit-arm";
import { isFirstInArm, isSubmittedWork } from "./work-in-arms";

/** A task's samples by their index in the report, with the index of the first sample that has the same input. */
export const placedSamples = (taskId: string, on: Db = db()) =>
  on
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

/** The numbers of one rater on one criterion, packed. */
export interface Packed {
  raterId: string;
  criterionId: string;
  /** The arm; null: a judge's. */
  ratedIn: string | null;
  samples: string;
  scores: string;
  /** Absent: a judge's. */
  durations?: string;
  days?: string;
  /** Asked for, and people's: the run whose draft was shown, people's own scores before it, and whether this is a second round. */
  shownRun?: string | null;
  firsts?: string;
  again?: boolean;
}

type Placed = ReadonlyMap<string, number>;

/** What of a task is read. `inArms`: with what was in view, and with second rounds. */
interface Asked {
  taskId: string;
  criteriaSetId: string;
  inArms: boolean;
}

/**
 * What a task's ratings are made of: those of submitted assignments, and each judge's drafts in plain runs. Both are read at once, each with the memory
 * that grouping a million rows takes.
 */
export const readPackedRatings = (asked: Asked) =>
  Promise.all([roomy((on) => packedWork(asked, on)), roomy((on) => packedDrafts(asked, on))]);

/**
 * The ratings of a task: from submitted assignments and from each judge's newest draft of a unit, if they have a score. Raters and criteria that are not
 * among the given ones are left out.
 */
export function ratingColumnsOf(
  [work, drafts]: Awaited<ReturnType<typeof readPackedRatings>>,
  places: { raters: Placed; criteria: Placed; samples: Placed },
): RatingColumns {
  const isCurrent = newestOfUnits(places.samples.size);
  const groups = [...work.filter(({ again }) => !again), ...drafts].flatMap((group) => {
    const [rater, criterion] = [places.raters.get(group.raterId), places.criteria.get(group.criterionId)];
    if (rater === undefined || criterion === undefined) return [];
    const [samples, scores] = [intsOf(group.samples), floatsOf(group.scores)];
    const counted = placesOf(samples.length, group.ratedIn === null ? isCurrent(`${rater} ${criterion}`, samples, scores) : () => true);
    return [{ ...group, rater, criterion, samples, scores, kept: inSampleOrder(counted, samples) }];
  });
  // As in the report's lists: sums of a copy of the study, which has other ids, must not be rounded otherwise.
  groups.sort((a, b) => a.rater - b.rater || a.criterion - b.criterion);
  const columns = emptyColumns(groups.reduce((sum, { kept }) => sum + kept.length, 0));
  let from = 0;
  for (const { rater, criterion, ratedIn, samples, scores, kept, ...lists } of groups) {
    const to = from + kept.length;
    columns.rater.fill(rater, from, to);
    columns.criterion.fill(criterion, from, to);
    columns.arm.fill(ratedIn === null ? -1 : armNames.indexOf(ratedIn), from, to);
    const durations = lists.durations === undefined ? null : intsOf(lists.durations);
    const days = lists.days === undefined ? null : intsOf(lists.days);
    for (const at of kept) {
      columns.sample[from] = samples[at] as number;
      columns.score[from] = scores[at] as number;
      const ms = durations?.[at] ?? -1;
      if (ms >= 0) columns.durationMs[from] = ms;
      columns.day[from] = days?.[at] ?? -1;
      from += 1;
    }
  }
  return columns;
}

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
 * replaces older ones all the same.
 */
function newestOfUnits(sampleCount: number) {
  const seen = new Map<string, Uint8Array>();
  return (of: string, samples: Int32Array, scores: Float64Array) => {
    const own = seen.get(of) ?? new Uint8Array(sampleCount);
    seen.set(of, own);
    return (at: number): boolean => {
      const sample = samples[at] as number;
      const isNewest = own[sample] === 0;
      own[sample] = 1;
      return isNewest && !Number.isNaN(scores[at]);
    };
  };
}

const packedWork = ({ taskId, criteriaSetId, inArms }: Asked, on: Db): Promise<Packed[]> =>
  on
    .with("place", () => placedSamples(taskId, on))
    .with(
      // What all evaluations of an assignment share is worked out once.
      (name) => name("work").materialized(),
      (cte) =>
        cte
          .selectFrom("assignments as a")
          .innerJoin("place", "place.id", "a.sampleId")
          .select(["a.id", "a.annotatorId", "a.arm", "a.runId", "a.round", "a.importId", "place.sample", submittedDay.as("day")])
          .where("a.criteriaSetId", "=", criteriaSetId)
          .where(isSubmittedWork)
          .where(inArms ? isFirstInArm : (eb) => eb("a.round", "=", 0)),
    )
    .selectFrom("evaluations as e")
    .innerJoin("work as a", "a.id", "e.assignmentId")
    .select(["a.annotatorId as raterId", "e.criterionId", sql<string | null>`${armOfUnit}`.as("ratedIn")])
    .select(({ ref }) => [
      packedInts(ref("a.sample")).as("samples"),
      packedFloats(ref("e.score")).as("scores"),
      packedInts(measuredMs).as("durations"),
      packedInts(ref("a.day")).as("days"),
    ])
    .$if(inArms, (query) =>
      query
        .select((eb) => [
          eb.case().when(unitWasDrafted).then(eb.ref("a.runId")).end().as("shownRun"),
          eb("a.round", ">", 0).$castTo<boolean>().as("again"),
          packedFloats(sql`coalesce(${eb.ref("e.blindScore")}, 'NaN')`).as("firsts"),
        ])
        .groupBy(["shownRun", "again"]),
    )
    .where("e.score", "is not", null)
    .groupBy(["a.annotatorId", "e.criterionId", "ratedIn"])
    .execute();

/** The drafts of plain runs, from the newest run to the oldest; those without a score as NaN. */
const packedDrafts = ({ taskId, criteriaSetId }: Asked, on: Db): Promise<Packed[]> =>
  on
    .with("place", () => placedSamples(taskId, on))
    .selectFrom(
      plainDrafts(criteriaSetId, on)
        .select(["r.judgeId", "r.createdAt", "d.runId", "d.sampleId", "d.criterionId"])
        .where("d.criterionId", "is not", null)
        .as("said"),
    )
    .innerJoin("place", "place.id", "said.sampleId")
    .select(({ ref }) => ["said.judgeId as raterId", ref("said.criterionId").$notNull().as("criterionId"), sql<null>`null`.as("ratedIn")])
    .select(({ ref }) => [
      packedInts(ref("place.sample")).as("samples"),
      packedFloats(sql`coalesce(${ref("said.score")}, 'NaN')`).as("scores"),
    ])
    .groupBy(["said.judgeId", "said.criterionId", "said.createdAt", "said.runId"])
    .orderBy("said.createdAt", "desc")
    .orderBy("said.runId", "desc")
    .execute();
