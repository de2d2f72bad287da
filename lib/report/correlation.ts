import type { CorrelationFigures, Figure, GroupedFigures, TaskReport } from "@/lib/domain/report";
import { correlate, meanCorrelations } from "@/lib/stats";
import { bothRated, type RatedPlaces, ratedPlaces } from "./both-rated";
import { hasOnlyDrafted, withoutDraft } from "./chapters/without-draft";
import { exactMean, type Fraction, meanOfFractions, toNumber } from "./exact-mean";
import { undefinedFigure } from "./figures";
import { asNumbers, humanScores, raterScores, sampleMeans } from "./human-scores";
import {
  criterionOf,
  hasOwnScale,
  type IntervalWish,
  inputsOf,
  isLabelled,
  nameOf,
  numberOf,
  numberUnits,
  type RatingTable,
  sampleOf,
  unitsOf,
  whyNotPooled,
} from "./rating-table";
import { systemsOf } from "./systems-of";

type JudgeCorrelation = TaskReport["correlation"][string];
type Column = (Fraction | null)[];

/**
 * Pearson, Spearman and Kendall's tau-b of each judge against the mean of the annotators, at every level a reader may ask for: from ratings made
 * without a draft where there are any, else from all. Scores that follow a judge's draft agree with that judge.
 */
export function correlation(all: RatingTable): TaskReport["correlation"] {
  const table = withoutDraft(all) ?? all;
  const human = humanScores(table);
  const isDrafted = all.data.criteria.map((_, criterion) => hasOnlyDrafted(all, criterion));
  return Object.fromEntries(table.judges.map((judge) => [nameOf(table, judge), judgeCorrelation(table, judge, human, isDrafted)]));
}

/** `isDrafted`: whether a criterion has no rating in the table because all of them were made with a draft in view. */
function judgeCorrelation(table: RatingTable, judge: number, human: Column, isDrafted: readonly boolean[]): JudgeCorrelation {
  const score = raterScores(table, judge);
  const perCriterion = <T>(of: (criterion: number) => T) =>
    Object.fromEntries(table.data.criteria.map((criterion, index) => [criterion.name, of(index)]));
  const { inputs } = table;
  const means = sampleMeans(table, score, human);
  const [x, y] = [asNumbers(score), asNumbers(human)];
  const [meanX, meanY] = [asNumbers(means.a), asNumbers(means.b)];
  const within = (units: readonly number[], groups: readonly number[]) =>
    grouped(pick(x, units), pick(y, units), groups, inputsOf(table, units), table.wanted);
  const all = numberUnits(table);
  const places = placesInText(table.criteria);
  const notPooled = whyJudgeNotPooled(table, judge);
  const whyNoMean = whyNotPooled(table);
  const ofCriterion = <T>(criterion: number, of: (units: readonly number[]) => T, none: (why: string) => T): T =>
    isLabelled(table, criterion) ? none("labels") : isDrafted[criterion] ? none("no-blind-ratings") : of(unitsOf(table, criterion));
  return {
    pooled: notPooled === null ? figures(pick(x, all), pick(y, all), inputsOf(table, all), table.wanted) : undefinedFigures(notPooled),
    perCriterion: perCriterion((criterion) =>
      ofCriterion(criterion, (units) => figures(pick(x, units), pick(y, units), inputsOf(table, units), table.wanted), undefinedFigures),
    ),
    sampleMean: whyNoMean === null ? figures(meanX, meanY, inputs, table.wanted) : undefinedFigures(whyNoMean),
    textLevel: {
      allGroups:
        whyNoMean === "labels"
          ? undefinedGroups(whyNoMean)
          : within(
              all,
              all.map((unit) => (inputs[sampleOf(table, unit)] as number) * table.criteria + (places[criterionOf(table, unit)] as number)),
            ),
      perCriterion: perCriterion((criterion) => ofCriterion(criterion, (units) => within(units, inputs), undefinedGroups)),
      meanOverCriteria: whyNoMean === null ? grouped(meanX, meanY, inputs, inputs, table.wanted) : undefinedGroups(whyNoMean),
    },
    systemLevel: {
      perCriterion: perCriterion((criterion) =>
        ofCriterion(
          criterion,
          (units) =>
            systemLevel(
              table,
              units.map((unit) => score[unit] ?? null),
              units.map((unit) => human[unit] ?? null),
            ),
          undefinedFigures,
        ),
      ),
      meanOverCriteria: whyNoMean === null ? systemLevel(table, means.a, means.b) : undefinedFigures(whyNoMean),
    },
    pairwise: twoByTwo(table, judge, x, notPooled),
  };
}

