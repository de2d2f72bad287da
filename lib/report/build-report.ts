import type { ExcludedWork } from "@/lib/domain/exclusion";
import { armNames } from "@/lib/domain/rating-columns";
import type { TaskReport } from "@/lib/domain/report";
import { type ChapterChoice, type ChapterName, restOnDraftWork, valuesInclude } from "@/lib/domain/report-chapter-names";
import type { ReportColumns, ReportData } from "@/lib/domain/report-data";
import { filterQuery, type ReportFilter } from "@/lib/domain/report-filter";
import { verdictOf } from "@/lib/domain/verdict";
import { actionRates } from "./action-rates";
import { adjudicated } from "./adjudicated";
import { agreement, agreementOfPairs, alphasOfAnnotators, pooledAgreement, pooledLater } from "./agreement";
import { bias, biasByCriterion } from "./bias";
import { chapters } from "./chapters/chapters";
import { levelOf } from "./chapters/scene";
import { basisIn, usedTable } from "./chapters/without-draft";
import { correlation } from "./correlation";
import { filtered, narrowsRatings } from "./filtered";
import { influence } from "./influence";
import { labels } from "./labels";
import { madeDimensions } from "./made-dimensions";
import { withMediansLeft } from "./medians-left";
import { pairs } from "./pairs";
import { plantedDrafts } from "./planted-drafts";
import { protocolChecks } from "./protocol-checks";
import { asColumns, type IntervalWish, pending, type RatingTable, ratingTable, whyNotPooled } from "./rating-table";
import { remembered } from "./remembered";
import { onlyChanges, scoreDistributions } from "./score-distributions";
import { noTimes, times } from "./times";
import { withoutExcluded } from "./without-excluded";

/** The report's parts outside its chapters, each computed once per table. */
const once = {
  agreement: remembered(agreement),
  pooled: remembered(pooledAgreement),
  pairs: remembered(agreementOfPairs),
  correlation: remembered(correlation),
  adjudicated: remembered(adjudicated),
  bias: remembered(bias),
  biasByCriterion: remembered(biasByCriterion),
  actions: remembered(actionRates),
  made: remembered(madeDimensions),
  planted: remembered(plantedDrafts),
  scores: remembered(scoreDistributions),
  times: remembered(times),
  influence: remembered(influence),
  verdicts: remembered(pairs),
  labels: remembered(labels),
  checks: remembered(protocolChecks),
  counts: remembered(counts),
};

/** Builds a report with every interval, or without any but those of the conclusion, and with the figures that a reader of a chapter needs, or all. */
type ReportBuilder = (wanted?: IntervalWish, chapter?: ChapterChoice) => TaskReport;

/**
 * Prepares the report of one task, without the work of excluded people or with it, of what a filter leaves, to be built step by step: what was
 * computed for one chapter is not computed again for the whole. Every figure has its n and, if undefined, the reason. Pure: the same data give the
 * same report.
 */
export function reportOf(source: ReportData | ReportColumns, shown: ExcludedWork = "without", filter: ReportFilter = {}): ReportBuilder {
  const everybody = asColumns(source);
  const isPart = everybody.excluded.length > 0 || narrowsRatings(filter);
  const left = (of: ReportColumns) => (isPart ? withMediansLeft(filtered(of, filter)) : filtered(of, filter));
  // Somebody excluded who has no rating left is left out of those, as everybody is.
  const whole = left(everybody);
  const part = everybody.excluded.length === 0 ? whole : left(withoutExcluded(everybody));
  const [data, otherWay] = shown === "with" ? [whole, part] : [part, whole];
  const other = whole.excluded.length === 0 ? null : otherWay;
  const tables = (wanted: IntervalWish) => ({ table: ratingTable(data, wanted), otherTable: other && ratingTable(other, wanted) });
  const known = new Map<IntervalWish["interval"], ReturnType<typeof tables>>();
  return (wanted = {}, chapter = "all") => {
    const { table, otherTable } = known.get(wanted.interval) ?? tables(wanted);
    known.set(wanted.interval, { table, otherTable });
    const people = whole.excluded.map(({ rater, reason }) => {
      const { id, name } = whole.raters[rater] as (typeof whole.raters)[number];
      return { id, name, reason };
    });
    const excluded = { shown, people, otherWay: otherTable && alphasOfAnnotators(usedTable(otherTable)) };
    return built(table, filter, excluded, chapter);
  };
}

