import { directionOf } from "@/lib/domain/adjudication";
import type { CsvCell } from "./write-csv";

/** An adjudicated unit: the label in force and what it was compared with when it was given. */
export interface AdjudicatedRow {
  sampleId: string;
  criterion: string;
  final: number;
  first: number;
  judge: string | null;
  judgeScore: number | null;
  median: number;
  range: number;
  ratings: number;
  adjudicator: string | null;
  at: string;
  reason: string;
}

export const adjudicatedHeader = [
  "sample_id",
  "criterion",
  "label",
  "first_label",
  "judge",
  "judge_score",
  "label_direction",
  "change_direction",
  "people_median",
  "people_range",
  "people",
  "adjudicator",
  "at",
  "reason",
];

/** `label_direction` compares the label with the people's median, `change_direction` with the first label: towards the judge, away or neither. */
export const adjudicatedCells = (row: AdjudicatedRow): CsvCell[] => [
  row.sampleId,
  row.criterion,
  row.final,
  row.first,
  row.judge,
  row.judgeScore,
  directionOf(row.final, row.median, row.judgeScore),
  directionOf(row.final, row.first, row.judgeScore),
  row.median,
  row.range,
  row.ratings,
  row.adjudicator,
  row.at,
  row.reason,
];
