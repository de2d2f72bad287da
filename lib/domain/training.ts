import { z } from "zod";

const trainingFormat = z.enum(["dpo", "sft"]);
export type TrainingFormat = z.infer<typeof trainingFormat>;

export const trainingSplits = ["train", "validation", "test"] as const;
export type TrainingSplit = (typeof trainingSplits)[number];

/** What an export for training consists of: a file for each split, and what says how they were made. */
export const trainingFiles = [...trainingSplits, "manifest"] as const;
export type TrainingFile = (typeof trainingFiles)[number];

export const trainingFileNames: Readonly<Record<TrainingFile, string>> = {
  train: "train.jsonl",
  validation: "validation.jsonl",
  test: "test.jsonl",
  manifest: "manifest.json",
};

/** What a critique is of, and whether the reference was at hand. */
export const trainingSettings = ["pointwise-referenced", "pointwise-free", "pairwise-referenced", "pairwise-free"] as const;
export type TrainingSetting = (typeof trainingSettings)[number];

/** Whose labels or texts are taken. `judges`: every judge's critiques. */
export type TrainingSource = { kind: "gold" | "annotators" | "judges" } | { kind: "judge"; name: string };

/** The source as it is written: gold, annotators, judges, judge:NAME. */
export const writtenSource = (source: TrainingSource): string => (source.kind === "judge" ? `judge:${source.name}` : source.kind);

const source = z
  .string()
  .max(300)
  .transform((text, context): TrainingSource => {
    if (text === "gold" || text === "annotators" || text === "judges") return { kind: text };
    if (text.startsWith("judge:") && text.length > "judge:".length) return { kind: "judge", name: text.slice("judge:".length) };
    context.addIssue({ code: "custom", message: "A source is gold, annotators, judges or judge:NAME." });
    return z.NEVER;
  });

/** Shares of train, validation and test: "0.8,0.1,0.1". */
const shares = z.string().transform((text, context): [number, number, number] => {
  const [train = Number.NaN, validation = Number.NaN, test = Number.NaN, ...more] = text.split(",").map(shareOf);
  const given = [train, validation, test];
  const sum = train + validation + test;
  if (more.length > 0 || given.some((share) => !(share >= 0)) || !(Math.abs(sum - 1) < 1e-9)) {
    context.addIssue({ code: "custom", message: "Shares are three numbers from 0 that add up to 1, as in 0.8,0.1,0.1." });
    return z.NEVER;
  }
  return [train, validation, test];
});

const shareOf = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text));

const settings = z.string().transform((text, context): TrainingSetting[] => {
  const asked = text.split(",").map((name) => name.trim());
  const unknown = asked.find((name) => !trainingSettings.some((setting) => setting === name));
  if (unknown === undefined) return trainingSettings.filter((setting) => asked.includes(setting));
  context.addIssue({ code: "custom", message: `There is no setting "${unknown}"; there are ${trainingSettings.join(", ")}.` });
  return z.NEVER;
});

/** How training data is made, as texts: a query's and a command line's. Absent means the default for the format and the kind of task. */
export const trainingOptions = z.object({
  format: trainingFormat,
  source: source.optional(),
  /** Preference pairs: chosen and rejected change places. */
  reversed: z.stringbool().default(false),
  /** Preference pairs of a pointwise task: by how much two outputs' scores must differ at least. */
  margin: z.coerce.number().nonnegative().optional(),
  /** Preference pairs of a pointwise task: every two outputs of an input, or its best and its worst alone. */
  pairs: z.enum(["all", "extremes"]).optional(),
  /** Supervised pairs: which of the four critique settings, with commas. */
  settings: settings.optional(),
  /** Supervised pairs: whether each critique of a pair also comes with the outputs exchanged. */
  swap: z.stringbool().default(true),
  shares: shares.prefault("0.8,0.1,0.1"),
  seed: z.coerce.number().int().default(0),
});
export type TrainingOptions = z.infer<typeof trainingOptions>;

export const trainingQuery = trainingOptions.extend({ task: z.uuid(), split: z.enum(trainingFiles) });

/** Why a candidate is in none of the files. */
export const trainingFilters = {
  "no-label": "The source says nothing of it: no gold label, or no score for one of the outputs.",
  tie: "The source calls it a tie, or gives both outputs the same score.",
  "no-majority": "As many annotators prefer one thing as another.",
  margin: "The two scores differ by less than the margin.",
  "not-extreme": "Another output of the input is better than the better one, or worse than the worse one.",
  "chains-disagree": "The judge's two chains ended with different verdicts.",
  "dropped-by-protocol": "The judge's own check threw the draft out: its samples have no majority, say.",
  "no-critique": "The draft or evaluation keeps no critique with a score.",
  superseded: "A newer run of the same judge has a critique of the same output in the same setting.",
  "no-reference": "The critique was made with a reference, and the sample has none.",
  image: "The sample has an image, which a conversation of texts cannot show.",
  "different-inputs": "The file gave two outputs the same name of input and not the same text, so that they answer different things.",
  "identical-outputs": "Both outputs are the same text.",
  duplicate: "Another candidate of the same input gives the same line.",
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
  /** How many of the lines are another one with the outputs exchanged. */
  swapped: number;
  /** Supervised pairs: lines by setting. */
  settings?: Record<TrainingSetting, number>;
}

/** How the files were made, and what is in them; counted from the very lines written. */
export interface TrainingManifest {
  format: TrainingFormat;
  /** The shape of a line. */
  shape: string;
  project: string;
  task: { name: string; kind: "pointwise" | "pairwise" };
  source: string;
  /** Whether what the source prefers is in `rejected`. Null where there is no preference. */
  reversed: boolean | null;
  /** Of a pointwise task's preferences. */
  score: { of: string; criteria: string[]; margin: number; marginIn: string; pairs: "all" | "extremes" } | null;
  /** Supervised pairs only. */
  settings: TrainingSetting[] | null;
  swapAugmentation: boolean | null;
  split: { by: "input"; shares: Record<TrainingSplit, number>; seed: number };
  criteriaSet: { version: number } | null;
  runs: TrainingRun[];
  read: { inputs: number; samples: number };
  /** Candidates = those that gave lines + those dropped. */
  candidates: number;
  dropped: { filter: TrainingFilter; count: number; meaning: string }[];
  counts: Record<TrainingSplit, TrainingCounts>;
  files: { name: string; split: TrainingSplit; lines: number; bytes: number; sha256: string }[];
  createdAt: string;
}
