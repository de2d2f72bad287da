import type { ActionGroup } from "@/lib/domain/action-groups";
import { type ArmColumns, type ArmKind, type ArmRatings, armKinds, pickArmRatings, runLeftOut } from "@/lib/domain/arm-columns";
import type { Arm } from "@/lib/domain/assignment";
import { armNames, joinColumns, pickColumns, placesOf, type RatingColumns } from "@/lib/domain/rating-columns";
import type { ReasonGroup } from "@/lib/domain/reason-groups";
import type { ReportColumns, UnitPair } from "@/lib/domain/report-data";
import { filterKey, type ReportFilter } from "@/lib/domain/report-filter";
import { placesIn } from "./arm-units";
import { lazily } from "./remembered";

/** Which of a list are kept: their new places, and -1 for the others. */
interface Kept {
  placeOf: Int32Array;
  count: number;
}

/**
 * The data that a filter leaves, in the same order, so that every figure is computed as if there were nothing else: samples by system, subset and
 * whether they are finished; people's ratings by arm, annotator and day; judges by name. A person without a rating left is left out, as is what
 * nobody of those left did or rated.
 *
 * A judge narrows what is said of judges and of drafts, and no rating of a person: figures of one judge are the same with the others beside it. What was
 * rated in each arm is there to say what drafts did, so it keeps ratings made without a draft (blind ones, and all first scores) and those beside a
 * draft of this judge. A rating made with another judge's draft in view, or with one of which nobody knows whose it was, is no evidence on this judge's.
 */
export function filtered(all: ReportColumns, filter: ReportFilter): ReportColumns {
  // The data are of one version of the criteria already.
  const { criteriaSet: _, ...narrowing } = filter;
  if (filterKey(narrowing) === "") return all;
  const samples = keptOf(all.samples.length, wantedSamples(all, filter));
  const data = withRatingsIn(all, filter.arm);
  const isWanted = wantedRatings(data, filter, samples);
  const raters = keptOf(data.raters.length, wantedRaters(data, filter, samples));
  const { rater: raterOf } = data.ratings;
  const isKept = (at: number) => isWanted(at) && (raters.placeOf[raterOf[at] as number] as number) >= 0;
  const ratings = pickColumns(data.ratings, placesOf(raterOf.length, isKept), { sample: samples.placeOf, rater: raters.placeOf });
  const isWantedWork = wantedWork(data, filter, samples);
  return {
    ...others(data, filter, samples, raters, isWantedWork),
    samples: pick(data.samples, samples),
    raters: pick(data.raters, raters),
    ratings,
  };
}

function keptOf(size: number, isKept: (place: number) => boolean): Kept {
  const placeOf = new Int32Array(size).fill(-1);
  let count = 0;
  for (let place = 0; place < size; place++) if (isKept(place)) placeOf[place] = count++;
  return { placeOf, count };
}

const pick = <T>(list: readonly T[], { placeOf }: Kept): T[] => list.filter((_, place) => (placeOf[place] as number) >= 0);

function wantedSamples({ samples, ratings, raters, task }: ReportColumns, { system, subset, finished }: ReportFilter) {
  const people = finished ? peopleOf(ratings, raters, samples.length) : null;
  return (place: number): boolean => {
    const sample = samples[place];
    if (sample === undefined) return false;
    if (system !== undefined && sample.system !== system && sample.systemB !== system) return false;
    if (subset !== undefined && sample.subset !== subset) return false;
    return people === null || (people[place] as number) >= (task.annotatorsPerSample ?? 1);
  };
}

/** How many annotators have rated each sample. */
function peopleOf({ rater, sample }: RatingColumns, raters: ReportColumns["raters"], samples: number): Uint16Array {
  const rated = raters.map(({ kind }) => (kind === "annotator" ? new Uint8Array(samples) : null));
  for (let at = 0; at < rater.length; at++) rated[rater[at] as number]?.fill(1, sample[at], (sample[at] as number) + 1);
  const people = new Uint16Array(samples);
  for (const own of rated)
    own?.forEach((mark, place) => {
      people[place] = (people[place] as number) + mark;
    });
  return people;
}

