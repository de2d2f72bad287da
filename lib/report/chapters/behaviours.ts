import { armNames } from "@/lib/domain/rating-columns";
import type { Figure } from "@/lib/domain/report";
import type { Behaviours } from "@/lib/domain/report-draft-effect";
import { clusteredShare, draftInfluence } from "@/lib/stats";
import { undefinedFigure } from "../figures";
import { criterionOf, isLabelled, nameOf, type RatingTable, sampleOf, scoreOf, unitsOf } from "../rating-table";

/** A final score beside the draft that was in view, the person's own first score if there is one, and the others' scores. */
interface Seen {
  criterion: number;
  input: string;
  draft: number;
  final: number;
  first: number | null;
  others: number[];
}

/**
 * Correction, scrutiny, subjectivity and outliers removed, by judge whose drafts were shown and by criterion. With a person's own first score the
 * others' are first scores too; without one, "draft only", the others' final scores.
 */
export function behaviours(table: RatingTable): Behaviours[] {
  return seenDrafts(table).flatMap(({ judge, definition, units }) => {
    if (units.length === 0) return [];
    const criteria = [null, ...table.data.criteria.keys()].filter((one) => one === null || !isLabelled(table, one));
    return criteria.map(
      (criterion): Behaviours => ({
        ...{ judge, definition, criterion: criterion === null ? null : (table.data.criteria[criterion]?.name ?? null) },
        ...measured(
          units.filter((unit) => criterion === null || unit.criterion === criterion),
          definition,
        ),
      }),
    );
  });
}

const rates = ["correction", "scrutiny", "subjectivity", "outlierRemoved"] as const;

function measured(units: Seen[], definition: Behaviours["definition"]) {
  const of = (some: Seen[]) =>
    draftInfluence({
      ...{ draft: some.map(({ draft }) => draft), final: some.map(({ final }) => final), others: some.map(({ others }) => others) },
      ...(definition === "blind-score" && { blind: some.map(({ first }) => first) }),
    });
  const inputs = new Map<string, Seen[]>();
  for (const unit of units) inputs.set(unit.input, [...(inputs.get(unit.input) ?? []), unit]);
  const byInput = [...inputs.values()].map(of);
  const share = (rate: (typeof rates)[number]): Figure => {
    const found = byInput.map((one) => ({ hits: one[rate]?.count ?? 0, size: one[rate]?.n ?? 0 }));
    const n = found.reduce((sum, { size }) => sum + size, 0);
    if (n === 0) return undefinedFigure("no-units");
    const { value, why, interval, intervalWhy } = clusteredShare({
      hits: found.map(({ hits }) => hits),
      sizes: found.map(({ size }) => size),
    });
    return { value, why, n, interval, intervalWhy };
  };
  const { n, tiedMajorities } = of(units);
  return {
    ...{ n, tied: tiedMajorities },
    ...{ correction: share("correction"), scrutiny: share("scrutiny"), subjectivity: share("subjectivity") },
    outlierRemoved: definition === "blind-score" ? share("outlierRemoved") : null,
  };
}

interface SeenOfJudge {
  judge: string;
  definition: Behaviours["definition"];
  units: Seen[];
}

function seenDrafts(table: RatingTable): SeenOfJudge[] {
  return table.data.arms === null ? seenInOneArm(table) : seenInArms(table);
}

/** Where everybody worked with drafts, the drafts are those of the one judge whose were acted on. */
function seenInOneArm(table: RatingTable): SeenOfJudge[] {
  const { data, annotators } = table;
  const shown = [...new Set(data.actionCounts.map(({ judge }) => judge))];
  const [judge] = shown;
  if (shown.length !== 1 || judge === undefined) return [];
  const drafted = armNames.indexOf("drafted");
  if (data.ratings.arm.some((arm) => arm >= 0 && arm !== drafted)) return [];
  const units = unitsOf(table).flatMap((unit): Seen[] => {
    const [draft, criterion] = [scoreOf(table, unit, judge), criterionOf(table, unit)];
    if (draft === null || isLabelled(table, criterion)) return [];
    const given = annotators.map((rater) => scoreOf(table, unit, rater));
    const input = data.samples[sampleOf(table, unit)]?.inputKey ?? "";
    return given.flatMap((final, place) => {
      if (final === null) return [];
      const others = given.filter((score, other) => other !== place && score !== null) as number[];
      return [{ criterion, input, draft, final, first: null, others }];
    });
  });
  return [{ judge: nameOf(table, judge), definition: "draft-only", units }];
}

function seenInArms(table: RatingTable): SeenOfJudge[] {
  const { arms, samples } = table.data;
  if (arms === null) return [];
  const key = (one: { sample: number; criterion: number }) => `${one.sample} ${one.criterion}`;
  const by = new Map<string, typeof arms.ratings>();
  for (const rating of arms.ratings) by.set(`${rating.arm} ${key(rating)}`, [...(by.get(`${rating.arm} ${key(rating)}`) ?? []), rating]);
  const at = (kinds: readonly string[], unit: { sample: number; criterion: number }) =>
    kinds.flatMap((kind) => by.get(`${kind} ${key(unit)}`) ?? []);
  return arms.runs.flatMap(({ judge }, run) => {
    const draftAt = new Map(arms.drafts.filter((draft) => draft.run === run).map((draft) => [key(draft), draft.score]));
    const seen = (arm: "drafted" | "final"): Seen[] =>
      arms.ratings.flatMap((rating) => {
        const draft = draftAt.get(key(rating));
        if (rating.arm !== arm || rating.run !== run || draft === undefined || isLabelled(table, rating.criterion)) return [];
        const others = at(arm === "final" ? ["first", "blind"] : ["drafted"], rating).filter(({ rater }) => rater !== rating.rater);
        const first = at(["first"], rating).find(({ rater }) => rater === rating.rater)?.score ?? null;
        const input = samples[rating.sample]?.inputKey ?? "";
        return [{ criterion: rating.criterion, input, draft, final: rating.score, first, others: others.map(({ score }) => score) }];
      });
    return [
      { judge, definition: "blind-score" as const, units: seen("final") },
      { judge, definition: "draft-only" as const, units: seen("drafted") },
    ];
  });
}
