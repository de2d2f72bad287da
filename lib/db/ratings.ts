import "server-only";
import { type SqlBool, sql } from "kysely";
import { labelsOf } from "@/lib/domain/labels";
import { emptyColumns } from "@/lib/domain/rating-columns";
import { type DraftWork, noReportData, type ReportColumns, type ReportData } from "@/lib/domain/report-data";
import { db, readingApart } from "./client";
import { packedReasonCounts } from "./given-reasons";
import { jsonOf } from "./json";
import { labelsInForce } from "./labels-in-force";
import { intsOf, listedRows, packedInts, packedRows } from "./packed";
import { type PlanDraws, readPlanDraws } from "./plan-draws";
import { placedSamples, ratingColumnsOf, readRatingGroups } from "./rating-columns";
import { readAlsoAcceptable } from "./report-also-acceptable";
import { readArms } from "./report-arms";
import { readJudgeRepeats } from "./report-judge-repeats";
import { readMade } from "./report-made";
import { readPlanted } from "./report-planted";
import { listRaters } from "./report-raters";
import { readRepeats } from "./report-repeats";
import { type ReportPlaces, readReportRuns } from "./report-runs";
import type { ReportTask } from "./report-tasks";
import { unitWasDrafted } from "./unit-arm";
import { countPlanted, isFirstInArm, isInArms, isSubmittedWork } from "./work-in-arms";

/**
 * Everything one task's report is computed from. Ratings come from submitted assignments and from each judge's newest draft of a unit in
 * plain runs, as columns, since there may be a million of them.
 */
export async function readReportData(task: ReportTask): Promise<ReportColumns> {
  const { data, readDraftWork } = await readRatings(task);
  await readDraftWork();
  return data;
}

/** Report data whose `draftWork` is still to be read. */
export interface Ratings {
  data: ReportColumns;
  /** Reads it into the data, which takes as long as reading the rest. Asked again, it reads only after it failed. */
  readDraftWork: () => Promise<void>;
}

/** The same data, but for what people did with drafts: most figures do without it. */
export async function readRatings(task: ReportTask): Promise<Ratings> {
  const { places, wasShown, hasPlanted, ...columns } = await readingApart(() => readColumns(task));
  // Without drafts the places of a million ratings are kept for nothing.
  if (!wasShown) return { data: { ...columns, draftWork: () => noWork }, readDraftWork: async () => undefined };
  let [known, reading]: [DraftWork | null, Promise<void> | null] = [null, null];
  const read = async () => {
    const of = { taskId: task.id, criteriaSetId: task.criteriaSetId ?? "" };
    known = await readingApart(async () => ({
      ...(await readWork(of, places)),
      ...(hasPlanted && { planted: await readPlanted(of, columns.raters, places) }),
    }));
  };
  return {
    data: { ...columns, draftWork: () => known ?? notRead() },
    readDraftWork: async () => {
      reading ??= read();
      await reading.catch((error) => {
        reading = null;
        throw error;
      });
    },
  };
}

const notRead = (): never => {
  throw new Error("What people did with drafts has not been read yet.");
};

/**
 * What `ReportColumns` has, but for the work on drafts; whether drafts were shown, since otherwise there is none, and any that were wrong on purpose; and
 * the lists' indexes by id.
 */
type Columns = Omit<ReportColumns, "draftWork"> & { wasShown: boolean; hasPlanted: boolean; places: ReportPlaces };

