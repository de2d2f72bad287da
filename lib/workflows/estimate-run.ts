import "server-only";
import type { z } from "zod";
import { listLimitsInForce } from "@/lib/db/endpoints";
import { getJudgeToStart, type JudgeToStart } from "@/lib/db/judge-to-start";
import { listJudgeRows } from "@/lib/db/judges";
import { findWordingToAsk } from "@/lib/db/prompt-versions";
import { findRunMaterial, type RunMaterial, type SampleMaterial } from "@/lib/db/run-material";
import { countWithoutReference, getTaskForRun, isPublishedSetOf } from "@/lib/db/runs";
import { plainBaseUrl } from "@/lib/domain/endpoint";
import { AppError } from "@/lib/domain/errors";
import type { ModelRole, startRunBody } from "@/lib/domain/judge";
import { isCategorical } from "@/lib/domain/labels";
import { type Actor, demand } from "@/lib/domain/policy";
import type { RunEstimate } from "@/lib/domain/run-estimate";
import { type Participant, priceUse, secondsAtLimits, sumOfUse } from "@/lib/protocols/cost-of-use";
import { criteriaProposal } from "@/lib/protocols/criteria-proposal/criteria-proposal";
import { estimateDrafting, scaleUse, sumUse, type UseByRole } from "@/lib/protocols/estimate-drafting";
import { planRun, type RunPlan } from "@/lib/protocols/plan-run";
import type { Brief, BriefCriterion, Protocol } from "@/lib/protocols/protocol";
import { findProtocol } from "@/lib/protocols/protocols";
import { turnBrief } from "@/lib/protocols/turn-pair";

type Input = { taskId: string } & z.output<typeof startRunBody>;

/** This many samples are put into prompts; the rest are assumed to be similar. */
const mostSamplesLookedAt = 30;

const nothingAsked = { requests: 0, inputTokens: { expected: 0, most: 0 }, outputTokens: { expected: 0, most: 0 } };

/**
 * A run's requests and cost, estimated from the prompts of some of its samples and replies of typical length. Nothing is sent or stored.
 * Throws conflict if the run could not be started.
 */
export async function estimateRun(actor: Actor, input: Input): Promise<RunEstimate> {
  const task = await getTaskForRun(input.taskId);
  demand(actor, "run.start", task.projectId, "task");
  const judge = await getJudgeToStart(input.judgeId, input.proposal?.embeddingsModel);
  if (judge.projectId !== task.projectId) throw new AppError("not_found", "There is no such judge.");
  if (input.kind === "criteria") {
    const wording = await findWordingToAsk(task.projectId, criteriaProposal.name, input.proposal?.promptVersionId);
    const plan = planRun({ ...input, wording }, { kind: task.kind, hasOverall: null, labelled: [], withoutReference: 0 }, judge, []);
    return estimateProposal(input, judge, plan);
  }
  const setId = input.criteriaSetId ?? task.publishedSetId;
  if (input.criteriaSetId !== undefined && !(await isPublishedSetOf(task.id, input.criteriaSetId))) {
    throw new AppError("not_found", "There is no such published criteria set.");
  }
  if (setId === null) throw new AppError("conflict", "This task has no published criteria yet.");
  const material = await findRunMaterial(task.id, setId, input.sampleLimit ?? null, mostSamplesLookedAt);
  if (material.samples === 0) throw new AppError("conflict", "There is nothing to draft: the task has no samples.");
  // Whether it could be started: a conflict here is one there.
  const withoutReference = await countWithoutReference(task.id, input.sampleLimit ?? null);
  const labelled = material.criteria.filter(({ scale }) => isCategorical(scale));
  const fit = { kind: task.kind, hasOverall: material.overallUnits > 0, labelled, withoutReference };
  const plan = planRun(input, fit, judge, await listJudgeRows(task.projectId));
  const protocol = findProtocol(plan.protocol);
  return protocol === null ? withoutModel(plan, material) : estimateOf(input, judge, protocol, material);
}

/** A proposal is made of two samples, and is longer than a draft. */
const [examplesOfProposal, longestExample, fewestProposalTokens] = [2, 8000, 3000];

async function estimateProposal(input: Input, judge: JudgeToStart, { options, prompts }: RunPlan<unknown>): Promise<RunEstimate> {
  const { task, spread, samples } = await findRunMaterial(input.taskId, null, examplesOfProposal, examplesOfProposal);
  const examples = spread.map(({ input: asked, output }) => ({
    input: asked.slice(0, longestExample),
    output: output.slice(0, longestExample),
  }));
  const drafting = criteriaProposal.draft({ task, examples, options, prompts });
  const maxTokens = () => Math.max(judge.parameters.maxTokens, fewestProposalTokens);
  const { use } = estimateDrafting(drafting, { form: formOf(judge), maxTokens });
  return { units: 1, samples, samplesLookedAt: samples, ...(await figuresOf(use, judge)), notes: [onceOnly] };
}