/** The values of these units; of all, the column itself. */
function pick(column: Float64Array, units: readonly number[]): Float64Array {
  if (units.length === column.length) return column;
  const picked = new Float64Array(units.length);
  for (let place = 0; place < units.length; place++) picked[place] = column[units[place] as number] as number;
  return picked;
}

/** The place of each number in the order of their texts (10 before 2), in which groups have always been summed. */
function placesInText(count: number): number[] {
  const texts = Array.from({ length: count }, (_, number) => String(number)).sort();
  return Array.from({ length: count }, (_, number) => texts.indexOf(String(number)));
}

/**
 * Why a judge's scores cannot be pooled over criteria. A metric with its own scale gives a sample one score, which counts for each of its criteria:
 * pooled, it would be compared with itself.
 */
function whyJudgeNotPooled(table: RatingTable, judge: number): "own-scale" | ReturnType<typeof whyNotPooled> {
  const withNumbers = table.data.criteria.filter(({ labels }) => !labels).length;
  return hasOwnScale(table, judge) && withNumbers > 1 ? "own-scale" : whyNotPooled(table);
}

type Result = ReturnType<typeof correlate>;
const coefficients = ["pearson", "spearman", "kendallTauB"] as const;

function figures(x: Float64Array, y: Float64Array, clusters: readonly number[] | null, wanted: IntervalWish): CorrelationFigures {
  const result = correlate({ x, y, ...(clusters && { clusters }), ...wanted });
  const figure = (name: (typeof coefficients)[number]): Figure => {
    const { value, why, interval, intervalWhy } = result[name];
    return { value, why, n: result.n, interval, intervalWhy };
  };
  return { n: result.n, pearson: figure("pearson"), spearman: figure("spearman"), kendallTauB: figure("kendallTauB") };
}

function grouped(
  x: Float64Array,
  y: Float64Array,
  groups: readonly number[],
  clusters: readonly number[],
  wanted: IntervalWish,
): GroupedFigures {
  const result: Result = correlate({ x, y, groups, clusters, ...wanted });
  const figure = (name: (typeof coefficients)[number]) => {
    const { value, why, interval, intervalWhy, definedGroups = 0, totalGroups = 0 } = result[name];
    return { value, why, definedGroups, totalGroups, interval, intervalWhy };
  };
  return { pearson: figure("pearson"), spearman: figure("spearman"), kendallTauB: figure("kendallTauB") };
}

function undefinedFigures(why: string): CorrelationFigures {
  const none = undefinedFigure(why);
  return { n: 0, pearson: none, spearman: none, kendallTauB: none };
}

/** Over the systems' means; the columns have one entry per sample. Samples without a system are left out; no interval, since systems are few and fixed. */
function systemLevel(table: RatingTable, judge: Column, human: Column): CorrelationFigures {
  const bySystem = new Map<string, { judge: Fraction[]; human: Fraction[] }>();
  table.data.samples.forEach((sample, index) => {
    const [a, b] = [judge[index], human[index]];
    if (!a || !b) return;
    for (const { name, turned } of systemsOf(sample)) {
      const system = bySystem.get(name) ?? { judge: [], human: [] };
      system.judge.push(turned(a));
      system.human.push(turned(b));
      bySystem.set(name, system);
    }
  });
  const systems = [...bySystem.values()];
  const means = (of: (system: (typeof systems)[number]) => Fraction[]) => asNumbers(systems.map((system) => meanOfFractions(of(system))));
  return figures(
    means((system) => system.judge),
    means((system) => system.human),
    null,
    table.wanted,
  );
}

