/** Fields of a sample in an imported file: Redline's names for CSV columns and JSON keys. */
export const sampleColumns = [
  "id",
  "input",
  "output",
  "output_a",
  "output_b",
  "system",
  "system_a",
  "system_b",
  "reference",
  "image_url",
  "input_id",
  "gold_label",
  "subset",
] as const;

/** Fields of a rating made elsewhere. */
export const ratingColumns = [
  "sample_id",
  "criterion",
  "rater",
  "rater_kind",
  "score",
  "label",
  "reason",
  "started_at",
  "ended_at",
  "arm",
  "variant",
] as const;

export const knownColumns = [...sampleColumns, ...ratingColumns] as const;
export type KnownColumn = (typeof knownColumns)[number];
export type RecordKind = "sample" | "rating";
