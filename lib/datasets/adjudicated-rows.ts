import { directionOf } from "@/lib/domain/adjudication";
import type { Scale } from "@/lib/domain/criterion";
import { isCategorical, labelOf } from "@/lib/domain/labels";
import type { CsvCell } from "./write-csv";

/** An adjudicated unit: the label in force and what it was compared with when it was given. */
export interface AdjudicatedRow {
  sampleId: string;
  criterion: string;
  scale: Scale;
  final: number;
  first: number;
  judge: string | null;
  judgeScore: number | null;
  median: number | null;
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

/** `label_direction` compares the label with the people's median, `change_direction` with the first label: towards the judge, away or neither. Of unordered labels, the most frequent one is the median. */
export function adjudicatedCells({ scale, ...row }: AdjudicatedRow): CsvCell[] {
  const labelled = isCategorical(scale);
  const written = (score: number | null) => (score === null ? null : (labelOf(scale, score) ?? score));
  return [
    row.sampleId,
    row.criterion,
    written(row.final),
    written(row.first),
    row.judge,
    written(row.judgeScore),
    directionOf(row.final, row.median, row.judgeScore, labelled),
    directionOf(row.final, row.first, row.judgeScore, labelled),
    written(row.median),
    row.range,
    row.ratings,
    row.adjudicator,
    row.at,
    row.reason,
  ];
}