/** The whole report, at once. */
export const buildReport = (source: ReportData | ReportColumns, shown?: ExcludedWork, filter?: ReportFilter): TaskReport =>
  reportOf(source, shown, filter)();

function built(table: RatingTable, filter: ReportFilter, excluded: TaskReport["excluded"], chapter: ChapterChoice): TaskReport {
  const { data } = table;
  const has = (name: ChapterName) => valuesInclude(chapter, name);
  const pooled = (of: RatingTable) => (chapter === "all" ? once.pooled(of) : pooledLater(of));
  const used = usedTable(table);
  const agreed = {
    pooled: pooled(table),
    ...once.agreement(table),
    used: used === table ? null : { pooled: pooled(used), meanOverCriteria: once.agreement(used).meanOverCriteria },
    pairs: has("people") ? once.pairs(table) : [],
  };
  const read = chapters(table, chapter);
  return {
    task: data.task.name,
    taskId: data.task.id,
    kind: data.task.kind,
    inputName: data.task.inputName,
    outputName: data.task.outputName,
    filter: filterQuery(filter),
    arms: armNames.filter((_, arm) => data.ratings.arm.includes(arm)).sort(),
    basis: basisIn(table),
    counts: { ...once.counts(table), items: restOnDraftWork(chapter) ? linesDecided(table) : null },
    raters: [...table.annotators, ...table.judges]
      .flatMap((rater) => data.raters[rater] ?? [])
      .map(({ id, name, kind, judgeKind, metric, panel }) => ({ id, name, kind, judgeKind, metric: metricOf(metric), panel })),
    excluded,
    criteria: data.criteria.map(({ name, min, max, labels: named = null, overall }) => ({ name, min, max, labels: named, overall })),
    agreement: agreed,
    verdict: Object.fromEntries(
      data.criteria.map(({ name }, criterion) => [name, verdictOf(read.verdict[name]?.used.agreement[levelOf(table, criterion)])]),
    ),
    correlation: has("scores") ? once.correlation(table) : {},
    adjudicated: has("people") ? once.adjudicated(table) : null,
    bias: chapter === "all" ? once.bias(table) : once.biasByCriterion(table),
    actions: has("influence") ? once.actions(table) : {},
    made: has("influence") ? once.made(table) : {},
    ...(has("influence") && once.planted(table)),
    scores: has("scores") ? once.scores(table) : onlyChanges(table),
    time: has("people") ? once.times(table) : noTimes,
    influence: has("influence") ? once.influence(table) : null,
    pairs: once.verdicts(table),
    labels: has("people") ? once.labels(table) : {},
    checks: once.checks(table),
    chapters: read,
    warnings: [...data.warnings, ...warnings(table)],
  };
}

/**
 * The values that a reader of a chapter needs, without what takes seconds in a large study: the chapters that `valuesInclude` does not name are empty,
 * and intervals but those of the conclusion are said to be still computed.
 */
export const reportValues = (build: ReportBuilder, chapter?: ChapterChoice): TaskReport =>
  withPending(build({ interval: "none" }, chapter));

function withPending<T>(part: T): T {
  if (Array.isArray(part)) return part.map(withPending) as T;
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, name === "intervalWhy" && value === "not-requested" ? pending : withPending(value)]),
  ) as T;
}

