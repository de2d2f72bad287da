import type { PlanContent } from "@/lib/domain/study-plan";
import type { HiddenSample } from "./hide-gold";
import type { DoneRating } from "./planned-slot";

/** A member of the project, as far as a plan needs to know them. */
export interface Member {
  userId: string;
  name: string;
  role: string;
  annotatorId: string | null;
  /** Median time per unit; null: nothing of theirs is timed. */
  medianSeconds: number | null;
  everybodysMedianSeconds: number | null;
}

/** What a study can draw on besides its people. */
export interface Supply {
  /** The present day in UTC, as 2026-01-31. */
  today: string;
  /** Whether new people may come through a participation link. */
  hasOpenLink: boolean;
  /** Units of a sample: the criteria, and those that each run's judge made for single samples, on average. Only who sees the run's drafts rates these. */
  units: { criteria: number; made: Readonly<Record<string, number>> };
  /** Samples with known answers for hiding among the work. */
  hidden: readonly HiddenSample[];
}

/** Who is there for a study, and how fast they work. */
export interface Staff extends Supply {
  /** Names of the people who are named for a seat, in seat order; null: the next person to start. */
  names: readonly (string | null)[];
  /** Median seconds that each has taken per unit; null: not known. */
  seconds: readonly (number | null)[];
  /** The median over everybody; null: nothing has been timed. */
  medianSeconds: number | null;
  /** How many annotators may take the seats that nobody is named for. */
  free: number;
}

/** Named people hold the first seats, in the order named. */
export function staffOf(plan: Pick<PlanContent, "named" | "people">, members: readonly Member[], supply: Supply): Staff {
  const named = plan.named.map((userId) => members.find((member) => member.userId === userId) ?? null);
  return {
    ...supply,
    names: named.map((member) => member?.name ?? null),
    seconds: named.map((member) => member?.medianSeconds ?? null),
    medianSeconds: members[0]?.everybodysMedianSeconds ?? null,
    free: members.filter((member) => member.role === "annotator" && !plan.named.includes(member.userId)).length,
  };
}

/** The existing ratings of those named for a seat. Those of others are not counted: if they take a seat, what they have rated goes to the reserve. */
export function doneBySeat(
  plan: Pick<PlanContent, "named">,
  members: readonly Member[],
  done: readonly { annotatorId: string; sampleId: string }[],
): DoneRating[] {
  const seatOf = new Map(
    members.flatMap(({ annotatorId, userId }) => (annotatorId === null ? [] : [[annotatorId, plan.named.indexOf(userId)]])),
  );
  return done.flatMap(({ annotatorId, sampleId }) => {
    const seat = seatOf.get(annotatorId) ?? -1;
    return seat < 0 ? [] : [{ seat, sampleId }];
  });
}

/** How many units a sample has for who rates it in an arm. */
export const unitsIn = ({ criteria, made }: Supply["units"], { runId }: { runId: string | null }): number =>
  Math.max(1, criteria) + madeIn({ criteria, made }, { runId });

/** How many of them the judge made for the sample, on average. */
export const madeIn = ({ made }: Supply["units"], { runId }: { runId: string | null }): number => (runId === null ? 0 : (made[runId] ?? 0));
