import "server-only";
import type { UnitSelection } from "@/lib/domain/unit-selection";
import { listRepeatedScores } from "./report-judge-repeats";
import { listInterferences, listSwaps } from "./report-runs";

export type AskedAgain = Pick<UnitSelection, "swapped" | "reviewed" | "claimed" | "repeated">;

/** Units by their ids, sample and criterion side by side. */
export interface UnitIds {
  samples: string[];
  criteria: string[];
}

interface Verdicts {
  sampleId: string | null;
  criterionId: string | null;
  before: number;
  after: number;
}

const isSame = ({ before, after }: Verdicts) => Math.sign(before) === Math.sign(after);
const isAny = () => true;

const swappedAs: Record<NonNullable<AskedAgain["swapped"]>, (unit: Verdicts) => boolean> = {
  all: isAny,
  same: isSame,
  // Verdicts are on the outputs, not on their places: who preferred A when it was first and B when that was first goes by the place.
  first: ({ before, after }) => before > 0 && after < 0,
  second: ({ before, after }) => before < 0 && after > 0,
  tie: (unit) => !isSame(unit) && unit.before * unit.after === 0,
};

const reviewedAs: Record<NonNullable<AskedAgain["reviewed"]>, (unit: Verdicts) => boolean> = {
  ...{ all: isAny, same: isSame, changed: (unit) => !isSame(unit) },
};

type Claimed = Verdicts & { claimed: number | null };
/** What was claimed; where no record says it, the opposite of the first verdict. */
const isAlong = ({ before, after, claimed }: Claimed) => Math.sign(after) === Math.sign(claimed ?? -before);

const claimedAs: Record<NonNullable<AskedAgain["claimed"]>, (unit: Claimed) => boolean> = {
  ...{ all: isAny, same: isSame },
  along: (unit) => !isSame(unit) && isAlong(unit),
  elsewhere: (unit) => !isSame(unit) && !isAlong(unit),
};

/** The units on which a judge was asked again as a selection says, by what it answered; null: the selection says nothing of it. */
export async function askedAgain(
  criteriaSetId: string,
  judgeId: string | null,
  { swapped, reviewed, claimed, repeated }: AskedAgain,
): Promise<UnitIds | null> {
  const ofJudge = <T extends { judgeId: string }>(rows: readonly T[]) => rows.filter((row) => row.judgeId === judgeId);
  if (swapped !== undefined) return idsOf(ofJudge(await listSwaps(criteriaSetId)).flatMap(({ units }) => units.filter(swappedAs[swapped])));
  if (reviewed !== undefined || claimed !== undefined) {
    const variant = reviewed === undefined ? "sycophancy" : "interference";
    const runs = ofJudge(await listInterferences(criteriaSetId)).filter((run) => run.variant === variant);
    const isMeant = reviewed === undefined ? claimedAs[claimed ?? "all"] : reviewedAs[reviewed];
    return idsOf(runs.flatMap(({ units }) => units.filter(isMeant)));
  }
  if (repeated === undefined) return null;
  const units = ofJudge(await listRepeatedScores(criteriaSetId)).flatMap((one) => one.units);
  return idsOf(units.filter(({ of }) => repeated === "all" || of.every((score) => score === of[0]) === (repeated === "same")));
}

function idsOf(units: readonly Pick<Verdicts, "sampleId" | "criterionId">[]): UnitIds {
  const whole = units.flatMap(({ sampleId, criterionId }) =>
    sampleId === null || criterionId === null ? [] : [{ sampleId, criterionId }],
  );
  return { samples: whole.map(({ sampleId }) => sampleId), criteria: whole.map(({ criterionId }) => criterionId) };
}
