import "server-only";
import { readFile } from "node:fs/promises";
import { Command } from "commander";
import {
  type CandidateEvidence,
  candidateKinds,
  createCandidateBody,
  type JudgeCandidate,
  type JudgeTrial,
  saveJudgeSplitBody,
} from "@/lib/domain/judge-improvement";
import type { Actor } from "@/lib/domain/policy";
import { adoptCandidate } from "@/lib/workflows/adopt-candidate";
import { createJudgeCandidate } from "@/lib/workflows/create-judge-candidate";
import { dealJudgeSplit } from "@/lib/workflows/deal-judge-split";
import { finishJudgeTrial } from "@/lib/workflows/finish-judge-trial";
import { getRun } from "@/lib/workflows/get-run";
import { proveCandidates } from "@/lib/workflows/prove-candidates";
import { readJudgeImprovement } from "@/lib/workflows/read-judge-improvement";
import { localActor } from "./local-actor";
import { print, printJson, remark, UsageError } from "./output";
import { getJudge, getProject, getTask } from "./projects";
import { readCount, readNumber } from "./read-number";
import { waitForRun } from "./wait-for-run";

interface Options {
  project: string;
  task?: string;
  name: string;
  with: string[];
  guidance?: string;
  tokenBudget?: number;
  seed?: number;
  heldOut?: number;
  adopt?: true;
  json?: true;
}

/** `redline judge improve`: candidates from one part of the inputs, proved on the other. */
export const improveJudgeCommand = (): Command =>
  new Command("improve")
    .description("learn from people's scores and corrections, and prove on held-out inputs whether it helps")
    .requiredOption("--project <name>")
    .option("--task <name>", "required if the project has several")
    .requiredOption("--name <name>", "the present judge")
    .option("--with <kinds...>", "candidates: examples, recalibrated, panel", ["examples", "recalibrated"])
    .option("--guidance <file>", "one more candidate: with the guidance in this file, which you have read and agree to")
    .option("--token-budget <number>", "what examples may add to a prompt, in tokens", readCount)
    .option("--seed <number>", "of the split, if there is none yet", readNumber)
    .option("--held-out <share>", "the share of inputs held out, if there is no split yet", readNumber)
    .option("--adopt", "adopt the candidate with the least error, if one is better")
    .option("--json", "print one JSON document")
    .action(async (options: Options) => {
      const actor = await localActor();
      const project = await getProject(actor, options.project);
      const { id: taskId } = await getTask(actor, project, options.task);
      const judge = await getJudge(actor, options.project, options.name);
      await demandSplit(actor, taskId, options);
      const candidates = await makeCandidates(actor, { taskId, judgeId: judge.id }, options);
      const begun = await proveCandidates(actor, { taskId, judgeId: judge.id, candidateIds: candidates.map(({ id }) => id) });
      for (const { runId } of begun.runs) {
        const run = await getRun(actor, { runId });
        await waitForRun(actor, run, ({ status, units }) => `${run.judge.name} is ${status}: ${units.done} of ${units.total} drafted`);
      }
      const proved = await finishJudgeTrial(actor, { trialId: begun.id });
      const trial = options.adopt ? await adoptBest(actor, proved) : proved;
      const { split } = await readJudgeImprovement(actor, { taskId });
      if (options.json) return printJson({ trial, candidates, wear: split?.wear ?? null });
      printTrial(trial, candidates);
      if (split?.wear.worn) {
        remark(
          `The held-out part is worn out: after ${split.wear.uses} uses the chance of a false claim is ${percent(split.wear.chanceOfFalseClaim)}. Collect scores on new inputs before you believe another proof.`,
        );
      }
    });

const percent = (share: number) => `${(share * 100).toFixed(0)} %`;

async function demandSplit(actor: Actor, taskId: string, { seed, heldOut }: Options): Promise<void> {
  const { split } = await readJudgeImprovement(actor, { taskId });
  if (split !== null && (seed ?? heldOut) === undefined) return;
  const body = saveJudgeSplitBody.safeParse({ seed, heldOutShare: heldOut });
  if (!body.success) throw new UsageError(body.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "));
  await dealJudgeSplit(actor, { taskId, ...body.data });
}

async function makeCandidates(actor: Actor, place: { taskId: string; judgeId: string }, options: Options): Promise<JudgeCandidate[]> {
  const unknown = options.with.filter((kind) => !candidateKinds.some((known) => known === kind && known !== "rubric"));
  if (unknown.length > 0) throw new UsageError(`--with takes examples, recalibrated and panel, not ${unknown.join(", ")}`);
  const { trials, candidates } = await readJudgeImprovement(actor, { taskId: place.taskId });
  // Names of judges are unique in a project.
  const number = candidates.length + trials.length + 1;
  const bodies: Record<string, unknown>[] = options.with.map((kind) => ({ kind, tokenBudget: options.tokenBudget }));
  if (options.guidance !== undefined) bodies.push({ kind: "rubric", guidance: await readFile(options.guidance, "utf8") });
  const made: JudgeCandidate[] = [];
  for (const [at, body] of bodies.entries()) {
    const name = `${options.name}, ${words[String(body.kind)]} (${number + at})`;
    const parsed = createCandidateBody.safeParse({ ...body, judgeId: place.judgeId, name });
    if (!parsed.success) throw new UsageError(parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "));
    made.push(await createJudgeCandidate(actor, { taskId: place.taskId, ...parsed.data }));
  }
  return made;
}

const words: Record<string, string> = {
  examples: "with examples",
  rubric: "with guidance",
  recalibrated: "recalibrated",
  panel: "in a panel",
};

async function adoptBest(actor: Actor, trial: JudgeTrial): Promise<JudgeTrial> {
  const better = (trial.evidence?.candidates ?? []).filter(({ verdict }) => verdict === "better");
  const [best] = better.toSorted((a, b) => (a.error.difference.value ?? 0) - (b.error.difference.value ?? 0));
  return best === undefined ? trial : adoptCandidate(actor, { trialId: trial.id, candidateId: best.candidateId });
}

const verdictWords: Record<CandidateEvidence["verdict"], string> = {
  better: "better",
  worse: "worse",
  "no-improvement-shown": "no improvement shown",
};

const shown = (value: number | null | undefined) => (value === null || value === undefined ? "undefined" : value.toFixed(4));

function printTrial({ use, evidence, adopted }: JudgeTrial, candidates: readonly JudgeCandidate[]): void {
  print(`proof ${use} on held-out inputs, as shares of the scale`);
  print(["candidate", "n", "error now", "error then", "change", "95 % interval", "p (Holm)", "verdict"].join("\t"));
  for (const { candidateId, n, error, verdict } of evidence?.candidates ?? []) {
    const { interval } = error.difference;
    const between = interval ? `${shown(interval.low)} to ${shown(interval.high)}` : "none";
    const name = candidates.find(({ id }) => id === candidateId)?.candidate.name ?? candidateId;
    const values = [error.present.value, error.candidate.value, error.difference.value].map(shown);
    print([name, n, ...values, between, shown(error.adjusted), verdictWords[verdict]].join("\t"));
  }
  if (adopted === null) return;
  print(`adopted: ${candidates.find(({ id }) => id === adopted.candidateId)?.candidate.name ?? adopted.candidateId}`);
}