/** With the ratings that people gave in an arm after they had rated the same units in another. */
function withRatingsIn(data: ReportColumns, arm: Arm | undefined): ReportColumns {
  const kind = arm && kindsIn[arm].at(-1);
  if (data.arms === null || kind === undefined) return data;
  const { ratings, arms } = data;
  const [at, inArms] = [armNames.indexOf(arm ?? ""), armKinds.indexOf(kind)];
  const { rated, cellOf } = cellsOf(data);
  for (let place = 0; place < ratings.score.length; place++) if (ratings.arm[place] === at) rated[cellOf(ratings, place)] = 1;
  const later = placesOf(arms.ratings.score.length, (place) => {
    const cell = cellOf(arms.ratings, place);
    if (arms.ratings.arm[place] !== inArms || rated[cell] === 1) return false;
    rated[cell] = 1;
    return true;
  });
  if (later.length === 0) return data;
  const added = pickColumns(arms.ratings, later);
  added.arm.fill(at);
  return { ...data, ratings: joinColumns(ratings, added) };
}

/** A mark for each person's rating of a unit. */
function cellsOf({ samples, criteria, raters }: ReportColumns) {
  const place = (sample: number, criterion: number, rater: number) => (sample * criteria.length + criterion) * raters.length + rater;
  return {
    rated: new Uint8Array(samples.length * criteria.length * raters.length),
    place,
    cellOf: ({ sample, criterion, rater }: RatingColumns, at: number) =>
      place(sample[at] as number, criterion[at] as number, rater[at] as number),
  };
}

const dayOf = (date: string): number => Date.parse(date) / 86_400_000;

const isWithin = (day: number, { from, to }: ReportFilter): boolean =>
  (from === undefined || day >= dayOf(from)) && (to === undefined || day <= dayOf(to));

/** Whether a filter leaves out some of the ratings of a sample that it keeps. */
export const narrowsRatings = (filter: ReportFilter): boolean => narrowsWork(filter) || filter.annotator !== undefined;

/** Whether a filter leaves out some of the ratings that a person gave on a sample. */
const narrowsWork = ({ arm, from, to }: ReportFilter): boolean => arm !== undefined || from !== undefined || to !== undefined;

/** Ratings of the kept samples; people's also by arm and day. */
function wantedRatings({ ratings }: ReportColumns, filter: ReportFilter, samples: Kept): (at: number) => boolean {
  const wantedArm = filter.arm === undefined ? null : armNames.indexOf(filter.arm);
  const [first, last] = [filter.from ? dayOf(filter.from) : -Infinity, filter.to ? dayOf(filter.to) : Infinity];
  return (at) => {
    if ((samples.placeOf[ratings.sample[at] as number] as number) < 0) return false;
    const [given, day] = [ratings.arm[at] as number, ratings.day[at] as number];
    return given < 0 || ((wantedArm === null || given === wantedArm) && day >= first && day <= last);
  };
}

/** What was rated in arms, of the kept samples, by arm and day. */
function wantedInArms({ ratings }: ArmColumns, filter: ReportFilter, samples: Kept): (at: number) => boolean {
  const kinds = filter.arm === undefined ? armKinds : kindsIn[filter.arm];
  return (at) =>
    kinds.includes(armKinds[ratings.arm[at] as number] as ArmKind) &&
    (samples.placeOf[ratings.sample[at] as number] as number) >= 0 &&
    isWithin(ratings.day[at] as number, filter);
}

function wantedRaters(data: ReportColumns, filter: ReportFilter, samples: Kept) {
  const { raters, ratings, arms } = data;
  const { judge, annotator } = filter;
  const rates = new Uint8Array(raters.length);
  const mark = ({ rater }: RatingColumns, isWanted: (at: number) => boolean) => {
    for (let at = 0; at < rater.length; at++) if (isWanted(at)) rates[rater[at] as number] = 1;
  };
  mark(ratings, wantedRatings(data, filter, samples));
  if (arms) mark(arms.ratings, wantedInArms(arms, filter, samples));
  return (place: number): boolean => {
    const rater = raters[place];
    if (rater?.kind === "judge") return judge === undefined || rater.name === judge;
    return rates[place] === 1 && (annotator === undefined || rater?.code === annotator);
  };
}

/** A person's work on a unit. */
interface Rated {
  annotator: number;
  criterion: number;
  sample: number;
}

/** The same on a draft, as it is counted. */
interface Work extends Rated {
  judge: number;
}

/**
 * Whether the rating that a person's work led to is wanted; all work is, where no rating of a kept sample is left out. Work on a draft led to the rating
 * beside it, where the unit was rated without one too.
 */
