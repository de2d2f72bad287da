import { hasFormat, outputFormats } from "@/lib/domain/output-format";
import type { Figure } from "@/lib/domain/report";
import type { FormatBias, JudgeBias, Subgroup } from "@/lib/domain/report-bias";
import { smallestGroup } from "@/lib/domain/smallest-group";
import {
  adjustPValues,
  type ClusteredPair,
  clusteredMean,
  correlate,
  kendall,
  meanCorrelation,
  selfPreference,
  verbosity,
} from "@/lib/stats";
import { undefinedFigure } from "../figures";
import { equalOpportunity, isOwnModel, type OwnOrOther } from "../own-model";
import { type IntervalWish, type RatingTable, sampleOf } from "../rating-table";
import { asFigure, byJudge, isNominal, type Scene, sceneOf, scoresIn } from "./scene";
import { withoutDraft } from "./without-draft";

/** Where a judge errs systematically: with length, on its own model's outputs, in subgroups, and across criteria (halo). From ratings made without a draft where there are any. */
export function judgeBiases(table: RatingTable): Record<string, JudgeBias> {
  if (table.data.task.kind === "pairwise") return {};
  const undrafted = withoutDraft(table) ?? table;
  const scenes = table.data.criteria.flatMap(({ name }, criterion) =>
    isNominal(table, criterion) ? [] : [{ name, scene: sceneOf(undrafted, criterion) }],
  );
  return byJudge(table, (judge) => {
    const each = scenes.map(({ name, scene }) => ({ name, errors: errorsOf(scene, judge) }));
    const model = table.data.raters[judge]?.model ?? null;
    const tested = withFalseDiscoveries(each.map(({ errors }) => subgroupsOf(errors, undrafted.wanted)));
    const formats = withFalseDiscoveries(each.map(({ errors }) => formatsOf(errors)));
    const isRead = undrafted.data.samples.some(({ format }) => format != null);
    return {
      perCriterion: Object.fromEntries(
        each.map(({ name, errors }, place) => [
          name,
          {
            ...lengthBias(errors, undrafted.wanted),
            ownModel: ownModel(errors, model),
            opportunity: opportunity(errors, model),
            subgroups: tested[place] ?? [],
            ...(isRead && { formats: formats[place] ?? [] }),
          },
        ]),
      ),
      halo: halo(
        scenes.map(({ scene }) => scene),
        judge,
      ),
    };
  });
}

interface RatedUnit {
  human: number;
  judge: number;
  input: number;
  system: string | null;
  subset: string | null;
  length: number | null;
  format: number | null;
}

function errorsOf(scene: Scene, judge: number): RatedUnit[] {
  const judged = scoresIn(scene, judge);
  return scene.units.flatMap((unit, place) => {
    const [human, score] = [scene.people[place] ?? null, judged[place] ?? null];
    const { system = null, subset = null, length = null, format = null } = scene.table.data.samples[sampleOf(scene.table, unit)] ?? {};
    return human === null || score === null
      ? []
      : [{ human, judge: score, input: scene.inputs[place] ?? -1, system, subset, length, format }];
  });
}

function lengthBias(units: RatedUnit[], wanted: IntervalWish): { perDoubling: Figure; partial: Figure } {
  const long = units.filter(({ length }) => length !== null && length > 0);
  if (long.length === 0) return { perDoubling: undefinedFigure("no-lengths"), partial: undefinedFigure("no-lengths") };
  const { slope, partial } = verbosity({
    ...{ length: long.map(({ length }) => length), human: long.map(({ human }) => human), judge: long.map(({ judge }) => judge) },
    clusters: long.map(({ input }) => input),
    ...wanted,
  });
  const perDoubling = asFigure({ ...slope, n: long.length });
  const doubled = (value: number) => value * Math.LN2;
  const { interval } = perDoubling;
  return {
    perDoubling: {
      ...perDoubling,
      value: perDoubling.value === null ? null : doubled(perDoubling.value),
      interval: interval ? { ...interval, low: doubled(interval.low), high: doubled(interval.high) } : null,
    },
    partial: asFigure(partial),
  };
}

function ownModel(units: RatedUnit[], model: string | null): Figure {
  const named = units.filter(({ system }) => system !== null);
  const own = named.filter(({ system }) => model !== null && isOwnModel(system ?? "", model));
  const other = named.filter((unit) => !own.includes(unit));
  return own.length === 0 || other.length === 0 ? undefinedFigure("no-own-outputs") : contrast(own, other).figure;
}

/** An input that thousands of outputs share would have millions of pairs. */
const mostPairs = 1_000_000;

/** Over every two outputs of an input, one of the judge's own model and one not, that people score differently and so does the judge. */
function opportunity(units: RatedUnit[], model: string | null): Figure {
  const named = units.filter(({ system }) => system !== null);
  const isOwn = ({ system }: RatedUnit) => model !== null && isOwnModel(system ?? "", model);
  const ofInput = new Map<number, RatedUnit[]>();
  for (const unit of named) {
    if (!isOwn(unit)) continue;
    const own = ofInput.get(unit.input);
    if (own) own.push(unit);
    else ofInput.set(unit.input, [unit]);
  }
  const others = named.filter((unit) => !isOwn(unit));
  const size = others.reduce((sum, { input }) => sum + (ofInput.get(input)?.length ?? 0), 0);
  if (size > mostPairs) return { ...undefinedFigure("too-many-pairs"), n: size };
  const pairs = others.flatMap((other) =>
    (ofInput.get(other.input) ?? []).flatMap((own): OwnOrOther[] => {
      if (own.human === other.human || own.judge === other.judge) return [];
      const side = (of: "human" | "judge") => (own[of] > other[of] ? "own" : "other");
      return [{ human: side("human"), judge: side("judge"), input: own.input }];
    }),
  );
  const why = ofInput.size === 0 || others.length === 0 ? "no-own-outputs" : "no-two-outputs";
  return equalOpportunity(pairs, why);
}

