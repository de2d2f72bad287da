import { confidenceOf } from "./arguments";
import { checkSameLength, numberColumn } from "./paired-values";
import { type IntervalEstimate, type Rating, StatsInputError } from "./result";
import { wilson } from "./wilson";

/** A blind score shows what the draft changed; without one only the final scores are known. */
export type InfluenceDefinition = "blind-score" | "draft-only";

/** A rate over the units that could show it, with Wilson's interval. */
export interface InfluenceRate extends IntervalEstimate {
  count: number;
}

export interface DraftInfluenceResult {
  definition: InfluenceDefinition;
  /** Units with a draft, a final score and a majority of the others (and a blind score). */
  n: number;
  /** Units left out because the others' most frequent score is a tie. */
  tiedMajorities: number;
  correction: InfluenceRate;
  scrutiny: InfluenceRate;
  subjectivity: InfluenceRate;
  /** Only with a blind score; null otherwise. */
  outlierRemoved: InfluenceRate | null;
}

export interface DraftInfluenceInput {
  draft: ArrayLike<Rating>;
  final: ArrayLike<Rating>;
  /** others[unit][rater]: the other people's scores, whose majority is the yardstick. */
  others: readonly ArrayLike<Rating>[];
  /** The person's own score before the draft was shown. */
  blind?: ArrayLike<Rating>;
  confidence?: number;
}

interface Unit {
  draft: number;
  final: number;
  majority: number;
  blind: number | null;
}

/**
 * What drafts do to people: mistakes they correct, scrutiny they provoke, judgement they leave alone, outliers they remove.
 *
 * With blind score H, draft L, final F and majority G of the others: correction = F=G among L!=G, H=G; scrutiny = F!=L among L!=G, H!=G;
 * subjectivity = F=H among L=G, H!=G; outlierRemoved = F=G among L=G, H!=G. Without H ("draft-only"): correction = F=G among L!=G;
 * scrutiny = F!=L among L!=G; subjectivity = F!=G among L=G. Units with a missing score or a tied majority are left out; a rate that no unit
 * could show is undefined (`no-units`).
 *
 * @example
 * draftInfluence({ draft: [3, 3], final: [4, 3], others: [[4, 4], [4, 4]] }).correction.value // 0.5
 */
export function draftInfluence(input: DraftInfluenceInput): DraftInfluenceResult {
  const confidence = confidenceOf(input.confidence);
  const { units, tiedMajorities } = readUnits(input);
  const rate = (among: (unit: Unit) => boolean, shows: (unit: Unit) => boolean): InfluenceRate => {
    const base = units.filter(among);
    const count = base.filter(shows).length;
    return { ...wilson({ successes: count, n: base.length, confidence }), count };
  };
  const wrongDraft = (unit: Unit): boolean => unit.draft !== unit.majority;
  const rightDraft = (unit: Unit): boolean => unit.draft === unit.majority;
  const isRight = (unit: Unit): boolean => unit.final === unit.majority;
  const leftDraft = (unit: Unit): boolean => unit.final !== unit.draft;
  if (input.blind === undefined) {
    return {
      definition: "draft-only",
      n: units.length,
      tiedMajorities,
      correction: rate(wrongDraft, isRight),
      scrutiny: rate(wrongDraft, leftDraft),
      subjectivity: rate(rightDraft, (unit) => !isRight(unit)),
      outlierRemoved: null,
    };
  }
  const knewBetter = (unit: Unit): boolean => unit.blind === unit.majority;
  return {
    definition: "blind-score",
    n: units.length,
    tiedMajorities,
    correction: rate((unit) => wrongDraft(unit) && knewBetter(unit), isRight),
    scrutiny: rate((unit) => wrongDraft(unit) && !knewBetter(unit), leftDraft),
    subjectivity: rate(
      (unit) => rightDraft(unit) && !knewBetter(unit),
      (unit) => unit.final === unit.blind,
    ),
    outlierRemoved: rate((unit) => rightDraft(unit) && !knewBetter(unit), isRight),
  };
}

function readUnits(input: DraftInfluenceInput): { units: Unit[]; tiedMajorities: number } {
  const [draft, final] = [numberColumn("draft", input.draft), numberColumn("final", input.final)];
  checkSameLength("draft", draft, "final", final);
  if (!Array.isArray(input.others)) throw new StatsInputError("others", "must be an array with the other raters' scores of each unit");
  checkSameLength("draft", draft, "others", input.others);
  const blind = input.blind === undefined ? null : numberColumn("blind", input.blind);
  if (blind) checkSameLength("draft", draft, "blind", blind);
  let tiedMajorities = 0;
  const units: Unit[] = [];
  draft.forEach((drafted, row) => {
    const [chosen, own] = [final[row] as number, blind ? (blind[row] as number) : null];
    const scores = numberColumn(`others[${row}]`, input.others[row]).filter((score) => !Number.isNaN(score));
    if (Number.isNaN(drafted) || Number.isNaN(chosen) || (own !== null && Number.isNaN(own)) || scores.length === 0) return;
    const majority = majorityOf(scores);
    if (majority === null) tiedMajorities += 1;
    else units.push({ draft: drafted, final: chosen, majority, blind: own });
  });
  return { units, tiedMajorities };
}

/** The most frequent value; null when two are equally frequent. */
export function majorityOf(values: ArrayLike<number>): number | null {
  const counts = new Map<number, number>();
  for (let i = 0; i < values.length; i++) counts.set(values[i] as number, (counts.get(values[i] as number) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  const leaders = [...counts].filter(([, count]) => count === most);
  return leaders.length === 1 ? (leaders[0]?.[0] ?? null) : null;
}