async function readColumns(task: ReportTask): Promise<Columns> {
  const { id, name, inputName, outputName, kind, annotatorsPerSample, epsilon, criteriaSetId: set } = task;
  const described = { id, name, inputName, outputName, kind, annotatorsPerSample, ...(epsilon !== null && { epsilon }) };
  if (set === null) {
    const [samples, warnings] = await Promise.all([listSamples(id), listWarnings(task)]);
    const noDrafts = { wasShown: false, hasPlanted: false, places: noPlaces };
    return { task: described, samples, ...noReportData, ratings: emptyColumns(0), warnings, ...noDrafts };
  }
  const [reading, listing, rating] = [listSamples(id), listCriteria(set), listRaters(id, set)];
  const placing = Promise.all([reading, listing, rating]).then(([samples, criteria, { raters }]) => ({
    samples: placesOf(samples),
    criteria: placesOf(criteria),
    raters: placesOf(raters),
  }));
  // The ratings take longest. What is small is read meanwhile, one after the other: who waits long for one of a pool's few connections is refused.
  const readSmall = async () => {
    const [planted, imported] = [await countPlanted(id, set), await listWarnings(task)];
    const [otherSets, labels] = [await listOtherSets(id, set), await listAdjudicated(set)];
    const places = await placing;
    const [repeats, judgeRepeats] = [await readRepeats(set, places), await readJudgeRepeats(set, places)];
    const alsoAcceptable = await readAlsoAcceptable(set, await listing, places);
    const runs = await readReportRuns({ id, criteriaSetId: set, kind }, places);
    const drawn = task.drawsUnequally ? await readPlanDraws(set) : null;
    return { planted, imported, otherSets, labels, repeats, judgeRepeats, alsoAcceptable, runs, drawn };
  };
  const [groups, samples, allCriteria, { raters, excluded }, places, small] = await Promise.all([
    readRatingGroups(
      set,
      placing.then((of) => of.samples),
      listing.then((criteria) => new Map(criteria.map((criterion) => [criterion.position, criterion.id]))),
    ),
    reading,
    listing,
    rating,
    placing,
    readSmall(),
  ]);
  const { planted, imported, otherSets, labels, repeats, judgeRepeats, alsoAcceptable, runs, drawn } = small;
  const runIds = groups.kinds.flatMap(({ runId }) => runId ?? []);
  const hasArms = isInArms(groups.kinds) || (await areOtherThanNewest(runIds));
  const ratings = ratingColumnsOf(groups, places);
  return {
    task: { ...described, ...(drawn !== null && drawn.draws.length > 0 && { draws: drawn.draws }) },
    samples: drawn === null ? samples : samples.map((sample) => ({ ...sample, ...chanceOf(drawn, sample.id) })),
    criteria: allCriteria.map(({ position: _, ...criterion }) => criterion),
    raters,
    excluded,
    ratings,
    adjudications: labels
      .flatMap(({ sampleId, criterionId, judgeId, ...label }) => {
        const [sample, criterion] = [places.samples.get(sampleId), places.criteria.get(criterionId)];
        const judge = places.raters.get(judgeId ?? "") ?? null;
        return sample === undefined || criterion === undefined ? [] : [{ ...label, judge, sample, criterion }];
      })
      .sort((a, b) => a.sample - b.sample || a.criterion - b.criterion),
    ...(hasArms
      ? { arms: await readArms({ ...groups, ratings }, { taskId: id, criteriaSetId: set, runIds }, places) }
      : { arms: null, judgeShown: places.raters.get((await judgeOf(runIds)) ?? "") ?? null }),
    repeats,
    ...(alsoAcceptable && { alsoAcceptable }),
    judgeRepeats,
    ...runs,
    warnings: [...otherSets, ...plantedLeftOut(planted), ...imported],
    wasShown: runIds.length > 0 || planted > 0,
    hasPlanted: planted > 0,
    places,
  };
}