function wantedWork(data: ReportColumns, filter: ReportFilter, samples: Kept) {
  if (!narrowsWork(filter)) return () => true;
  const { rated, place, cellOf } = cellsOf(data);
  const isWanted = wantedRatings(data, filter, samples);
  for (let at = 0; at < data.ratings.rater.length; at++) if (isWanted(at)) rated[cellOf(data.ratings, at)] = 1;
  if (data.arms) {
    const { ratings } = data.arms;
    const isLeft = wantedInArms(data.arms, filter, samples);
    const beside = placesIn(ratings, ["drafted", "final"]);
    for (const at of beside) rated[cellOf(ratings, at)] = 0;
    for (const at of beside) if (isLeft(at)) rated[cellOf(ratings, at)] = 1;
  }
  return ({ sample, criterion, annotator }: Rated) => rated[place(sample, criterion, annotator)] === 1;
}

/** What is not a rating, by the samples, raters and work that are left. */
function others(
  data: ReportColumns,
  filter: ReportFilter,
  samples: Kept,
  raters: Kept,
  isWantedWork: (work: Rated) => boolean,
): ReportColumns {
  const isWantedRating = wantedWork({ ...data, arms: null }, filter, samples);
  const sampleAt = (place: number) => samples.placeOf[place] ?? -1;
  const raterAt = (place: number) => raters.placeOf[place] as number;
  const bySample = <T extends { sample: number }>(list: T[]): T[] =>
    list.flatMap((each) => (sampleAt(each.sample) < 0 ? [] : [{ ...each, sample: sampleAt(each.sample) }]));
  const byRater = <T extends { rater: number }>(list: T[]): T[] =>
    list.flatMap((each) => (raterAt(each.rater) < 0 ? [] : [{ ...each, rater: raterAt(each.rater) }]));
  const byJudge = <T extends { judge: number }>(list: T[]): T[] =>
    list.flatMap((each) => (raterAt(each.judge) < 0 ? [] : [{ ...each, judge: raterAt(each.judge) }]));
  const runs = <T extends { judge: number; units: UnitPair[] }>(list: T[]): T[] =>
    byJudge(list).map((run) => ({ ...run, units: bySample(run.units) }));
  const isDoneIn = ({ arm, day }: { arm: string; day: number | null }) =>
    (filter.arm === undefined || arm === filter.arm) && isWithin(day ?? -1, filter);
  const arms = data.arms && armsOf(data.arms);
  return {
    ...data,
    arms,
    ...(data.judgeShown != null && { judgeShown: raterAt(data.judgeShown) < 0 ? null : raterAt(data.judgeShown) }),
    // No work beside a draft is left.
    ...(data.arms && !arms && { judgeShown: null }),
    draftWork: lazily(() => {
      const { actionCounts, reasonCounts, made, planted } = data.draftWork();
      const isBy = ({ code }: { code?: string | null }) => filter.annotator === undefined || code === filter.annotator;
      const done = <T extends Omit<Work, "criterion">>(list: T[]): T[] =>
        byJudge(bySample(list)).flatMap((each) => (raterAt(each.annotator) < 0 ? [] : [{ ...each, annotator: raterAt(each.annotator) }]));
      return {
        actionCounts: actionCounts.flatMap(doneIn),
        reasonCounts: reasonCounts.flatMap(doneIn),
        made: done(made.filter(isDoneIn)),
        ...(planted && { planted: byJudge(bySample(planted.filter((one) => isDoneIn(one) && isBy(one.person)))) }),
      };
    }),
    ...(data.alsoAcceptable && {
      alsoAcceptable: byRater(bySample(data.alsoAcceptable.filter((one) => isWantedRating({ ...one, annotator: one.rater })))),
    }),
    excluded: byRater(data.excluded),
    judgeRepeats: byJudge(data.judgeRepeats ?? []).map((one) => ({ ...one, scores: bySample(one.scores) })),
    repeats: narrowsWork(filter) ? [] : byRater(bySample(data.repeats ?? [])),
    metricScores: byRater(bySample(data.metricScores)),
    swaps: runs(data.swaps),
    interferences: runs(data.interferences),
    feedbackRuns: runs(data.feedbackRuns),
    droppingRuns: byJudge(data.droppingRuns).map((run) => {
      const isKept = (_: unknown, unit: number) => sampleAt(run.samples[unit] ?? -1) >= 0;
      return { ...run, samples: run.samples.filter(isKept).map(sampleAt), dropped: run.dropped.filter(isKept) };
    }),
    adjudications: bySample(data.adjudications).map(labelBeside),
  };

  /** A label beside another judge's score is beside none of this one's. */
  function labelBeside(label: ReportColumns["adjudications"][number]): typeof label {
    if (label.judge === undefined) return label;
    const judge = label.judge === null ? -1 : raterAt(label.judge);
    if (judge >= 0) return { ...label, judge };
    return filter.judge === undefined ? label : { ...label, judge: null, judgeScore: null };
  }

  function doneIn<T extends ActionGroup | ReasonGroup>(group: T): T[] {
    const [annotator, judge] = [raterAt(group.annotator), raterAt(group.judge)];
    const isLeft = (sample: number) => sampleAt(sample) >= 0 && isWantedWork({ ...group, sample });
    const { samples: all } = group;
    const places = annotator < 0 || judge < 0 ? [] : Int32Array.from(all, (_, at) => at).filter((at) => isLeft(all[at] as number));
    if (places.length === 0) return [];
    const own = (list: Int32Array) => Int32Array.from(places, (at) => list[at] as number);
    return [{ ...group, annotator, judge, samples: own(all).map(sampleAt), ...("inputs" in group && { inputs: own(group.inputs) }) }];
  }

  function armsOf(arms: ArmColumns): ArmColumns | null {
    const { runs: all, ratings, drafts } = arms;
    const isWanted = wantedInArms(arms, filter, samples);
    const left = placesOf(ratings.score.length, (at) => isWanted(at) && raterAt(ratings.rater[at] as number) >= 0);
    // Beside drafts, those that were in view: a judge's newest may be others.
    if (filter.arm !== undefined && (left.length === 0 || (filter.arm !== "drafted" && isOneArm(ratings, left)))) return null;
    const runs = keptOf(all.length, wantedRuns(data, filter, all));
    const runAt = (run: number) => runs.placeOf[run] ?? -1;
    const picked = (places: Int32Array) => pickArmRatings(ratings, places, { sample: samples.placeOf, rater: raters.placeOf });
    return {
      runs: pick(all, runs),
      ratings: filter.judge === undefined ? picked(left) : ofRuns(picked(left), runAt),
      drafts: draftsOf(drafts, runs),
    };
  }

  function draftsOf({ run, sample, criterion, score }: ArmColumns["drafts"], runs: Kept): ArmColumns["drafts"] {
    const kept = placesOf(score.length, (at) => sampleAt(sample[at] as number) >= 0 && (runs.placeOf[run[at] as number] as number) >= 0);
    return {
      run: kept.map((at) => runs.placeOf[run[at] as number] as number),
      sample: kept.map((at) => sampleAt(sample[at] as number)),
      criterion: kept.map((at) => criterion[at] as number),
      score: Float64Array.from(kept, (at) => score[at] as number),
    };
  }
}