const formOf = (judge: JudgeToStart) => (judge.parameters.structuredOutput === "off" ? "text" : "json");

const onceOnly = "Unreadable replies are asked for again up to twice, which these figures leave out.";

/** A use converted to requests, tokens, money and time. */
async function figuresOf(use: UseByRole, judge: JudgeToStart) {
  const participants = participantsOf(judge);
  const limits = await listLimitsInForce([...new Set(Object.values(participants).map(({ baseUrl }) => plainBaseUrl(baseUrl)))]);
  const { requests, inputTokens, outputTokens } = sumOfUse(use);
  return {
    requests: Math.round(requests),
    inputTokens,
    outputTokens,
    ...priceUse(use, participants),
    seconds: secondsAtLimits(use, participants, limits),
  };
}

function withoutModel(plan: RunPlan<unknown>, material: RunMaterial): RunEstimate {
  const units = plan.ownCriterion !== null ? material.samples : plan.criteria === "every" ? material.units : material.overallUnits;
  const notes = ["No model is asked."];
  return {
    units,
    samples: material.samples,
    samplesLookedAt: 0,
    ...nothingAsked,
    costUsd: { expected: 0, most: 0 },
    costWhy: null,
    seconds: null,
    notes,
  };
}

async function estimateOf(input: Input, judge: JudgeToStart, protocol: Protocol, material: RunMaterial): Promise<RunEstimate> {
  const { spread, samples } = material;
  const looked = reckonSamples(input, judge, protocol, material);
  const use = scaleUse(looked, samples / spread.length);
  return {
    units: protocol.criteria === "overall" ? material.overallUnits : material.units,
    samples,
    samplesLookedAt: spread.length,
    ...(await figuresOf(use, judge)),
    notes: notesFor(input, judge, material, sumOfUse(use).images),
  };
}

function reckonSamples(input: Input, judge: JudgeToStart, protocol: Protocol, material: RunMaterial): UseByRole {
  const maxTokens = (role: ModelRole) => (role === "judge" ? judge : judge.roles[role])?.parameters.maxTokens ?? judge.parameters.maxTokens;
  const form = formOf(judge);
  const { variant } = input;
  let use: UseByRole = {};
  for (const sample of material.spread) {
    const earlier: Brief["earlier"] = [];
    for (const criteria of piecesOf(protocol, material, sample)) {
      const isInView = protocol.scope === "unit" && criteria[0]?.overall === true;
      const brief = {
        task: material.task,
        sample: judge.parameters.images === "send" ? sample : { ...sample, imageUrl: null },
        criteria,
        earlier: isInView ? [...earlier] : [],
        variant,
        options: judge.options,
        prompts: judge.prompts ?? {},
      };
      const made = estimateDrafting(protocol.draft(turnBrief(brief)), { form, maxTokens });
      use = sumUse(use, made.use);
      const [criterion] = criteria;
      if (criterion !== undefined) earlier.push(...made.value.map(({ content }) => ({ criterion, content })));
    }
  }
  return use;
}

/** The criteria of each drafting of a sample: one by one with the overall one last, or all together. */
function piecesOf(protocol: Protocol, { criteria }: RunMaterial, sample: SampleMaterial): BriefCriterion[][] {
  const fitting = criteria
    .filter(({ sampleId }) => sampleId === null || sampleId === sample.id)
    .filter(({ overall }) => protocol.criteria === "every" || overall);
  if (protocol.scope === "sample") return [fitting];
  return [...fitting.filter(({ overall }) => !overall), ...fitting.filter(({ overall }) => overall)].map((criterion) => [criterion]);
}

/** The judge that would be asked, at the price that would be frozen. */
const participantsOf = (judge: JudgeToStart): Partial<Record<ModelRole, Participant>> =>
  Object.fromEntries(
    Object.entries({ judge, ...judge.roles }).map(([role, { name, baseUrl, model, inputPriceUsd, outputPriceUsd }]) => [
      role,
      { name, model: model ?? "", baseUrl: baseUrl ?? "", inputPriceUsd, outputPriceUsd },
    ]),
  );

function notesFor(input: Input, judge: JudgeToStart, { samples, spread }: RunMaterial, images: number): string[] {
  return [
    ...(spread.length < samples ? [`Estimated from ${spread.length} samples spread over all ${samples}.`] : []),
    onceOnly,
    ...(judge.parameters.structuredOutput === "auto"
      ? ["Estimated with JSON replies; an endpoint that rejects a schema is then asked for text."]
      : []),
    ...(images > 0 ? ["Samples have images, whose tokens each model counts differently; these figures leave them out."] : []),
    ...(input.reuseAnswers ? ["Earlier answers of the project are reused; how many there are is known only during the run."] : []),
  ];
}
