import { groupBy } from "@/lib/domain/group-by";
import { hasFormat, outputFormats } from "@/lib/domain/output-format";
import { placesOf } from "@/lib/domain/rating-columns";
import type { Figure } from "@/lib/domain/report";
import type { FormatBias, JudgeBias, SystemAtEqualLength } from "@/lib/domain/report-bias";
import { smallestGroup } from "@/lib/domain/smallest-group";
import { adjustPValues, type ClusteredPair, clusteredMean, meanCorrelation, meansAtEqualLength, spearman, verbosity } from "@/lib/stats";
import { undefinedFigure } from "../figures";
import { equalOpportunity, isOwnModel, type OwnOrOther } from "../own-model";
import type { IntervalWish, RatingTable } from "../rating-table";
import { contrast, inputsAt, numbersAt, type Places, type RatedUnits, ratedUnits, type Sample, unitsWhere } from "./rated-units";
import { asFigure, byJudge, isNominal, type Scene, sceneOf, scoresIn } from "./scene";
import { subgroupsOf } from "./subgroups";
import { withoutDraft } from "./without-draft";

/** Where a judge errs systematically: with length, on its own model's outputs, in subgroups, and across criteria (halo). From ratings made without a draft where there are any. */
export function judgeBiases(table: RatingTable): Record<string, JudgeBias> {
  if (table.data.task.kind === "pairwise") return {};
  const undrafted = withoutDraft(table) ?? table;
  const scenes = table.data.criteria.flatMap(({ name }, criterion) =>
    isNominal(table, criterion) ? [] : [{ name, scene: sceneOf(undrafted, criterion) }],
  );
  return byJudge(table, (judge) => {
    const model = table.data.raters[judge]?.model ?? null;
    // One criterion after the other: of a large study, the columns of all of them are much to hold.
    const each = scenes.map(({ name, scene }) => {
      const units = ratedUnits(scene, judge);
      return {
        name,
        swayed: {
          ...lengthBias(units, undrafted.wanted),
          ownModel: ownModel(units, model),
          opportunity: opportunity(units, model),
          systems: systemsAtEqualLength(units, undrafted.wanted),
        },
        subgroups: subgroupsOf(units, undrafted),
        formats: formatsOf(units),
      };
    });
    const tested = withFalseDiscoveries(each.map(({ subgroups }) => subgroups));
    const formats = withFalseDiscoveries(each.map(({ formats: found }) => found));
    const { columnsLeftOut } = undrafted.data.task;
    const isRead = undrafted.data.samples.some(({ format }) => format != null);
    return {
      perCriterion: Object.fromEntries(
        each.map(({ name, swayed }, place) => [
          name,
          { ...swayed, subgroups: tested[place] ?? [], ...(isRead && { formats: formats[place] ?? [] }) },
        ]),
      ),
      halo: halo(
        scenes.map(({ scene }) => scene),
        judge,
      ),
      ...(columnsLeftOut && { columnsLeftOut }),
    };
  });
}

const lengthOf = ({ length }: Sample) => length ?? 0;

