import type { Figure } from "@/lib/domain/report";
import type { ArmData } from "@/lib/domain/report-data";
import type { DraftEffect, DraftFates, Moves } from "@/lib/domain/report-draft-effect";
import { median, signFlip, tQuantile } from "@/lib/stats";
import { meanOf, shareOf, undefinedFigure } from "../figures";
import { isLabelled, type RatingTable, whyNotPooled } from "../rating-table";
import { behaviours } from "./behaviours";
import { byCriterion } from "./scene";

export type ArmRating = ArmData["ratings"][number];

export const unitKey = ({ sample, criterion }: { sample: number; criterion: number }): string => `${sample} ${criterion}`;

/** What seeing each run's drafts did to people's scores; empty where nobody rated without a draft. */
export function draftEffects(table: RatingTable): { effects: DraftEffect[]; behaviours: ReturnType<typeof behaviours> } {
  const { arms } = table.data;
  if (table.data.task.kind === "pairwise") return { effects: [], behaviours: [] };
  const effects = (arms?.runs ?? []).flatMap((_, run) =>
    (["drafted", "final"] as const).flatMap((kind) => (arms ? effectOf(table, arms, run, kind) : [])),
  );
  return { effects, behaviours: behaviours(table) };
}

/** A rating with the draft that was in view, or would have been. */
export interface BesideDraft {
  rating: ArmRating;
  draft: number;
  input: string;
}

function effectOf(table: RatingTable, arms: ArmData, run: number, kind: "drafted" | "final"): DraftEffect[] {
  const draftAt = new Map(arms.drafts.filter((draft) => draft.run === run).map((draft) => [unitKey(draft), draft.score]));
  const beside = (isOf: (rating: ArmRating) => boolean): BesideDraft[] =>
    arms.ratings.filter(isOf).flatMap((rating) => {
      const draft = draftAt.get(unitKey(rating));
      const input = table.data.samples[rating.sample]?.inputKey ?? "";
      return draft === undefined || isLabelled(table, rating.criterion) ? [] : [{ rating, draft, input }];
    });
  const seen = beside(({ arm, run: own }) => arm === kind && own === run);
  const unseen = beside(({ arm, run: own }) => (kind === "drafted" ? arm === "blind" : arm === "first" && own === run));
  if (seen.length === 0 || unseen.length === 0) return [];
  const consensus = consensusOf(arms);
  const ofCriterion = (of: readonly BesideDraft[], criterion: number) => of.filter(({ rating }) => rating.criterion === criterion);
  const whyNot = whyNotPooled(table);
  return [
    {
      ...{ judge: arms.runs[run]?.judge ?? "", kind },
      index: {
        pooled: whyNot === null ? anchoringIndex(seen, unseen) : undefinedFigure(whyNot),
        perCriterion: byCriterion(table, (criterion) => anchoringIndex(ofCriterion(seen, criterion), ofCriterion(unseen, criterion))),
      },
      drafts: {
        pooled: fatesOf(seen, consensus),
        perCriterion: byCriterion(table, (criterion) => fatesOf(ofCriterion(seen, criterion), consensus)),
      },
      moves:
        kind === "drafted"
          ? {}
          : byCriterion(table, (criterion) => movesOf(table, criterion, ofCriterion(unseen, criterion), ofCriterion(seen, criterion))),
    },
  ];
}

