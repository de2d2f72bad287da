import type { ArmColumns, ArmRatings } from "@/lib/domain/arm-columns";
import type { Figure } from "@/lib/domain/report";
import type { DraftEffect, DraftFates, Moves } from "@/lib/domain/report-draft-effect";
import { compareDistances, jackknifeInterval, median, nearerBy, signFlip } from "@/lib/stats";
import { draftsByUnit, placesByUnit, placesIn, unitAt } from "../arm-units";
import { meanOf, shareOf, undefinedFigure } from "../figures";
import { isLabelled, type RatingTable, whyNotPooled } from "../rating-table";
import { behaviours } from "./behaviours";
import { byCriterion } from "./scene";

/** What seeing each run's drafts did to people's scores; empty where nobody rated without a draft. */
export function draftEffects(table: RatingTable): { effects: DraftEffect[]; behaviours: ReturnType<typeof behaviours> } {
  const { arms } = table.data;
  if (table.data.task.kind === "pairwise") return { effects: [], behaviours: [] };
  const effects = arms?.runs.flatMap((_, run) => (["drafted", "final"] as const).flatMap((kind) => effectOf(table, arms, run, kind)));
  return { effects: effects ?? [], behaviours: behaviours(table) };
}

/** Ratings, given by their places, beside a run's drafts: those in view, or that would have been. */
interface BesideDrafts {
  table: RatingTable;
  ratings: ArmRatings;
  /** By unit. */
  drafts: Float64Array;
}

const draftAt = ({ table, ratings, drafts }: BesideDrafts, at: number): number => drafts[unitAt(table, ratings, at)] as number;
const scoreAt = ({ ratings }: BesideDrafts, at: number): number => ratings.score[at] as number;
const inputAt = ({ table, ratings }: BesideDrafts, at: number): number => table.inputs[ratings.sample[at] as number] as number;
const distanceAt = (beside: BesideDrafts, at: number): number => Math.abs(scoreAt(beside, at) - draftAt(beside, at));

function effectOf(table: RatingTable, arms: ArmColumns, run: number, kind: "drafted" | "final"): DraftEffect[] {
  const { ratings } = arms;
  const beside: BesideDrafts = { table, ratings, drafts: draftsByUnit(table, arms.drafts, run) };
  const isBeside = (at: number) => !Number.isNaN(draftAt(beside, at)) && !isLabelled(table, ratings.criterion[at] as number);
  const seen = placesIn(ratings, [kind], run).filter(isBeside);
  const unseen = (kind === "drafted" ? placesIn(ratings, ["blind"]) : placesIn(ratings, ["first"], run)).filter(isBeside);
  if (seen.length === 0 || unseen.length === 0) return [];
  const consensus = consensusOf(table, ratings);
  const ofCriterion = (places: Int32Array, criterion: number) => places.filter((at) => ratings.criterion[at] === criterion);
  const whyNot = whyNotPooled(table);
  return [
    {
      ...{ judge: arms.runs[run]?.judge ?? "", kind },
      index: {
        pooled: whyNot === null ? anchoringIndex(beside, seen, unseen) : undefinedFigure(whyNot),
        perCriterion: byCriterion(table, (criterion) =>
          anchoringIndex(beside, ofCriterion(seen, criterion), ofCriterion(unseen, criterion)),
        ),
      },
      drafts: {
        pooled: fatesOf(beside, seen, consensus),
        perCriterion: byCriterion(table, (criterion) => fatesOf(beside, ofCriterion(seen, criterion), consensus)),
      },
      moves:
        kind === "drafted"
          ? {}
          : byCriterion(table, (criterion) => movesOf(beside, ofCriterion(unseen, criterion), ofCriterion(seen, criterion))),
    },
  ];
}

