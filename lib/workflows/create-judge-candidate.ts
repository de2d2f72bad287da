import "server-only";
import type { z } from "zod";
import { appendAudit } from "@/lib/db/audit";
import { type Db, inTransaction } from "@/lib/db/client";
import { createCandidateRow, listCandidateRows } from "@/lib/db/judge-candidates";
import { sealSplit } from "@/lib/db/judge-splits";
import { listJudgeScores, listRedlinedUnits } from "@/lib/db/judged-units";
import { createJudgeRow, getCallableJudge, getJudgeRow, type JudgeContent, listJudgeRows } from "@/lib/db/judges";
import { demandSplit, getLearningTask, type LearningTask, readTruth } from "@/lib/db/learning-place";
import { createPromptVersionRow, findPromptVersion } from "@/lib/db/prompt-versions";
import { AppError, found } from "@/lib/domain/errors";
import { type Judge, withoutEndpoint } from "@/lib/domain/judge";
import type { createCandidateBody, JudgeCandidate, RecalibratedOptions } from "@/lib/domain/judge-improvement";
import { aggregatePanel, type PanelOptions } from "@/lib/domain/panel";
import { type Actor, demand } from "@/lib/domain/policy";
import { chooseExamples, tokensOf } from "@/lib/improve/choose-examples";
import { choosePanel } from "@/lib/improve/choose-panel";
import { demandTruth, learningUnits } from "@/lib/improve/demand-truth";
import { exampleText, learnedPrompt, withExamples, withGuidance } from "@/lib/improve/learned-prompt";
import { type LearningUnit, unitKey } from "@/lib/improve/learning-unit";
import { recalibrate } from "@/lib/improve/recalibrate";
import { promptVersion, wordingOf } from "@/lib/protocols/define-protocol";
import { findProtocol } from "@/lib/protocols/protocols";

type Input = { taskId: string } & z.output<typeof createCandidateBody>;

/** What a candidate learns from: the part to develop on alone. */
interface Develop {
  task: LearningTask;
  splitId: string;
  criteriaSetId: string;
  units: LearningUnit[];
  judge: Judge;
}

/** A candidate ready to be stored; `system`: its judge's system prompt, as a new prompt version. */
interface Learned {
  content: { system: string } | { kind: "recalibrated"; options: RecalibratedOptions } | { kind: "panel"; options: PanelOptions };
  material: Record<string, unknown>;
}

/**
 * Makes a candidate to take a judge's place, from the part to develop on: with examples, with guidance, recalibrated, or a panel. It is a judge of its
 * own, archived until it is adopted; the present judge is not changed. Seals the split. Throws conflict, saying what is missing, where
 * people gave too few scores without a draft or there is nothing to learn from.
 */
export async function createJudgeCandidate(actor: Actor, input: Input): Promise<JudgeCandidate> {
  const task = await getLearningTask(input.taskId);
  const { projectId } = task;
  demand(actor, "judge.edit", projectId, "task");
  const { split, criteriaSetId } = await demandSplit(task);
  const judge = await getJudgeRow(input.judgeId);
  if (judge.projectId !== projectId) throw new AppError("not_found", "There is no such judge.");
  const { scores, refused } = await readTruth(split.id, criteriaSetId, "develop");
  const units = learningUnits(scores, task.criteria);
  demandTruth(units, "develop", refused);
  const { content, material } = await learn(input, { task, splitId: split.id, criteriaSetId, units, judge });
  const id = await inTransaction(async (tx) => {
    const judgeId = judge.id;
    const candidateId =
      "system" in content
        ? await copyWithPrompt(tx, actor, judge, input.name, content.system)
        : await createJudgeRow(tx, projectId, computed(input.name, content), null);
    await sealSplit(tx, split.id);
    const row = { splitId: split.id, judgeId, candidateId, kind: input.kind, material, createdById: actor.userId };
    const made = await createCandidateRow(tx, row);
    const details = { kind: input.kind, name: input.name, of: judge.name };
    await appendAudit(tx, {
      projectId,
      userId: actor.userId,
      verb: "judge.candidate",
      targetKind: "judge",
      targetId: candidateId,
      details,
    });
    return made;
  });
  return found(
    (await listCandidateRows(split.id)).find((row) => row.id === id),
    "candidate",
  );
}

async function learn(input: Input, develop: Develop): Promise<Learned> {
  if (input.kind === "examples") return learnExamples(develop, input.tokenBudget);
  if (input.kind === "rubric") {
    const { proposed, guidance } = input;
    return { content: { system: withGuidance(await systemOf(develop.judge), guidance) }, material: { proposed, guidance } };
  }
  return input.kind === "recalibrated" ? learnRecalibration(develop) : learnPanel(develop, input.aggregate);
}

const part = (splitId: string) => ({ splitId, part: "develop" as const });

