import type { ReportData } from "@/lib/domain/report-data";
import { reportDataFixture } from "./report-data-fixture";

/** Two people and the judge on two inputs of two outputs each, in samples: [Ann, Bob, judge]. */
export function twoInputs(rows: number[][], systems = ["one", "two", "one", "two"]): ReportData {
  const base = reportDataFixture({ inputs: 2, criteria: { Clear: [1, 5] }, annotators: ["Ann", "Bob"] });
  return {
    ...base,
    samples: base.samples.map((sample, place) => ({ ...sample, system: systems[place] ?? null })),
    ratings: base.ratings.map((one) => ({ ...one, score: rows[one.sample]?.[one.rater] ?? 0 })),
  };
}

/** Two inputs of two outputs: [Ann, Bob, judge]. */
export const fourRows = [
  [2, 4, 5],
  [3, 3, 3],
  [1, 2, 1],
  [5, 5, 5],
];

/** Scores by sample, of Ann, Bob and the judge; null where there is none. */
export type Rows = (number | null)[][];

/** A study of these rows, each sample with its input and system. */
export function scoredSamples(rows: Rows, inputKeys: string[], systems: (string | null)[], scale: [number, number] = [1, 5]): ReportData {
  const base = reportDataFixture({ inputs: 1, criteria: { Clear: scale }, annotators: ["Ann", "Bob"] });
  const [sample] = base.samples;
  const [rating] = base.ratings;
  if (!sample || !rating) throw new Error("the fixture has samples and ratings");
  return {
    ...base,
    samples: rows.map((_, at) => ({
      ...sample,
      id: `s${at}`,
      externalId: `s${at}`,
      inputKey: inputKeys[at] ?? "",
      system: systems[at] ?? null,
    })),
    ratings: rows.flatMap((row, at) =>
      row.flatMap((score, rater) =>
        score === null ? [] : [{ ...rating, rater, sample: at, criterion: 0, score, arm: rater === 2 ? null : "blind" }],
      ),
    ),
  };
}

/** The inputs, systems and scores of a study of six samples in which nothing is missing. */
export const sixInputs = ["i0", "i0", "i1", "i1", "i2", "i2"];
export const sixSystems = ["two", "one", "two", "one", "two", "one"];
export const sixRows: Rows = [
  [2, 4, 5],
  [3, 3, 3],
  [1, 2, 1],
  [5, 5, 5],
  [2, 2, 4],
  [4, 3, 2],
];
