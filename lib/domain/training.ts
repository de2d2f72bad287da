import { z } from "zod";
import { type ExcludedWork, excludedWork } from "./exclusion";

const trainingFormat = z.enum(["dpo", "sft"]);
export type TrainingFormat = z.infer<typeof trainingFormat>;

export const trainingSplits = ["train", "validation", "test"] as const;
export type TrainingSplit = (typeof trainingSplits)[number];

/** The files of a training export: one per split, and the manifest. */
export const trainingFiles = [...trainingSplits, "manifest"] as const;
export type TrainingFile = (typeof trainingFiles)[number];

export const trainingFileNames: Readonly<Record<TrainingFile, string>> = {
  train: "train.jsonl",
  validation: "validation.jsonl",
  test: "test.jsonl",
  manifest: "manifest.json",
};

/** What a critique is about, and whether the reference was shown. */
export const trainingSettings = ["pointwise-referenced", "pointwise-free", "pairwise-referenced", "pairwise-free"] as const;
export type TrainingSetting = (typeof trainingSettings)[number];

/** Whose labels or texts are used. `judges`: every judge's critiques. */
export type TrainingSource = { kind: "gold" | "annotators" | "judges" } | { kind: "judge"; name: string };

/** The source in text form: gold, annotators, judges or judge:NAME. */
export const writtenSource = (source: TrainingSource): string => (source.kind === "judge" ? `judge:${source.name}` : source.kind);

const source = z
  .string()
  .max(300)
  .transform((text, context): TrainingSource => {
    if (text === "gold" || text === "annotators" || text === "judges") return { kind: text };
    if (text.startsWith("judge:") && text.length > "judge:".length) return { kind: "judge", name: text.slice("judge:".length) };
    context.addIssue({ code: "custom", message: "The source must be gold, annotators, judges or judge:NAME." });
    return z.NEVER;
  });

/** Shares of train, validation and test: "0.8,0.1,0.1". */
const shares = z.string().transform((text, context): [number, number, number] => {
  const [train = Number.NaN, validation = Number.NaN, test = Number.NaN, ...more] = text.split(",").map(shareOf);
  const given = [train, validation, test];
  const sum = train + validation + test;
  if (more.length > 0 || given.some((share) => !(share >= 0)) || !(Math.abs(sum - 1) < 1e-9)) {
    context.addIssue({ code: "custom", message: "Shares must be three numbers, none below 0, that add up to 1, such as 0.8,0.1,0.1." });
    return z.NEVER;
  }
  return [train, validation, test];
});

const shareOf = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text));

const settings = z.string().transform((text, context): TrainingSetting[] => {
  const asked = text.split(",").map((name) => name.trim());
  const unknown = asked.find((name) => !trainingSettings.some((setting) => setting === name));
  if (unknown === undefined) return trainingSettings.filter((setting) => asked.includes(setting));
  context.addIssue({ code: "custom", message: `There is no setting "${unknown}". Choose from ${trainingSettings.join(", ")}.` });
  return z.NEVER;
});

/**
 * Options of a training export, as texts from a query or a command line. If absent, the default for the format and the kind of task
 * applies.
 */
export const trainingOptions = z.object({
  format: trainingFormat,
  source: source.optional(),
  /** Preference pairs: swap chosen and rejected. */
  reversed: z.stringbool().default(false),
  /** Preference pairs of a pointwise task: the minimum difference between two outputs' scores. */
  margin: z.coerce.number().nonnegative().optional(),
  /** Preference pairs of a pointwise task: every two outputs of an input, or only its best and worst. */
  pairs: z.enum(["all", "extremes"]).optional(),
  /** Supervised pairs: which of the four critique settings, separated by commas. */
  settings: settings.optional(),
  /** Supervised pairs: whether each critique of a pair is also exported with the outputs swapped. */
  swap: z.stringbool().default(true),
  shares: shares.prefault("0.8,0.1,0.1"),
  seed: z.coerce.number().int().default(0),
  /** Annotators' work: with that of excluded people, or without it as in reports. */
  excluded: excludedWork.default("without"),
});
export type TrainingOptions = z.infer<typeof trainingOptions>;

export const trainingQuery = trainingOptions.extend({ task: z.uuid(), split: z.enum(trainingFiles) });

/** Why a candidate was left out. */
export const trainingFilters = {
  "no-label": "The source has no gold label, or no score for one of the outputs.",
  tie: "The source calls it a tie, or gives both outputs the same score.",
  "no-majority": "The annotators have no majority.",
  margin: "The two scores differ by less than the margin.",
  "not-extreme": "The two outputs are not the best and the worst of their input.",
  "chains-disagree": "The judge's two chains ended with different verdicts.",
  "dropped-by-protocol": "The protocol's own check discarded the draft, for example because its samples have no majority.",
  "no-critique": "The draft or evaluation has no critique with a score.",
  superseded: "A newer run of the same judge has a critique of the same output in the same setting.",
  "no-reference": "The critique was made with a reference, and the sample has none.",
  image: "The sample has an image, which a text conversation cannot include.",
  "different-inputs": "The file gave the two outputs the same input_id but different inputs, so they cannot be compared.",
  "identical-outputs": "Both outputs are identical.",
  duplicate: "Another candidate of the same input gives an identical line.",
} as const;
export type TrainingFilter = keyof typeof trainingFilters;

/** A run that lines come from. */
export interface TrainingRun {
  id: string;
  judge: string;
  model: string | null;
  protocol: string;
  promptVersion: string;
  options: Record<string, unknown>;
  createdAt: string;
}

/** What is in one split. */
export interface TrainingCounts {
  inputs: number;
  lines: number;
  /** How many of the lines repeat another one with the outputs swapped. */
  swapped: number;
  /** Supervised pairs: lines by setting. */
  settings?: Record<TrainingSetting, number>;
}

/** How the files were made, and their contents, counted from the lines written. */
export interface TrainingManifest {
  format: TrainingFormat;
  /** The shape of a line. */
  shape: string;
  project: string;
  task: { name: string; kind: "pointwise" | "pairwise" };
  source: string;
  /** Whether the output that the source prefers is in `rejected`. Null if there is no preference. */
  reversed: boolean | null;
  /** Only for preferences of a pointwise task. */
  score: { of: string; criteria: string[]; margin: number; marginIn: string; pairs: "all" | "extremes" } | null;
  /** Supervised pairs only. */
  settings: TrainingSetting[] | null;
  swapAugmentation: boolean | null;
  split: { by: "input"; shares: Record<TrainingSplit, number>; seed: number };
  criteriaSet: { version: number } | null;
  /** Whether the work of excluded people is in it; null if the source is not people's work. */
  excluded: ExcludedWork | null;
  runs: TrainingRun[];
  read: { inputs: number; samples: number };
  /** Candidates = those that gave lines + those dropped. */
  candidates: number;
  dropped: { filter: TrainingFilter; count: number; meaning: string }[];
  counts: Record<TrainingSplit, TrainingCounts>;
  files: { name: string; split: TrainingSplit; lines: number; bytes: number; sha256: string }[];
  createdAt: string;
}