function lengthBias(units: RatedUnits, wanted: IntervalWish): { perDoubling: Figure; partial: Figure } {
  const long = unitsWhere(units, (sample) => lengthOf(sample) > 0);
  if (long.length === 0) return { perDoubling: undefinedFigure("no-lengths"), partial: undefinedFigure("no-lengths") };
  const { slope, partial } = verbosity({
    length: Float64Array.from(long, (place) => lengthOf(units.sampleAt(place))),
    human: numbersAt(units.human, long),
    judge: numbersAt(units.judge, long),
    clusters: inputsAt(units, long),
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

/** Nobody reads a ranking of more. */
const mostSystems = 100;

/** Whether the judge would rank systems otherwise, were their outputs equally long. */
function systemsAtEqualLength(units: RatedUnits, wanted: IntervalWish): SystemAtEqualLength[] {
  const places = unitsWhere(units, (sample) => sample.system !== null && lengthOf(sample) > 0);
  const system = Array.from(places, (place) => units.sampleAt(place).system as string);
  const ofSystem = groupBy(places.keys(), (at) => system[at] as string);
  if (ofSystem.size < 2 || ofSystem.size > mostSystems) return [];
  const { perDoubling, systems } = meansAtEqualLength({
    ...{ score: numbersAt(units.judge, places), length: Float64Array.from(places, (place) => lengthOf(units.sampleAt(place))) },
    ...{ system, clusters: inputsAt(units, places), interval: wanted.interval },
  });
  if (perDoubling.value === null) return [];
  const human = numbersAt(units.human, places);
  return systems
    .flatMap(({ system: name, mean, atEqualLength }) => {
      const { value } = clusteredMean({ values: (ofSystem.get(name) ?? []).map((at) => human[at]), interval: "none" });
      return value === null ? [] : [{ system: name, people: value, judge: mean, atEqualLength: asFigure(atEqualLength) }];
    })
    .sort((a, b) => (b.atEqualLength.value ?? 0) - (a.atEqualLength.value ?? 0));
}

/** Outputs of the judge's own model, and those of other systems. */
function ownAndOther(units: RatedUnits, model: string | null): [own: Places, other: Places] {
  const isOwn = (system: string) => model !== null && isOwnModel(system, model);
  return [
    unitsWhere(units, ({ system }) => system !== null && isOwn(system)),
    unitsWhere(units, ({ system }) => system !== null && !isOwn(system)),
  ];
}

function ownModel(units: RatedUnits, model: string | null): Figure {
  const [own, other] = ownAndOther(units, model);
  return own.length === 0 || other.length === 0 ? undefinedFigure("no-own-outputs") : contrast(units, own, other).figure;
}

/** An input that thousands of outputs share would have millions of pairs. */
const mostPairs = 1_000_000;

/** Over every two outputs of an input, one of the judge's own model and one not, that people score differently and so does the judge. */
function opportunity(units: RatedUnits, model: string | null): Figure {
  const [own, others] = ownAndOther(units, model);
  const inputOf = (place: number) => units.inputs[place] as number;
  const ofInput = groupBy(own, inputOf);
  const size = others.reduce((sum, other) => sum + (ofInput.get(inputOf(other))?.length ?? 0), 0);
  if (size > mostPairs) return { ...undefinedFigure("too-many-pairs"), n: size };
  const pairs: OwnOrOther[] = [];
  for (const other of others)
    for (const one of ofInput.get(inputOf(other)) ?? []) {
      const gap = (of: "human" | "judge") => (units[of][one] as number) - (units[of][other] as number);
      const [human, judge] = [gap("human"), gap("judge")];
      if (human === 0 || judge === 0) continue;
      pairs.push({ human: human > 0 ? "own" : "other", judge: judge > 0 ? "own" : "other", input: inputOf(one) });
    }
  const why = ofInput.size === 0 || others.length === 0 ? "no-own-outputs" : "no-two-outputs";
  return equalOpportunity(pairs, why);
}

/** Formats that enough units have, and enough have not. */
function formatsOf(units: RatedUnits): Omit<FormatBias, "q">[] {
  return outputFormats.flatMap((which) => {
    const side = (has: boolean) => unitsWhere(units, ({ format }) => format != null && hasFormat(format, which) === has);
    const [own, other] = [side(true), side(false)];
    if (own.length < smallestGroup || other.length < smallestGroup) return [];
    const { figure, p } = contrast(units, own, other);
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
  const defined = scenes.flatMap((a, place) =>
    scenes.slice(place + 1).flatMap((b) => {
      const rho = (of: Side) => spearman({ ...twoCriteria(a, b, judge, of), interval: "none" }).value;
      const [ownRho, peopleRho] = [rho("judge"), rho("people")];
      return ownRho === null || peopleRho === null ? [] : [{ a, b, ownRho, peopleRho }];
    }),
  );
  if (defined.length === 0) {
    const none = undefinedFigure(scenes.length < 2 ? "one-criterion" : "no-units");
    return { judge: none, people: none, difference: none };
  }
  const wanted = scenes[0]?.table.wanted ?? {};
  function* pairs(of: Side) {
    for (const { a, b } of defined) yield twoCriteria(a, b, judge, of);
  }
  const mean = (
    rhoOf: (pair: (typeof defined)[number]) => number,
    compared: () => { pairs: Iterable<ClusteredPair>; minus?: Iterable<ClusteredPair> },
  ): Figure => {
    const { value, why, n } = clusteredMean({ values: defined.map(rhoOf) });
    // An interval over samples: pairs of criteria are few and share them.
    return asFigure({ value, why, n, ...(wanted.interval ? {} : intervalOf(meanCorrelation({ ...compared(), statistic: "spearman" }))) });
  };
  return {
    judge: mean(
      ({ ownRho }) => ownRho,
      () => ({ pairs: pairs("judge") }),
    ),
    people: mean(
      ({ peopleRho }) => peopleRho,
      () => ({ pairs: pairs("people") }),
    ),
    difference: mean(
      ({ ownRho, peopleRho }) => ownRho - peopleRho,
      () => ({ pairs: pairs("judge"), minus: pairs("people") }),
    ),
  };
}

type Side = "judge" | "people";

/** One side's scores on two criteria. Made anew whenever they are read, since all pairs of criteria are much to hold. */
function twoCriteria(a: Scene, b: Scene, judge: number, of: Side): ClusteredPair {
  const [judgeA, judgeB] = [scoresIn(a, judge), scoresIn(b, judge)];
  const columns = [judgeA, judgeB, a.people, b.people];
  const both = placesOf(a.units.length, (place) => columns.every((column) => column[place] != null));
  const [x, y] = of === "judge" ? [judgeA, judgeB] : [a.people, b.people];
  return { x: numbersAt(x, both), y: numbersAt(y, both), clusters: inputsAt(a, both) };
}

const intervalOf = ({ interval, intervalWhy }: Pick<Figure, "interval" | "intervalWhy">) => ({ interval, intervalWhy });