/** Ratings without a draft and beside drafts of the kept runs. */
function ofRuns(ratings: ArmRatings, runAt: (run: number) => number): ArmRatings {
  const [blind, first] = [armKinds.indexOf("blind"), armKinds.indexOf("first")];
  const { arm, run } = ratings;
  const places = placesOf(arm.length, (at) => arm[at] === blind || arm[at] === first || runAt(run[at] as number) >= 0);
  const kept = pickArmRatings(ratings, places);
  const placed = (old: number, at: number) => (kept.arm[at] === blind || runAt(old) >= 0 ? runAt(old) : runLeftOut);
  return { ...kept, run: kept.run.map(placed) };
}

/** Runs of the wanted judge. Reports frozen by earlier versions name it there without the "(judge)" that tells it apart from a person. */
function wantedRuns({ raters }: ReportColumns, { judge }: ReportFilter, runs: ArmColumns["runs"]): (place: number) => boolean {
  const names = new Set(raters.flatMap(({ kind, name }) => (kind === "judge" ? [name] : [])));
  const apart = (name: string) => (!names.has(name) && names.has(`${name} (judge)`) ? `${name} (judge)` : name);
  return (place) => judge === undefined || apart(runs[place]?.judge ?? "") === judge;
}

/** What is known of the ratings in each arm. */
const kindsIn: Record<Arm, readonly ArmKind[]> = {
  blind: ["blind"],
  drafted: ["drafted"],
  "blind-then-drafted": ["first", "final"],
  unstated: [],
};

/** Whether ratings were made in one arm of one run, and once: they have nothing beside them. */
function isOneArm({ arm, run }: ArmRatings, places: Int32Array): boolean {
  const first = places[0] as number;
  return places.every((at) => arm[at] === arm[first] && run[at] === run[first]);
}
