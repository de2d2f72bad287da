import { createHash } from "node:crypto";
import { AppError } from "@/lib/domain/errors";
import {
  type TrainingFile,
  type TrainingManifest,
  type TrainingRun,
  type TrainingSplit,
  trainingSplits,
  writtenSource,
} from "@/lib/domain/training";
import { critiquePairs } from "./critique-pairs";
import type { TrainingPlan } from "./plan-training";
import { preferencePairs } from "./preference-pairs";
import { splitOf } from "./split-of";
import { TrainingTally } from "./tally-training";
import type { TrainingGroup, TrainingOutcome } from "./training-group";
import { whyEmpty } from "./why-empty";

const PIECE_CHARACTERS = 65_536;

/** A part of one of the files; the parts of a file come in order. */
export interface TrainingPiece {
  file: TrainingFile;
  text: string;
}

export interface TrainingRequest {
  plan: TrainingPlan;
  /** The requested files. The manifest counts the lines of all files, so asking for it generates all of them. */
  files: readonly TrainingFile[];
  /** The time of the request. */
  now: Date;
  describeRuns(ids: string[]): Promise<TrainingRun[]>;
}

/** Whether the input with this split key must be read for these files. */
export const isWanted = (splitKey: string, { plan, files }: Pick<TrainingRequest, "plan" | "files">): boolean =>
  files.includes("manifest") || files.includes(splitOf(splitKey, plan.seed, plan.shares));

/**
 * The requested files in pieces, one input at a time; the manifest comes last. If the manifest is requested and no file has a line,
 * throws conflict before any piece.
 */
export async function* trainingPieces(groups: AsyncIterable<TrainingGroup>, request: TrainingRequest): AsyncGenerator<TrainingPiece> {
  const { plan, files } = request;
  const tally = new TrainingTally();
  const waiting: Record<TrainingSplit, string> = { train: "", validation: "", test: "" };
  const emptied = (split: TrainingSplit): TrainingPiece[] => {
    const text = waiting[split];
    waiting[split] = "";
    tally.write(split, text);
    return text !== "" && files.includes(split) ? [{ file: split, text }] : [];
  };
  for await (const group of groups) {
    const split = splitOf(group.splitKey, plan.seed, plan.shares);
    tally.readGroup(group.samples.length);
    let gaveLines = false;
    for (const outcome of withoutRepeats(plan.format === "dpo" ? preferencePairs(group, plan) : critiquePairs(group, plan))) {
      tally.take(split, outcome);
      if ("dropped" in outcome) continue;
      gaveLines = true;
      for (const line of outcome.lines) waiting[split] += `${JSON.stringify(line)}\n`;
      if (waiting[split].length >= PIECE_CHARACTERS) yield* emptied(split);
    }
    if (gaveLines) tally.countInput(split);
  }
  for (const split of trainingSplits) yield* emptied(split);
  if (!files.includes("manifest")) return;
  const manifest = manifestOf(plan, tally, await request.describeRuns(tally.runIds), request.now);
  if (trainingSplits.every((split) => manifest.counts[split].lines === 0)) throw new AppError("conflict", whyEmpty(plan, manifest));
  yield { file: "manifest", text: `${JSON.stringify(manifest, null, 2)}\n` };
}

/** The same candidates without those whose line repeats an earlier one of the input. */
function* withoutRepeats(outcomes: Iterable<TrainingOutcome>): Generator<TrainingOutcome> {
  const seen = new Set<string>();
  for (const outcome of outcomes) {
    const keys = "dropped" in outcome ? [] : outcome.lines.map(({ id: _, ...line }) => hashOf(line));
    if (keys.some((key) => seen.has(key))) yield { dropped: "duplicate" };
    else yield outcome;
    for (const key of keys) seen.add(key);
  }
}

const hashOf = (line: object): string => createHash("sha256").update(JSON.stringify(line), "utf8").digest("base64");

const shapes = {
  dpo: "TRL, preference, conversational: prompt, chosen and rejected are lists of { role, content }; id is for people",
  sft: "TRL, prompt-completion, conversational: prompt and completion are lists of { role, content }; id is for people",
} as const;

function manifestOf(plan: TrainingPlan, tally: TrainingTally, runs: TrainingRun[], now: Date): TrainingManifest {
  const { facts, format, source, shares, seed, excluded } = plan;
  const [train, validation, test] = shares;
  return {
    format,
    shape: shapes[format],
    project: facts.project,
    task: { name: facts.task.name, kind: facts.task.kind },
    source: writtenSource(source),
    reversed: format === "dpo" ? plan.reversed : null,
    score: scoreOfManifest(plan),
    settings: format === "sft" ? [...plan.settings] : null,
    swapAugmentation: format === "sft" ? plan.swap : null,
    split: { by: "input", shares: { train, validation, test }, seed },
    criteriaSet: source.kind === "gold" ? null : facts.criteriaSet,
    excluded: source.kind === "annotators" ? excluded : null,
    runs,
    ...tally.result(format === "sft"),
    createdAt: now.toISOString(),
  };
}

function scoreOfManifest({ measure, facts, pairs }: TrainingPlan): TrainingManifest["score"] {
  if (measure === null || facts.task.kind === "pairwise") return null;
  const [of, marginIn] =
    measure.of === "overall"
      ? ["mean of the raters on one criterion", "points of its scale"]
      : ["mean over the criteria of the raters' mean, each as a share of its scale", "shares of the scale, from 0 to 1"];
  return { of, criteria: measure.criteria.map(({ name }) => name), margin: measure.margin, marginIn, pairs };
}

/** The texts of one file. */
export async function* textsOf(pieces: AsyncIterable<TrainingPiece>): AsyncGenerator<string> {
  for await (const { text } of pieces) yield text;
}