/** Judge–people next to people–people correlation over the same units: those scored by the judge and at least two annotators. */
function twoByTwo(table: RatingTable, judge: number, judged: Float64Array, whyNot: string | null): JudgeCorrelation["pairwise"] {
  if (whyNot !== null) return { judgeAnnotator: undefinedGroups(whyNot), annotatorAnnotator: undefinedGroups(whyNot) };
  const all = numberUnits(table);
  const scored = all.filter((unit) => !Number.isNaN(judged[unit]) && hasTwoPeople(table, unit));
  const common = scored.length === all.length ? all : scored;
  const [own] = ratedPlaces(common, [judge], (unit) => judged[unit] as number) as [RatedPlaces];
  // As their decimals, like all columns here.
  const exact = { ...table, values: table.values.map((score) => (Number.isNaN(score) ? score : toNumber(exactMean([score]) as Fraction))) };
  const people = ratedPlaces(common, table.annotators, (unit, rater) => numberOf(exact, unit, rater));
  function* withJudge() {
    for (const person of people) yield [own, person] as const;
  }
  function* betweenPeople() {
    for (const [index, a] of people.entries()) for (let b = index + 1; b < people.length; b++) yield [a, people[b] as RatedPlaces] as const;
  }
  const inputs = inputsOf(table, common);
  return {
    judgeAnnotator: averaged(withJudge(), inputs, table.wanted),
    annotatorAnnotator: averaged(betweenPeople(), inputs, table.wanted),
  };
}

function hasTwoPeople(table: RatingTable, unit: number): boolean {
  let ratings = 0;
  for (const annotator of table.annotators) if (!Number.isNaN(numberOf(table, unit, annotator)) && ++ratings === 2) return true;
  return false;
}

const statistics = { pearson: "pearson", spearman: "spearman", kendallTauB: "kendall" } as const;

/**
 * Plain mean of the coefficients of several pairs of raters, each over the units both rated; pairs where it is undefined are left out and counted. The
 * interval is over inputs, which the pairs share.
 */
function averaged(pairs: Iterable<readonly [RatedPlaces, RatedPlaces]>, inputs: readonly number[], wanted: IntervalWish): GroupedFigures {
  let [totalGroups, whyFirst] = [0, "no-units"];
  function* withTwoUnits() {
    for (const [a, b] of pairs) {
      const pair = bothRated(a, b, inputs);
      if (totalGroups === 0) whyFirst = pair === null ? "too-few" : "constant-input";
      totalGroups += 1;
      if (pair !== null) yield pair;
    }
  }
  const means = meanCorrelations({ pairs: withTwoUnits(), ...wanted }, Object.values(statistics));
  const mean = (name: (typeof coefficients)[number]) => {
    const { values, interval, intervalWhy } = means[statistics[name]];
    const counted = { definedGroups: values.length, totalGroups };
    if (values.length === 0) return { ...undefinedGroup(whyFirst), ...counted };
    const value = values.reduce((total, entry) => total + entry, 0) / values.length;
    return { value, why: null, ...counted, interval, intervalWhy };
  };
  return { pearson: mean("pearson"), spearman: mean("spearman"), kendallTauB: mean("kendallTauB") };
}

const undefinedGroup = (why: string) => ({
  ...{ value: null, why, definedGroups: 0, totalGroups: 0, interval: null, intervalWhy: "undefined-estimate" },
});

function undefinedGroups(why: string): GroupedFigures {
  const none = undefinedGroup(why);
  return { pearson: none, spearman: none, kendallTauB: none };
}
