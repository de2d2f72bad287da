import { planTraining, type TrainingFacts } from "@/lib/datasets/training/plan-training";
import type { CritiqueDraft, TrainingGroup, TrainingLine, TrainingSample } from "@/lib/datasets/training/training-group";
import { isWanted, trainingPieces } from "@/lib/datasets/training/training-pieces";
import { preferenceScale } from "@/lib/domain/pair-outputs";
import { type TrainingManifest, trainingFiles, trainingOptions, trainingSplits } from "@/lib/domain/training";

export const points = { min: 1, max: 5, step: 1, levels: [] };

export const factsOf = (kind: "pointwise" | "pairwise", names = ["Overall"]): TrainingFacts => ({
  project: "Study",
  task: { name: "Answers", description: "Answer the question.", inputName: "question", outputName: "answer", kind },
  criteriaSet: { version: 2 },
  criteria: names.map((name) => ({
    id: name,
    name,
    definition: "All in all.",
    scale: kind === "pairwise" ? preferenceScale : points,
    overall: name === "Overall",
  })),
});

export const sample = (fields: Partial<TrainingSample> = {}): TrainingSample => ({
  externalId: "s1",
  input: "Why?",
  output: "Because.",
  outputB: null,
  reference: null,
  imageUrl: null,
  goldLabel: null,
  ratings: [],
  critiques: [],
  ...fields,
});

export const rated = (criterionId: string, score: number | null, dropped: TrainingSample["ratings"][number]["dropped"] = null) => ({
  criterionId,
  score,
  dropped,
  runId: null,
});

export const draft = (details: unknown, fields: Partial<CritiqueDraft> = {}): CritiqueDraft => ({
  kind: "draft",
  runId: "run",
  judge: "J",
  details,
  dropped: null,
  referenced: true,
  ...fields,
});

export const allChains = {
  critiques: {
    pointwise: {
      referenced: { A: { text: "ra", score: 8 }, B: { text: "rb", score: 3 } },
      free: { A: { text: "fa", score: 7 }, B: { text: "fb", score: 4 } },
    },
    pairwise: { referenced: { text: "[A] beats [B].", score: 1 }, free: { text: "[B] loses to [A].", score: 1 } },
  },
  chains: [],
};

/** All files of an export, with every line read. */
export async function exported(
  facts: TrainingFacts,
  groups: TrainingGroup[],
  given: Record<string, string>,
  files: readonly (typeof trainingFiles)[number][] = trainingFiles,
) {
  const plan = planTraining(facts, trainingOptions.parse(given));
  const texts = { train: "", validation: "", test: "", manifest: "" };
  const wanted = (async function* () {
    for (const group of groups) if (isWanted(group.splitKey, { plan, files })) yield group;
  })();
  const request = { plan, files, now: new Date("2026-01-05T10:00:00Z"), describeRuns: async () => [] };
  for await (const { file, text } of trainingPieces(wanted, request)) texts[file] += text;
  const lines = (split: "train" | "validation" | "test") =>
    texts[split]
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as TrainingLine);
  const manifest = (texts.manifest === "" ? null : JSON.parse(texts.manifest)) as TrainingManifest;
  return { texts, manifest, train: lines("train"), all: trainingSplits.flatMap(lines), bySplit: trainingSplits.map(lines) };
}

export const inTrain = { shares: "1,0,0" };
export const pair = (fields: Partial<TrainingSample>) => sample({ output: "Long.", outputB: "Short.", ...fields });
export const group = (...samples: TrainingSample[]): TrainingGroup => ({ inputKey: "k", splitKey: "k", samples });
export const dropped = (manifest: TrainingManifest) => Object.fromEntries(manifest.dropped.map(({ filter, count }) => [filter, count]));
