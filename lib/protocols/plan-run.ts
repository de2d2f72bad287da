import type { z } from "zod";
import { AppError, found } from "@/lib/domain/errors";
import type { startRunBody } from "@/lib/domain/judge";
import { recalibratedOptions } from "@/lib/domain/judge-improvement";
import type { JudgeKind } from "@/lib/domain/judge-kind";
import { metricCriterion, metricOptions } from "@/lib/domain/metric";
import { type PanelMember, panelOptions, panelProblem } from "@/lib/domain/panel";
import { labelsNeedOneOutput } from "@/lib/domain/preference";
import { demandWording } from "./check-choices";
import { criteriaProposal } from "./criteria-proposal/criteria-proposal";
import { promptVersion, wordingOf } from "./define-protocol";
import { findProtocol, protocols } from "./protocols";

/** What a plan needs to know about a judge. */
export interface PlannedJudge<Participant> {
  name: string;
  kind: JudgeKind;
  protocol: string;
  options: Record<string, unknown>;
  /** The wording chosen for it; null: the built-in one. */
  prompts: Record<string, string> | null;
  /** The participants in its other roles. */
  roles: { [role: string]: Participant };
}

/** What a plan needs to know about the task and its criteria. */
export interface PlannedTask {
  kind: "pointwise" | "pairwise";
  /** Whether the criteria set has an overall criterion; null: there is no set. */
  hasOverall: boolean | null;
  /** The set's categorical criteria. */
  labelled: readonly { name: string; overall: boolean }[];
  /** How many of the samples to draft have no reference. */
  withoutReference: number;
}

/** What a run asks, and about which units. */
export interface RunPlan<Participant> {
  protocol: string;
  scope: "unit" | "sample" | "batch";
  criteria: "every" | "overall";
  options: Record<string, unknown>;
  prompts: Record<string, string>;
  promptVersion: string;
  roles: { [role: string]: Participant };
  /** A scale of the run's own, on which each sample is judged. */
  ownCriterion: ReturnType<typeof metricCriterion> | null;
  /** Whether the run makes criteria for single samples. */
  makesCriteria: boolean;
}

type Asked = Pick<z.output<typeof startRunBody>, "kind" | "variant" | "proposal"> & {
  /** The project's wording for a proposal; undefined: the built-in one; null: the project has no wording with the given id. */
  wording?: { protocol: string; version: number; texts: Record<string, string> } | null | undefined;
};

const namesOf = (criteria: readonly { name: string }[]) => criteria.map(({ name }) => `"${name}"`).join(", ");
const conflict = (message: string) => new AppError("conflict", message);
const unworded = { prompts: {}, promptVersion: "none", roles: {}, makesCriteria: false, ownCriterion: null };

/**
 * How a judge would work on a task: what a run freezes, and what an estimate is based on. `judges`: those of the project, for panels.
 * Throws conflict, saying what to do, if judge, protocol, variant and task do not fit together.
 */
export function planRun<Participant>(
  asked: Asked,
  task: PlannedTask,
  judge: PlannedJudge<Participant>,
  judges: readonly PanelMember[],
): RunPlan<Participant> {
  if (judge.kind === "imported") throw conflict(`The judge "${judge.name}" has no endpoint: its drafts were made elsewhere.`);
  if (asked.kind === "criteria") return planProposal(asked, task, judge);
  if (judge.kind !== "endpoint" && asked.variant !== "plain") throw conflict("Only a model can be run in another variant.");
  const plan = planEvaluation(asked, task, judge, judges);
  if (plan.criteria === "overall" && plan.ownCriterion === null && task.hasOverall === false) {
    throw conflict("This protocol gives an overall score, but the criteria set has no overall criterion. Publish a set with one.");
  }
  return plan;
}

function planEvaluation<Participant>(
  asked: Asked,
  task: PlannedTask,
  judge: PlannedJudge<Participant>,
  judges: readonly PanelMember[],
): RunPlan<Participant> {
  if (judge.kind === "metric") return planMetric(task, judge);
  if (judge.kind === "recalibrated") return planRecalibrated(task, judge);
  return judge.kind === "panel" ? planPanel(task, judge, judges) : planProtocol(asked, task, judge);
}

