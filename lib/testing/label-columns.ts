import type { ReportData } from "@/lib/domain/report-data";
import { reportDataFixture } from "./report-data-fixture";

/** A rater's labels, unit by unit: places from 0; null where there is none. */
export type Column = (number | null)[];

/** One categorical criterion; `people` and `judge` have a label's place, from 0, per unit, each with an input of its own unless `inputKeys` say otherwise. */
export function labelledStudy(
  labels: string[],
  people: Column[],
  judge: Column,
  more: { arm?: string; inputKeys?: string[] } = {},
): ReportData {
  const { arm = "blind", inputKeys } = more;
  const plain = reportDataFixture({ annotators: people.map((__, index) => `Person ${index}`), inputs: 1 });
  const columns = [...people, judge];
  return {
    ...plain,
    criteria: [{ id: "c", name: "Cause", min: 0, max: labels.length - 1, step: 1, labels, overall: false }],
    samples: judge.map((__, index) => ({
      ...{ id: `s${index}`, externalId: `s${index}`, inputKey: inputKeys?.[index] ?? `i${index}` },
      ...{ system: index % 2 === 0 ? "one" : "two", systemB: null, goldLabel: null, subset: null },
    })),
    ratings: columns.flatMap((column, rater) =>
      column.flatMap((score, sample) =>
        score === null
          ? []
          : [{ rater, sample, criterion: 0, score, arm: rater === people.length ? null : arm, startedAt: null, durationMs: null }],
      ),
    ),
  };
}

/** Columns of two raters with these counts of label pairs: `table[first][second]`. */
export const columnsOf = (table: number[][]): [Column, Column] => {
  const cells = table.flatMap((row, first) =>
    row.flatMap((count, second) => Array.from({ length: count }, () => [first, second] as const)),
  );
  return [cells.map(([first]) => first), cells.map(([, second]) => second)];
};
