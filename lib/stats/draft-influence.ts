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

/** A unit with the draft's and the final score, the majority of the others, and the person's own score before the draft was shown if it is known. */
export interface InfluencedUnit {
  draft: number;
  final: number;
  majority: number;
  blind: number | null;
}

export type InfluenceRateName = "correction" | "scrutiny" | "subjectivity" | "outlierRemoved";

type Is = (unit: InfluencedUnit) => boolean;
const isWrong: Is = ({ draft, majority }) => draft !== majority;
const isRight: Is = ({ draft, majority }) => draft === majority;
const endsRight: Is = ({ final, majority }) => final === majority;
const leavesDraft: Is = ({ final, draft }) => final !== draft;
const knewBetter: Is = ({ blind, majority }) => blind === majority;

/** For each rate, the units that could show it, and those of them that do. */
export const influenceRates: Record<InfluenceDefinition, readonly { rate: InfluenceRateName; among: Is; shows: Is }[]> = {
  "draft-only": [
    { rate: "correction", among: isWrong, shows: endsRight },
    { rate: "scrutiny", among: isWrong, shows: leavesDraft },
    { rate: "subjectivity", among: isRight, shows: (unit) => !endsRight(unit) },
  ],
  "blind-score": [
    { rate: "correction", among: (unit) => isWrong(unit) && knewBetter(unit), shows: endsRight },
    { rate: "scrutiny", among: (unit) => isWrong(unit) && !knewBetter(unit), shows: leavesDraft },
    { rate: "subjectivity", among: (unit) => isRight(unit) && !knewBetter(unit), shows: ({ final, blind }) => final === blind },
    { rate: "outlierRemoved", among: (unit) => isRight(unit) && !knewBetter(unit), shows: endsRight },
  ],
};

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
  const definition = input.blind === undefined ? "draft-only" : "blind-score";
  const rates = influenceRates[definition].map(({ rate, among, shows }) => {
    const base = units.filter(among);
    const count = base.filter(shows).length;
    return [rate, { ...wilson({ successes: count, n: base.length, confidence }), count }] as const;
  });
  const found = Object.fromEntries(rates) as Record<InfluenceRateName, InfluenceRate>;
  return { definition, n: units.length, tiedMajorities, ...found, outlierRemoved: found.outlierRemoved ?? null };
}

function readUnits(input: DraftInfluenceInput): { units: InfluencedUnit[]; tiedMajorities: number } {
  const [draft, final] = [numberColumn("draft", input.draft), numberColumn("final", input.final)];
  checkSameLength("draft", draft, "final", final);
  if (!Array.isArray(input.others)) throw new StatsInputError("others", "must be an array with the other raters' scores of each unit");
  checkSameLength("draft", draft, "others", input.others);
  const blind = input.blind === undefined ? null : numberColumn("blind", input.blind);
  if (blind) checkSameLength("draft", draft, "blind", blind);
  let tiedMajorities = 0;
  const units: InfluencedUnit[] = [];
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

/** The most frequent value; null when two are equally frequent, or there is none. */
export function majorityOf(values: ArrayLike<number>): number | null {
  let [most, leader]: [number, number | null] = [0, null];
  // A unit has few values: comparing each with each takes less than counting them in a map.
  for (let i = 0; i < values.length; i++) {
    let count = 0;
    let isFirst = true;
    for (let k = 0; k < values.length; k++) {
      if (values[k] !== values[i]) continue;
      count += 1;
      if (k < i) isFirst = false;
    }
    if (!isFirst || count < most) continue;
    leader = count === most ? null : (values[i] as number) + 0;
    most = count;
  }
  return leader;
}