/** 1 - mean|h-d| with the draft / mean|h-d| without, with a jackknife over inputs, which both sides share. */
function anchoringIndex(beside: BesideDrafts, seen: Int32Array, unseen: Int32Array): Figure {
  const sums = new Map<number, { seen: number; nSeen: number; unseen: number; nUnseen: number }>();
  const own = (input: number) => {
    const found = sums.get(input) ?? { seen: 0, nSeen: 0, unseen: 0, nUnseen: 0 };
    sums.set(input, found);
    return found;
  };
  for (const at of seen) {
    const sum = own(inputAt(beside, at));
    sum.seen += distanceAt(beside, at);
    sum.nSeen += 1;
  }
  for (const at of unseen) {
    const sum = own(inputAt(beside, at));
    sum.unseen += distanceAt(beside, at);
    sum.nUnseen += 1;
  }
  const all = [...sums.values()];
  const total = all.reduce(
    (a, b) => ({ seen: a.seen + b.seen, nSeen: a.nSeen + b.nSeen, unseen: a.unseen + b.unseen, nUnseen: a.nUnseen + b.nUnseen }),
    { seen: 0, nSeen: 0, unseen: 0, nUnseen: 0 },
  );
  const index = (of: typeof total) =>
    of.nSeen === 0 || of.nUnseen === 0 || of.unseen === 0 ? null : 1 - of.seen / of.nSeen / (of.unseen / of.nUnseen);
  const value = index(total);
  if (value === null) return undefinedFigure(total.nSeen === 0 || total.nUnseen === 0 ? "no-units" : "no-distance");
  const leaveOneOut = all.map(
    (one) =>
      index({
        ...{ seen: total.seen - one.seen, nSeen: total.nSeen - one.nSeen },
        ...{ unseen: total.unseen - one.unseen, nUnseen: total.nUnseen - one.nUnseen },
      }) ?? Number.NaN,
  );
  const { interval, intervalWhy } = jackknifeInterval({ estimate: value, leaveOneOut, confidence: 0.95, bounds: { high: 1 } });
  return { value, why: null, n: total.nSeen, interval, intervalWhy };
}

/** The median of three or more other people's scores of a unit made without a draft; null where there are fewer. */
function consensusOf(table: RatingTable, ratings: ArmRatings): (at: number) => number | null {
  const undrafted = placesByUnit(table, ratings, placesIn(ratings, ["blind", "first"]));
  return (at) => {
    const others = undrafted(unitAt(table, ratings, at)).filter((other) => ratings.rater[other] !== ratings.rater[at]);
    return others.length < 3 ? null : median(Array.from(others, (other) => ratings.score[other] as number));
  };
}

function fatesOf(beside: BesideDrafts, seen: Int32Array, consensus: (at: number) => number | null): DraftEffect["drafts"]["pooled"] {
  const fates = { right: emptyFates(), wrong: emptyFates() };
  for (const at of seen) {
    const middle = consensus(at);
    if (middle === null) continue;
    const isRight = (score: number) => compareDistances(Math.abs(score - middle), 1) < 0;
    const [score, draft] = [scoreAt(beside, at), draftAt(beside, at)];
    const own = fates[isRight(draft) ? "right" : "wrong"];
    own.inputs.push(inputAt(beside, at));
    own.kept.push(score === draft);
    own.changedRight.push(score !== draft && isRight(score));
    own.changedWrong.push(score !== draft && !isRight(score));
  }
  const of = ({ inputs, ...hits }: ReturnType<typeof emptyFates>): DraftFates => ({
    n: inputs.length,
    kept: shareOf(hits.kept, inputs, "no-consensus"),
    changedRight: shareOf(hits.changedRight, inputs, "no-consensus"),
    changedWrong: shareOf(hits.changedWrong, inputs, "no-consensus"),
  });
  return { right: of(fates.right), wrong: of(fates.wrong) };
}

const emptyFates = () => ({ inputs: [] as number[], kept: [] as boolean[], changedRight: [] as boolean[], changedWrong: [] as boolean[] });

function movesOf(beside: BesideDrafts, first: Int32Array, final: Int32Array): Moves {
  const { table, ratings } = beside;
  const finals = placesByUnit(table, ratings, final);
  const pairs = Array.from(first).flatMap((at) => {
    const own = finals(unitAt(table, ratings, at)).findLast((other) => ratings.rater[other] === ratings.rater[at]);
    if (own === undefined) return [];
    const [before, after] = [scoreAt(beside, at), scoreAt(beside, own)];
    return [{ before, after, input: inputAt(beside, at), closer: nearerBy(before, after, draftAt(beside, at)) }];
  });
  const values = [...new Set(pairs.flatMap(({ before, after }) => [before, after]))].sort((a, b) => a - b);
  const placeOf = new Map(values.map((value, place) => [value, place]));
  const counted = (of: typeof pairs) => {
    const table = values.map(() => values.map(() => 0));
    for (const { before, after } of of) {
      const row = table[placeOf.get(before) as number] as number[];
      const place = placeOf.get(after) as number;
      row[place] = (row[place] as number) + 1;
    }
    return table;
  };
  const closer = pairs.map((pair) => pair.closer);
  const inputs = pairs.map(({ input }) => input);
  const towards = pairs.filter((pair) => pair.closer > 0);
  const away = pairs.filter((pair) => pair.closer < 0);
  return {
    ...{ values, counts: counted(pairs), ways: { towards: counted(towards), away: counted(away) } },
    ...{ towards: towards.length, away: away.length, stayed: pairs.length - towards.length - away.length },
    shift: pairs.length === 0 ? undefinedFigure("no-units") : meanOf(closer, inputs),
    p: signFlip({ differences: closer, clusters: inputs }).p,
  };
}