function contrast(own: RatedUnit[], other: RatedUnit[]): { figure: Figure; p: number | null } {
  const error = ({ human, judge }: RatedUnit) => judge - human;
  const result = selfPreference({
    ...{ errorOnOwn: own.map(error), errorOnOther: other.map(error) },
    ...{ ownClusters: own.map(({ input }) => input), otherClusters: other.map(({ input }) => input) },
  });
  return { figure: asFigure({ ...result, n: own.length }), p: result.p };
}

function subgroupsOf(units: RatedUnit[], wanted: IntervalWish): Omit<Subgroup, "q">[] {
  return (["system", "subset"] as const).flatMap((by) => {
    const groups = new Map<string, RatedUnit[]>();
    for (const unit of units) {
      const group = unit[by];
      if (group === null) continue;
      const own = groups.get(group);
      if (own) own.push(unit);
      else groups.set(group, [unit]);
    }
    const small = [...groups].filter(([, own]) => own.length < smallestGroup);
    const large = [...groups].filter(([, own]) => own.length >= smallestGroup);
    const pooled: [string, RatedUnit[]] = ["small groups", small.flatMap(([, own]) => own)];
    const all = [...large, ...(small.length < 2 ? small : [pooled])];
    if (all.length < 2) return [];
    return all.map(([group, own]) => {
      const inGroup = new Set(own);
      const { figure, p } = contrast(
        own,
        units.filter((unit) => unit[by] !== null && !inGroup.has(unit)),
      );
      return { by, group, difference: figure, tauB: tauBOf(own, wanted), p };
    });
  });
}

const tauBOf = (units: RatedUnit[], wanted: IntervalWish): Figure =>
  asFigure(
    kendall({
      ...{ x: units.map(({ judge }) => judge), y: units.map(({ human }) => human), clusters: units.map(({ input }) => input) },
      ...wanted,
    }).tauB,
  );

/** Formats that enough units have, and enough have not. */
function formatsOf(units: RatedUnit[]): Omit<FormatBias, "q">[] {
  const read = units.flatMap((unit) => (unit.format === null ? [] : [{ unit, format: unit.format }]));
  return outputFormats.flatMap((which) => {
    const side = (has: boolean) => read.flatMap(({ unit, format }) => (hasFormat(format, which) === has ? [unit] : []));
    const [own, other] = [side(true), side(false)];
    if (own.length < smallestGroup || other.length < smallestGroup) return [];
    const { figure, p } = contrast(own, other);
    return [{ format: which, difference: figure, p }];
  });
}

function withFalseDiscoveries<T extends { p: number | null }>(groups: T[][]): (T & { q: number | null })[][] {
  const { adjusted } = adjustPValues({ pValues: groups.flat().map(({ p }) => p), method: "bh" });
  let at = 0;
  return groups.map((own) => own.map((group) => ({ ...group, q: adjusted[at++] ?? null })));
}

/** Correlations between criteria over the samples on which both sides have both scores; each pair of criteria counts once. */
function halo(scenes: Scene[], judge: number): JudgeBias["halo"] {
  const pairs = scenes.flatMap((a, place) =>
    scenes.slice(place + 1).flatMap((b) => {
      const [judgeA, judgeB] = [scoresIn(a, judge), scoresIn(b, judge)];
      const both = a.units.map((_, at) =>
        [judgeA[at], judgeB[at], a.people[at], b.people[at]].every((score) => score !== null && score !== undefined),
      );
      const pick = <T>(column: readonly T[]) => column.filter((_, at) => both[at]);
      const clusters = pick(a.inputs);
      const of = (x: (number | null)[], y: (number | null)[]) => ({ x: pick(x), y: pick(y), clusters });
      const rho = ({ x, y }: ClusteredPair) => correlate({ x, y, interval: "none" }).spearman.value;
      const [own, people] = [of(judgeA, judgeB), of(a.people, b.people)];
      const [ownRho, peopleRho] = [rho(own), rho(people)];
      return ownRho === null || peopleRho === null ? [] : [{ own, people, ownRho, peopleRho }];
    }),
  );
  if (pairs.length === 0) {
    const none = undefinedFigure(scenes.length < 2 ? "one-criterion" : "no-units");
    return { judge: none, people: none, difference: none };
  }
  const wanted = scenes[0]?.table.wanted ?? {};
  const mean = (of: (pair: (typeof pairs)[number]) => number, compared: { pairs: ClusteredPair[]; minus?: ClusteredPair[] }): Figure => {
    const { value, why, n } = clusteredMean({ values: pairs.map(of) });
    // An interval over samples: pairs of criteria are few and share them.
    return asFigure({ value, why, n, ...(wanted.interval ? {} : intervalOf(meanCorrelation({ ...compared, statistic: "spearman" }))) });
  };
  const [own, people] = [pairs.map((pair) => pair.own), pairs.map((pair) => pair.people)];
  return {
    judge: mean(({ ownRho }) => ownRho, { pairs: own }),
    people: mean(({ peopleRho }) => peopleRho, { pairs: people }),
    difference: mean(({ ownRho, peopleRho }) => ownRho - peopleRho, { pairs: own, minus: people }),
  };
}

const intervalOf = ({ interval, intervalWhy }: Pick<Figure, "interval" | "intervalWhy">) => ({ interval, intervalWhy });
