import { alphaAtAllLevels, meanAlpha } from "@/lib/stats";
import { draftScore, type JudgeName, judges, type LineCounts, systems } from "./invented-people";

/** One score that the script has seen a person give. */
export interface KnownRating {
  person: number;
  sample: number;
  criterion: number;
  /** The judge whose draft was in view; null: none was. */
  judge: JudgeName | null;
  score: number;
  lines: LineCounts;
}

/** Clusters of the intervals: outputs for the same input. */
const inputOf = (sample: number) => `i${Math.floor(sample / systems)}`;

/** What the report must say about one arm, computed from what the script has seen. */
export function expectedArm(
  known: readonly KnownRating[],
  judge: JudgeName | null,
  { samples, criteria }: { samples: number[]; criteria: number },
) {
  const own = known.filter((rating) => rating.judge === judge);
  const people = [...new Set(known.map(({ person }) => person))].sort((a, b) => a - b);
  const clusters = samples.map(inputOf);
  const tables = Array.from({ length: criteria }, (_, criterion) =>
    samples.map((sample) =>
      people.map(
        (person) => own.find((one) => one.person === person && one.sample === sample && one.criterion === criterion)?.score ?? null,
      ),
    ),
  );
  return {
    ratings: own.length,
    annotators: new Set(own.map(({ person }) => person)).size,
    alphas: tables.map((ratings) => alphaAtAllLevels({ ratings, clusters }).ordinal),
    meanAlpha: meanAlpha({ tables, clusters }).ordinal,
  };
}

/** The mean distance to a judge's drafts of those who saw them and of those who saw none. */
export function expectedDistances(known: readonly KnownRating[], judge: JudgeName): { with: number; without: number } {
  const mean = (of: JudgeName | null) =>
    meanOf(
      known.filter((one) => one.judge === of).map(({ sample, criterion, score }) => Math.abs(score - draftScore(judge, sample, criterion))),
    );
  return { with: mean(judge), without: mean(null) };
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Lines of each judge's drafts by what was done to them. */
export function expectedLines(known: readonly KnownRating[]): Record<JudgeName, LineCounts & { n: number }> {
  const of = (judge: JudgeName) => {
    const lines = { accept: 0, revise: 0, remove: 0, add: 0 };
    for (const one of known) {
      if (one.judge !== judge) continue;
      for (const kind of ["accept", "revise", "remove", "add"] as const) lines[kind] += one.lines[kind];
    }
    return { ...lines, n: lines.accept + lines.revise + lines.remove + lines.add };
  };
  return { [judges[0]]: of(judges[0]), [judges[1]]: of(judges[1]) };
}
