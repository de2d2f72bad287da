import type { Action } from "@/lib/domain/action";
import type { Arm } from "@/lib/domain/assignment";
import type { Item } from "@/lib/domain/draft";
import type { CsvCell } from "./write-csv";

/** One sample with what every rater gave it. */
export interface SampleExport {
  id: string;
  input: string;
  output: string;
  outputB: string | null;
  system: string | null;
  systemB: string | null;
  reference: string | null;
  imageUrl: string | null;
  inputKey: string;
  metadata: Record<string, unknown>;
  scores: { criterion: string; rater: string; raterKind: "annotator" | "judge"; score: number | null }[];
}

/** One rating: the number that one rater gave one unit. */
export interface RatingExport {
  sampleId: string;
  system: string | null;
  inputKey: string;
  criterion: string;
  rater: string;
  raterKind: "annotator" | "judge";
  score: number | null;
  label: string | null;
  reason: string | null;
  startedAt: string | null;
  endedAt: string | null;
  /** Null for judges. */
  arm: Arm | null;
}

/** One evaluation with all that led to it: the draft, every action with reason and time, and what they leave. For JSONL. */
export interface EvaluationExport {
  task: string;
  sampleId: string;
  inputKey: string;
  system: string | null;
  criterion: string;
  rater: string;
  arm: Arm;
  score: number | null;
  complete: boolean;
  startedAt: string | null;
  endedAt: string | null;
  durationMs: number | null;
  /** The lines as the actions leave them, removed ones left out. */
  items: Item[];
  actions: (Omit<Action, "criterion"> & { origin: unknown })[];
  /** What the annotator saw; null in the blind arm. */
  draft: {
    judge: string;
    model: string | null;
    protocol: string;
    promptVersion: string;
    score: number | null;
    items: Item[];
    raw: string;
  } | null;
}

/** Which columns a table of samples has beyond the fixed ones; known before the first row is written. */
export interface SampleColumns {
  metadata: string[];
  scores: { criterion: string; rater: string }[];
}

const fixedSampleColumns = ["id", "input", "output", "output_b", "system", "system_b", "reference", "image_url", "input_id"] as const;

/** Header of the table of samples: one line each, one column per criterion and rater. Samples of two outputs get their import's names. */
export function sampleHeader(columns: SampleColumns, pairwise: boolean): string[] {
  const fixed = fixedSampleColumns.filter((name) => pairwise || !name.endsWith("_b"));
  const named = fixed.map((name) => (pairwise && (name === "output" || name === "system") ? `${name}_a` : name));
  return [...named, ...columns.metadata, ...columns.scores.map(({ criterion, rater }) => `${criterion} | ${rater}`)];
}

export function sampleCells(sample: SampleExport, columns: SampleColumns, pairwise: boolean): CsvCell[] {
  const scores = new Map(sample.scores.map(({ criterion, rater, score }) => [JSON.stringify([criterion, rater]), score]));
  return [
    sample.id,
    sample.input,
    sample.output,
    ...(pairwise ? [sample.outputB] : []),
    sample.system,
    ...(pairwise ? [sample.systemB] : []),
    sample.reference,
    sample.imageUrl,
    sample.inputKey,
    ...columns.metadata.map((name) => metadataCell(Object.hasOwn(sample.metadata, name) ? sample.metadata[name] : null)),
    ...columns.scores.map(({ criterion, rater }) => scores.get(JSON.stringify([criterion, rater])) ?? null),
  ];
}

function metadataCell(value: unknown): CsvCell {
  if (value === null || value === undefined) return null;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : JSON.stringify(value);
}

/** Header of the table of ratings: the import's own columns, so that what is exported can be imported. */
export const ratingHeader = ["sample_id", "criterion", "rater", "rater_kind", "score", "label", "reason", "started_at", "ended_at", "arm"];

export const ratingCells = (rating: RatingExport): CsvCell[] => [
  rating.sampleId,
  rating.criterion,
  rating.rater,
  rating.raterKind,
  rating.score,
  rating.label,
  rating.reason,
  rating.startedAt,
  rating.endedAt,
  rating.arm,
];