/** 1 - mean|h-d| with the draft / mean|h-d| without, with a jackknife over inputs, which both sides share. */
function anchoringIndex(seen: readonly BesideDraft[], unseen: readonly BesideDraft[]): Figure {
  const sums = new Map<string, { seen: number; nSeen: number; unseen: number; nUnseen: number }>();
  const own = (input: string) => {
    const found = sums.get(input) ?? { seen: 0, nSeen: 0, unseen: 0, nUnseen: 0 };
    sums.set(input, found);
    return found;
  };
  for (const { rating, draft, input } of seen) {
    const sum = own(input);
    sum.seen += Math.abs(rating.score - draft);
    sum.nSeen += 1;
  }
  for (const { rating, draft, input } of unseen) {
    const sum = own(input);
    sum.unseen += Math.abs(rating.score - draft);
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
  const without = all.flatMap(
    (one) =>
      index({
        ...{ seen: total.seen - one.seen, nSeen: total.nSeen - one.nSeen },
        ...{ unseen: total.unseen - one.unseen, nUnseen: total.nUnseen - one.nUnseen },
      }) ?? [],
  );
  return { value, why: null, n: total.nSeen, ...jackknife(value, without, all.length) };
}

function jackknife(value: number, without: readonly number[], inputs: number): Pick<Figure, "interval" | "intervalWhy"> {
  if (inputs < 2) return { interval: null, intervalWhy: "too-few" };
  if (without.length < inputs) return { interval: null, intervalWhy: "undefined-replicates" };
  const mean = without.reduce((sum, one) => sum + one, 0) / inputs;
  const variance = (without.reduce((sum, one) => sum + (one - mean) ** 2, 0) * (inputs - 1)) / inputs;
  if (variance === 0) return { interval: null, intervalWhy: "degenerate-replicates" };
  const half = tQuantile(0.975, inputs - 1) * Math.sqrt(variance);
  const ends = { low: value - half, high: Math.min(1, value + half) };
  return { interval: { ...ends, confidence: 0.95, method: "jackknife", resamples: null, seed: null }, intervalWhy: null };
}

/** The median of three or more other people's scores of a unit made without a draft; null where there are fewer. */
function consensusOf({ ratings }: ArmData): (rating: ArmRating) => number | null {
  const undrafted = new Map<string, ArmRating[]>();
  for (const rating of ratings) {
    if (rating.arm !== "blind" && rating.arm !== "first") continue;
    const own = undrafted.get(unitKey(rating));
    if (own) own.push(rating);
    else undrafted.set(unitKey(rating), [rating]);
  }
  return (rating) => {
    const others = (undrafted.get(unitKey(rating)) ?? []).filter(({ rater }) => rater !== rating.rater);
    return others.length < 3 ? null : median(others.map(({ score }) => score));
  };
}

function fatesOf(seen: readonly BesideDraft[], consensus: (rating: ArmRating) => number | null): DraftEffect["drafts"]["pooled"] {
  const known = seen.flatMap((one) => {
    const middle = consensus(one.rating);
    return middle === null ? [] : [{ ...one, isRight: (score: number) => Math.abs(score - middle) < 1 }];
  });
  const of = (drafts: typeof known): DraftFates => {
    const inputs = drafts.map(({ input }) => input);
    const share = (hit: (one: (typeof known)[number]) => boolean) => shareOf(drafts.map(hit), inputs, "no-consensus");
    const isKept = ({ rating, draft }: BesideDraft) => rating.score === draft;
    return {
      n: drafts.length,
      kept: share(isKept),
      changedRight: share((one) => !isKept(one) && one.isRight(one.rating.score)),
      changedWrong: share((one) => !isKept(one) && !one.isRight(one.rating.score)),
    };
  };
  return { right: of(known.filter((one) => one.isRight(one.draft))), wrong: of(known.filter((one) => !one.isRight(one.draft))) };
}

function movesOf(table: RatingTable, criterion: number, first: readonly BesideDraft[], final: readonly BesideDraft[]): Moves {
  const finalOf = new Map(final.map(({ rating }) => [`${rating.rater} ${unitKey(rating)}`, rating.score]));
  const pairs = first.flatMap(({ rating, draft, input }) => {
    const after = finalOf.get(`${rating.rater} ${unitKey(rating)}`);
    return after === undefined
      ? []
      : [{ before: rating.score, after, input, closer: Math.abs(rating.score - draft) - Math.abs(after - draft) }];
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
    shift: pairs.length === 0 || isLabelled(table, criterion) ? undefinedFigure("no-units") : meanOf(closer, inputs),
    p: signFlip({ differences: closer, clusters: inputs }).p,
  };
}