/** Whether drafts of a run that were shown may be others than its judge's newest, which the ratings have: where a later run replaced it, or it was no plain one. */
async function areOtherThanNewest(runIds: readonly string[]): Promise<boolean> {
  if (runIds.length === 0) return false;
  const found = await db()
    .selectFrom("runs as shown")
    .select("shown.id")
    .where("shown.id", "in", runIds)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb("shown.variant", "<>", "plain"),
        exists(
          selectFrom("runs as later")
            .select("later.id")
            .whereRef("later.judgeId", "=", "shown.judgeId")
            .whereRef("later.criteriaSetId", "=", "shown.criteriaSetId")
            .where("later.kind", "=", "evaluation")
            .where("later.variant", "=", "plain")
            .whereRef("later.createdAt", ">", "shown.createdAt"),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whose drafts were shown where all are of one run. */
async function judgeOf(runIds: readonly string[]): Promise<string | undefined> {
  if (runIds.length === 0) return undefined;
  return (await db().selectFrom("runs").select("judgeId").where("id", "in", runIds).executeTakeFirst())?.judgeId;
}

const noWork: DraftWork = { actionCounts: [], reasonCounts: [], made: [] };

/** What people did with the drafts that they were shown, and why. */
async function readWork(
  { taskId, criteriaSetId: set }: { taskId: string; criteriaSetId: string },
  places: ReportPlaces,
): Promise<DraftWork> {
  const [actionCounts, reasonCounts, made] = await Promise.all([
    packedActionCounts(taskId, set),
    packedReasonCounts(taskId, set),
    readMade(set, places),
  ]);
  return {
    actionCounts: actionCounts.flatMap((group) => unpackedCounts(group, places)),
    reasonCounts: reasonCounts.flatMap(({ annotatorId, judgeId, criterionId, samples, ...counts }) => {
      const [annotator, judge, criterion] = [places.raters.get(annotatorId), places.raters.get(judgeId), places.criteria.get(criterionId)];
      if (annotator === undefined || judge === undefined || criterion === undefined) return [];
      return [{ ...counts, annotator, judge, criterion, samples: intsOf(samples) }];
    }),
    made,
  };
}

/** A sample's chance, if it could be drawn. */
const chanceOf = ({ chances, byExcluded }: PlanDraws, id: string) =>
  chances[id] === undefined ? {} : { chance: chances[id], ...(byExcluded.has(id) && { byExcluded: true }) };

const noPlaces: ReportPlaces = { samples: new Map(), criteria: new Map(), raters: new Map() };

const placesOf = (list: { id: string }[]) => new Map(list.map((entry, index) => [entry.id, index]));

const sampleColumns = ["id", "externalId", "inputKey", "system", "systemB", "goldLabel", "subset"] as const;

const listSamples = (taskId: string): Promise<ReportColumns["samples"]> =>
  listedRows(
    db()
      .selectFrom("samples")
      .select(sampleColumns)
      // The stored size, which needs no decompression.
      .select(({ ref }) => sql<number>`octet_length(${ref("output")})`.as("length"))
      .where("taskId", "=", taskId)
      .orderBy("position")
      .orderBy("id"),
    [...sampleColumns, "length"],
  );

async function listCriteria(criteriaSetId: string): Promise<(ReportData["criteria"][number] & { position: number })[]> {
  const rows = await db()
    .selectFrom("criteria")
    .select(["id", "position", "name", "scale", "overall"])
    .where("criteriaSetId", "=", criteriaSetId)
    .where("sampleId", "is", null)
    .orderBy("position")
    .execute();
  return rows.map(({ scale, ...criterion }) => {
    const { min, max, step, several } = scale;
    return { ...criterion, min, max, step, labels: labelsOf(scale), ...(several && { several }) };
  });
}

/** The adjudicators' labels in force under a criteria set. */
const listAdjudicated = (criteriaSetId: string) =>
  db()
    .selectFrom(labelsInForce().as("label"))
    .innerJoin("criteria as c", "c.id", "label.criterionId")
    .leftJoin("drafts as d", "d.id", "label.draftId")
    .leftJoin("runs as r", "r.id", "d.runId")
    .select([
      "label.sampleId",
      "label.criterionId",
      "label.firstScore as first",
      "label.judgeScore",
      "label.median",
      "label.range",
      "r.judgeId",
    ])
    .select(({ ref }) => ref("label.finalScore").$notNull().as("final"))
    .where("c.criteriaSetId", "=", criteriaSetId)
    .execute();

/** What was done to the lines of each kind, in the units where the same was done to all. */
function unpackedCounts(
  { annotatorId, judgeId, criterionId, tally, samples, inputs }: Awaited<ReturnType<typeof packedActionCounts>>[number],
  places: Record<"raters" | "criteria", ReadonlyMap<string, number>>,
): DraftWork["actionCounts"] {
  const [annotator, judge, criterion] = [places.raters.get(annotatorId), places.raters.get(judgeId), places.criteria.get(criterionId)];
  if (annotator === undefined || judge === undefined || criterion === undefined) return [];
  const units = { annotator, judge, criterion, samples: intsOf(samples), inputs: intsOf(inputs) };
  return Object.entries(tally).map(([itemKind, { accept = 0, together = 0, revise = 0, remove = 0, add = 0 }]) => ({
    ...{ ...units, itemKind, accept, together, revise, remove, add },
  }));
}

/** Units with the same counts together: there are few different ones. */
const packedActionCounts = (taskId: string, criteriaSetId: string) =>
  packedRows(
    db()
      .with("place", () => placedSamples(taskId))
      .selectFrom("evaluations as e")
      .innerJoin("assignments as a", "a.id", "e.assignmentId")
      .innerJoin("runs as r", (join) => join.onRef("r.id", "=", "a.runId").on(unitWasDrafted))
      .innerJoin("place", "place.id", "a.sampleId")
      .select((eb) => jsonOf(eb, ["a.annotatorId", "r.judgeId", "e.criterionId", "e.tally"]).as("described"))
      .select(({ ref }) => [packedInts(ref("place.sample")).as("samples"), packedInts(ref("place.input")).as("inputs")])
      .where("a.criteriaSetId", "=", criteriaSetId)
      .where(isSubmittedWork)
      .where(isFirstInArm)
      .groupBy(["a.annotatorId", "r.judgeId", "e.criterionId", "e.tally"]),
    "samples",
    "inputs",
  );

/** A report covers one criteria set; work under another set is mentioned, not mixed in. */
async function listOtherSets(taskId: string, criteriaSetId: string): Promise<ReportData["warnings"]> {
  const sets = await db()
    .selectFrom("criteriaSets as c")
    .innerJoin("criteriaSets as own", (join) => join.on("own.id", "=", criteriaSetId))
    .select(["c.version", "own.version as reported"])
    .select(({ selectFrom, fn }) =>
      selectFrom("assignments as a")
        .select(fn.countAll<number>().as("submitted"))
        .whereRef("a.criteriaSetId", "=", "c.id")
        .where("a.status", "=", "submitted")
        .where("a.purpose", "=", "work")
        .$asScalar()
        .as("submitted"),
    )
    .where("c.taskId", "=", taskId)
    .where("c.status", "=", "published")
    .whereRef("c.id", "<>", "own.id")
    .orderBy("c.version")
    .execute();
  return sets.flatMap(({ version, reported, submitted }) => {
    if (submitted !== null && submitted > 0) {
      const message = `Submitted samples under criteria set ${version} are not in this report, which covers criteria set ${reported}`;
      return [{ code: "other-criteria-set", message: `${message}.`, count: submitted, criteriaSet: version }];
    }
    if (version < reported) return [];
    const message = `Criteria set ${version} is published, but nothing is submitted under it yet; this report covers criteria set ${reported}.`;
    return [{ code: "newer-criteria-set", message, count: 1 }];
  });
}

/** Ratings given after drafts that were wrong on purpose are mentioned, and in no figure but their own. */
function plantedLeftOut(count: number): ReportData["warnings"] {
  const message =
    "Submitted samples with drafts that were wrong on purpose are in no figure of this report but the catch rates in its chapter on the draft's influence.";
  return count === 0 ? [] : [{ code: "planted-left-out", message, count }];
}

/** What was noticed while the task's data were imported. */
async function listWarnings(task: ReportTask): Promise<ReportData["warnings"]> {
  const imports = await db()
    .selectFrom("imports")
    .select("warnings")
    .where("status", "=", "done")
    .where("projectId", "=", ({ selectFrom }) => selectFrom("tasks").select("projectId").where("id", "=", task.id))
    // Whose rows an import's are takes a look at all rows of some, and most imports have no warnings.
    .where(({ ref }) => sql<SqlBool>`${ref("warnings")} <> '[]'`)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom("samples as s").select("s.id").whereRef("s.importId", "=", "imports.id").where("s.taskId", "=", task.id)),
        exists(selectFrom("assignments as a").select("a.id").whereRef("a.importId", "=", "imports.id").where("a.taskId", "=", task.id)),
      ]),
    )
    .orderBy("createdAt")
    .execute();
  return imports
    .flatMap(({ warnings }) => warnings)
    .filter((warning) => warning.task === undefined || warning.task === task.name)
    .map(({ code, message, count }) => ({ code, message, count }));
}