async function learnExamples({ task, splitId, criteriaSetId, units, judge }: Develop, tokenBudget: number): Promise<Learned> {
  const system = await systemOf(judge);
  const truth = new Map(units.map((unit) => [unitKey(unit), unit]));
  const redlined = (await listRedlinedUnits(judge.id, criteriaSetId, part(splitId))).flatMap(({ changes, ...unit }) => {
    const known = truth.get(unitKey(unit));
    return known === undefined ? [] : [{ ...unit, people: known.people, edits: changes.length }];
  });
  const examples = chooseExamples(redlined, task.criteria, { tokenBudget, cost: (example) => tokensOf(exampleText(example)) });
  if (examples.length === 0) {
    throw new AppError(
      "conflict",
      `No examples fit: ${redlined.length} redlined drafts of "${judge.name}" in the part to develop on also have a score given without a draft, and an example must have an edit and fit into ${tokenBudget} tokens.`,
    );
  }
  const shown = examples.map(({ sampleId, criterion, score, wording }) => ({ sampleId, criterion, score, wording }));
  return { content: { system: withExamples(system, examples) }, material: { tokenBudget, candidates: redlined.length, examples: shown } };
}

async function learnRecalibration({ task, splitId, criteriaSetId, units, judge }: Develop): Promise<Learned> {
  const scores = await scoresOf(judge.id, criteriaSetId, splitId);
  const { criteria, crossFitted } = recalibrate(task.criteria, units, scores);
  if (crossFitted.length === 0) {
    throw new AppError("conflict", `"${judge.name}" has scored too few of the inputs to develop on that people scored without a draft.`);
  }
  return { content: { kind: "recalibrated", options: { of: judge.id, criteria } }, material: { crossFitted } };
}

async function learnPanel({ task, splitId, criteriaSetId, units, judge }: Develop, aggregate: "mean" | "median"): Promise<Learned> {
  const able = (await listJudgeRows(task.projectId)).filter(
    ({ kind, archivedAt }) => archivedAt === null && (kind === "endpoint" || kind === "imported"),
  );
  const judged = await Promise.all(able.map(async ({ id }) => ({ judgeId: id, scores: await scoresOf(id, criteriaSetId, splitId) })));
  const withScores = judged.filter(({ scores }) => scores.size > 0);
  const chosen = choosePanel(task.criteria, units, withScores, (scores) => aggregatePanel(scores, aggregate) as number);
  if (chosen === null) {
    throw new AppError(
      "conflict",
      `A panel for "${judge.name}" needs two judges with scores of the same units; ${withScores.length === 1 ? "1 judge has" : `${withScores.length} judges have`} scores in the part to develop on.`,
    );
  }
  const { members, error, n } = chosen;
  return { content: { kind: "panel", options: { members, aggregate } }, material: { error, n, tried: withScores.length } };
}

async function scoresOf(judgeId: string, criteriaSetId: string, splitId: string): Promise<Map<string, number>> {
  return new Map((await listJudgeScores(judgeId, criteriaSetId, part(splitId))).map((one) => [unitKey(one), one.score]));
}

/** All prompts of a judge, in its own wording. */
async function promptsOf(judge: Judge) {
  if (judge.kind !== "endpoint")
    throw new AppError("conflict", `"${judge.name}" asks no model, so prompts cannot teach it. Recalibrate it, or use a panel.`);
  const protocol = found(findProtocol(judge.protocol), `protocol "${judge.protocol}"`);
  const version = judge.promptVersionId === null ? null : await findPromptVersion(judge.projectId, judge.promptVersionId);
  return { protocol: protocol.name, texts: wordingOf(protocol, version?.texts) };
}

const systemOf = async (judge: Judge): Promise<string> => (await promptsOf(judge)).texts[learnedPrompt] ?? "";

/** The same judge with another system prompt, saved as a new prompt version. */
async function copyWithPrompt(tx: Db, actor: Actor, judge: Judge, name: string, system: string): Promise<string> {
  const { protocol, texts: before } = await promptsOf(judge);
  const texts = { ...before, [learnedPrompt]: system };
  const wording = { protocol, texts, hash: promptVersion(texts), note: name, createdById: actor.userId };
  const { id: promptVersionId } = await createPromptVersionRow(tx, { projectId: judge.projectId, ...wording });
  const {
    apiKeyEncrypted,
    baseUrl,
    model,
    parameters,
    capabilities: _,
    archived: __,
    id: ___,
    projectId: ____,
    ...asked
  } = await getCallableJudge(judge.id);
  const { inputPriceUsd, outputPriceUsd, options, roles } = asked;
  const content: JudgeContent = {
    ...{ kind: "endpoint", name, baseUrl, model, parameters, protocol, options, roles, promptVersionId, inputPriceUsd, outputPriceUsd },
    archived: true,
  };
  return createJudgeRow(tx, judge.projectId, content, apiKeyEncrypted);
}

function computed(name: string, { kind, options }: Exclude<Learned["content"], { system: string }>): JudgeContent {
  return {
    ...{ kind, name, options, archived: true },
    protocol: kind === "panel" ? options.aggregate : "recalibrated",
    ...withoutEndpoint,
  };
}
