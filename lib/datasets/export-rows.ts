import type { Action } from "@/lib/domain/action";
import type { Arm } from "@/lib/domain/assignment";
import type { Item } from "@/lib/domain/draft";
import type { DraftDetails } from "@/lib/domain/draft-details";
import type { Preference, RunVariant } from "@/lib/domain/pair-outputs";
import type { CsvCell } from "./write-csv";

/** A score as files have it: on a categorical criterion, the label. */
export type Score = number | string;

/** One sample with every rater's scores. */
export interface SampleExport {
  id: string;
  input: string;
  output: string;
  outputB: string | null;
  system: string | null;
  systemB: string | null;
  goldLabel: Preference | null;
  subset: string | null;
  reference: string | null;
  imageUrl: string | null;
  inputId: string | null;
  /** Identifies the input where the import gave it no id. */
  inputKey: string;
  metadata: Record<string, unknown>;
  scores: {
    criterion: string;
    rater: string;
    raterKind: "annotator" | "judge";
    score: Score | null;
    /** What an annotator saw; null: a judge. */
    arm: Arm | null;
    /** How a judge is asked, or its kind where no model is asked ("metric", "imported", …); null: an annotator. */
    protocol: string | null;
    /** For a pair: whether the annotator saw output B first. */
    swapped?: boolean | null;
    excluded: boolean;
    /** Other scores that the annotator holds acceptable. */
    alsoAcceptable: Score[];
  }[];
}

/** One evaluation with its history: the draft, every action with reason and time, and the result. For JSONL. */
export interface EvaluationExport {
  task: string;
  sampleId: string;
  inputKey: string;
  system: string | null;
  systemB: string | null;
  criterion: string;
  rater: string;
  arm: Arm;
  /** For a pair: whether the annotator saw output B first. Everything here is in the sample's own order. */
  swapped: boolean;
  /** 1: the annotator rated the unit a second time. */
  round: number;
  score: Score | null;
  /** The annotator's own score before the draft was shown, in the arm blind-then-drafted. */
  blindScore: Score | null;
  complete: boolean;
  /** Whether the annotator is excluded from the task. */
  excluded: boolean;
  /** Whether the draft was wrong on purpose; such ratings are in no table of ratings. */
  planted: boolean;
  startedAt: string | null;
  endedAt: string | null;
  durationMs: number | null;
  /** After this long without input, the workspace stopped counting the duration. Null: unknown, or imported work. */
  idleAfterMs: number | null;
  /** Other scores that the annotator holds acceptable, ascending. */
  alsoAcceptable: Score[];
  /** The lines after the actions, without removed ones. */
  items: Item[];
  /** `reasonLabel`: the code's label in the project's codebook. */
  actions: (Omit<Action, "criterion" | "score"> & { score: Score | null; origin: unknown; reasonLabel: string | null })[];
  /** The draft that the annotator saw; null in the blind arm. */
  draft: {
    judge: string;
    model: string | null;
    protocol: string;
    promptVersion: string;
    score: Score | null;
    items: Item[];
    raw: string;
  } | null;
}

/** One draft of a run of any variant; older and discarded ones are included. For JSONL. */
export interface DraftExport {
  task: string;
  sampleId: string;
  inputKey: string;
  criterion: string;
  /** Whether the criterion was derived for this sample only. */
  ownToSample: boolean;
  judge: string;
  run: { id: string; createdAt: string; model: string | null; protocol: string; promptVersion: string; options: Record<string, unknown> };
  /** How the judge was asked. Even for a swapped run, everything but the raw reply is in the sample's own order. */
  variant: RunVariant;
  score: Score | null;
  /** Why the protocol's own check discarded it; null: it was not discarded. */
  dropped: string | null;
  items: Item[];
  /** The raw reply. */
  raw: string;
  details: DraftDetails | null;
  cached: boolean;
  inputTokens: number | null;
  outputTokens: number | null;
  /** US dollars; null: unknown, or counted with the first draft of the sample, as tokens are. */
  costUsd: number | null;
  latencyMs: number | null;
  createdAt: string;
}

/** Which columns a table of samples has beyond the fixed ones; known before the first row is written. */
export interface SampleColumns {
  /** Whether any sample has a subset; pairs always have the column. */
  subset: boolean;
  metadata: string[];
  /** `marked`: some of these scores have others that are also acceptable. */
  scores: { criterion: string; rater: string; excluded: boolean; marked: boolean }[];
}

const fixedSampleColumns = [
  "id",
  "input",
  "output",
  "output_b",
  "system",
  "system_b",
  "gold_label",
  "subset",
  "reference",
  "image_url",
  "input_id",
] as const;
type FixedColumn = (typeof fixedSampleColumns)[number];

const ofPairs: readonly FixedColumn[] = ["output_b", "system_b", "gold_label"];
const fixedOf = (columns: SampleColumns, pairwise: boolean): FixedColumn[] =>
  fixedSampleColumns.filter((name) => pairwise || (name === "subset" ? columns.subset : !ofPairs.includes(name)));

/**
 * Header of the table of samples: one line each, one column per criterion and rater, marked if that rater is excluded, then one for what each rater holds
 * also acceptable, where anything is. Samples of two outputs get their import's names.
 */
export function sampleHeader(columns: SampleColumns, pairwise: boolean): string[] {
  const named = fixedOf(columns, pairwise).map((name) => (pairwise && (name === "output" || name === "system") ? `${name}_a` : name));
  const nameOf = ({ criterion, rater, excluded }: SampleColumns["scores"][number]) =>
    `${criterion} | ${rater}${excluded ? " (excluded)" : ""}`;
  return [
    ...named,
    ...columns.metadata,
    ...columns.scores.map(nameOf),
    ...markedOf(columns).map((column) => `${nameOf(column)} | also_acceptable`),
  ];
}

export const markedOf = ({ scores }: SampleColumns) => scores.filter(({ marked }) => marked);

/** Scores that are also acceptable as one cell; no label has a bar. */
export const alsoAcceptableCell = (scores: readonly Score[]): string | null => scores.join(" | ") || null;

export function sampleCells(sample: SampleExport, columns: SampleColumns, pairwise: boolean): CsvCell[] {
  const keyOf = ({ criterion, rater }: { criterion: string; rater: string }) => JSON.stringify([criterion, rater]);
  const scores = new Map(sample.scores.map((given) => [keyOf(given), given]));
  const fixed: Record<FixedColumn, CsvCell> = {
    id: sample.id,
    input: sample.input,
    output: sample.output,
    output_b: sample.outputB,
    system: sample.system,
    system_b: sample.systemB,
    gold_label: sample.goldLabel,
    subset: sample.subset,
    reference: sample.reference,
    image_url: sample.imageUrl,
    input_id: sample.inputId,
  };
  return [
    ...fixedOf(columns, pairwise).map((name) => fixed[name]),
    ...columns.metadata.map((name) => metadataCell(Object.hasOwn(sample.metadata, name) ? sample.metadata[name] : null)),
    ...columns.scores.map((column) => scores.get(keyOf(column))?.score ?? null),
    ...markedOf(columns).map((column) => alsoAcceptableCell(scores.get(keyOf(column))?.alsoAcceptable ?? [])),
  ];
}

function metadataCell(value: unknown): CsvCell {
  if (value === null || value === undefined) return null;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : JSON.stringify(value);
}