function planProposal<Participant>(asked: Asked, task: PlannedTask, judge: PlannedJudge<Participant>): RunPlan<Participant> {
  if (judge.kind !== "endpoint") throw conflict("Only a judge with a model can propose criteria.");
  const { samples, temperature, labels } = asked.proposal ?? {};
  if (labels && task.kind === "pairwise")
    throw conflict(`This task compares two outputs, so a judge can propose no criteria with labels for it. ${labelsNeedOneOutput}`);
  const basis = judge.roles.embedding === undefined ? "lexical" : "embeddings";
  const options = criteriaProposal.options.parse({ samples, temperature, basis, labels });
  demandWording(criteriaProposal.name, asked.wording, "proposal.promptVersionId");
  const prompts = wordingOf(criteriaProposal, asked.wording?.texts);
  return {
    ...unworded,
    protocol: criteriaProposal.name,
    scope: "unit",
    criteria: "every",
    options,
    prompts,
    promptVersion: promptVersion(prompts),
    roles: judge.roles,
  };
}

function planMetric<Participant>(task: PlannedTask, judge: PlannedJudge<Participant>): RunPlan<Participant> {
  const options = metricOptions.parse(judge.options);
  // On a pair, a metric gives a preference on the task's scale; on a single output it uses its own scale.
  const ownCriterion = task.kind === "pairwise" ? null : metricCriterion(options.metric);
  return { ...unworded, protocol: "metric", scope: "batch", criteria: "overall", options, ownCriterion };
}

function planPanel<Participant>(task: PlannedTask, judge: PlannedJudge<Participant>, judges: readonly PanelMember[]): RunPlan<Participant> {
  const options = panelOptions.parse(judge.options);
  const problem = panelProblem(options, task, judges);
  if (problem !== null) throw conflict(problem);
  if (task.labelled.length > 0 && options.aggregate !== "majority")
    throw conflict(`The labels of ${namesOf(task.labelled)} have no mean or median: the panel "${judge.name}" must decide by majority.`);
  return { ...unworded, protocol: "panel", scope: "batch", criteria: "every", options };
}

function planRecalibrated<Participant>(task: PlannedTask, judge: PlannedJudge<Participant>): RunPlan<Participant> {
  if (task.kind === "pairwise") throw conflict("Preferences cannot be recalibrated: choose another judge for a pairwise task.");
  return { ...unworded, protocol: "recalibrated", scope: "batch", criteria: "every", options: recalibratedOptions.parse(judge.options) };
}

function planProtocol<Participant>(asked: Asked, task: PlannedTask, judge: PlannedJudge<Participant>): RunPlan<Participant> {
  const protocol = found(findProtocol(judge.protocol), `protocol "${judge.protocol}"`);
  if (!protocol.taskKinds.some((kind) => kind === task.kind)) {
    throw conflict(`The protocol "${protocol.title}" is not for ${task.kind} tasks. Choose a judge with another one.`);
  }
  if (!protocol.variants.includes(asked.variant) || (asked.variant !== "plain" && task.kind !== "pairwise")) {
    throw conflict(`The protocol "${protocol.title}" has no variant "${asked.variant}" on a ${task.kind} task.`);
  }
  const labelled = task.labelled.filter(({ overall }) => protocol.criteria === "every" || overall);
  if (labelled.length > 0 && protocol.takesLabels !== true) {
    const able = protocols.filter(({ takesLabels }) => takesLabels).map(({ title }) => `"${title}"`);
    throw conflict(
      `The protocol "${protocol.title}" computes with scores, and ${namesOf(labelled)} ${labelled.length === 1 ? "has" : "have"} labels without an order. Choose a judge with ${able.join(" or ")}.`,
    );
  }
  const misfit = protocol.misfit(judge.options, task.kind);
  if (misfit !== null) {
    throw conflict(
      `The judge "${judge.name}" cannot work on this ${task.kind} task: its option ${misfit}. Change it in the judge's settings.`,
    );
  }
  const missing = protocol.needs(judge.options).filter((role) => judge.roles[role] === undefined);
  if (missing.length > 0)
    throw conflict(`The protocol "${protocol.title}" also needs a judge for: ${missing.join(", ")}. Name it in the judge's settings.`);
  if (protocol.needsReference(judge.options) && task.withoutReference > 0) {
    throw conflict(
      `With these options the protocol needs a reference for every sample; ${task.withoutReference === 1 ? "1 sample has" : `${task.withoutReference} samples have`} none.`,
    );
  }
  const prompts = wordingOf(protocol, judge.prompts ?? {});
  return {
    protocol: protocol.name,
    scope: protocol.scope,
    criteria: protocol.criteria,
    // Defaults are filled in, so that the run records how it was asked even if they change later.
    options: protocol.options.parse(judge.options),
    prompts,
    promptVersion: promptVersion(prompts),
    roles: judge.roles,
    ownCriterion: null,
    makesCriteria: protocol.makesCriteria ?? false,
  };
}