function counts(table: RatingTable): Omit<TaskReport["counts"], "items"> {
  const { data } = table;
  const given = ratingsGiven(table);
  return {
    inputs: new Set(table.inputs).size,
    samples: data.samples.length,
    criteria: data.criteria.length,
    annotators: table.annotators.length,
    judges: table.judges.length,
    units: table.units,
    ratings: given.ratings,
    missing: given.missing,
  };
}

const linesDecided = ({ data }: RatingTable): number =>
  data
    .draftWork()
    .actionCounts.filter((entry) => entry.itemKind !== "heading")
    .reduce((total, { accept, revise, remove, add, samples }) => total + (accept + revise + remove + add) * samples.length, 0);

/**
 * The annotators' ratings, and how many are missing: an annotator counts as asked for the samples they have rated at all, on the criteria they have
 * rated anywhere; nobody is asked for all samples.
 */
function ratingsGiven({ data, raters, criteria, annotators }: RatingTable): { ratings: number; missing: number } {
  const { rater, sample, criterion } = data.ratings;
  const given = new Float64Array(raters);
  // How many samples each rater has rated, and criteria.
  const [samples, rated] = [new Float64Array(raters), new Float64Array(raters)];
  const isSampleMet = new Uint8Array(raters * data.samples.length);
  const isCriterionMet = new Uint8Array(raters * criteria);
  const meet = (isMet: Uint8Array, place: number, counts: Float64Array, by: number) => {
    if (isMet[place] === 1) return;
    isMet[place] = 1;
    counts[by] = (counts[by] as number) + 1;
  };
  for (let at = 0; at < rater.length; at++) {
    const by = rater[at] as number;
    given[by] = (given[by] as number) + 1;
    meet(isSampleMet, by * data.samples.length + (sample[at] as number), samples, by);
    meet(isCriterionMet, by * criteria + (criterion[at] as number), rated, by);
  }
  let [ratings, asked] = [0, 0];
  for (const by of annotators) {
    ratings += given[by] as number;
    asked += (samples[by] as number) * (rated[by] as number);
  }
  return { ratings, missing: asked - ratings };
}

const metricOf = (metric: ReportData["raters"][number]["metric"]): TaskReport["raters"][number]["metric"] =>
  metric ? { name: metric.name, scale: metric.scale && { min: metric.scale.min, max: metric.scale.max } } : null;

const warnings = (table: RatingTable): TaskReport["warnings"] => [
  ...mixedScales(table),
  ...labelsLeftOut(table),
  ...panelsBesideMembers(table),
];

/** A panel's score is computed from its members', so their agreement says little. */
function panelsBesideMembers({ data }: RatingTable): TaskReport["warnings"] {
  const names = new Set(data.raters.map(({ name }) => name));
  return data.raters.flatMap(({ name, panel }) => {
    const present = panel?.members.filter((member) => names.has(member)) ?? [];
    if (present.length === 0) return [];
    const message = `The scores of ${name} are computed from those of ${present.join(", ")}, so its agreement with them proves nothing.`;
    return [{ code: "panel-and-member", message, count: present.length }];
  });
}

function mixedScales(table: RatingTable): TaskReport["warnings"] {
  if (whyNotPooled(table) !== "mixed-scales") return [];
  const message = "The criteria have different scales, so nothing is pooled over them. See the figures per criterion.";
  return [{ code: "mixed-scales", message, count: scalesOf(table).size }];
}

const scalesOf = ({ data }: RatingTable) =>
  new Set(data.criteria.flatMap(({ min, max, labels: named }) => (named ? [] : [`${min}..${max}`])));

/** What labels have no part in. */
function labelsLeftOut({ data }: RatingTable): TaskReport["warnings"] {
  const named = data.criteria.filter((criterion) => criterion.labels).map(({ name }) => `"${name}"`);
  if (named.length === 0) return [];
  const [have, them] = named.length === 1 ? ["has", "it"] : ["have", "them"];
  const message = `${named.join(", ")} ${have} labels without an order: only nominal figures are given for ${them}, and pooled figures leave ${them} out.`;
  return [{ code: "labels-left-out", message, count: named.length }];
}
