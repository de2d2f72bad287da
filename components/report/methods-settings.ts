import type { Run } from "@/lib/domain/judge";
import type { PlanProgress } from "@/lib/domain/study-plan";
import type { MethodsInput, MethodsJudge } from "@/lib/paper/methods";

const protocols: Record<string, MethodsJudge["protocol"]> = {
  direct: { name: "direct", cites: [] },
  "step-by-step": { name: "step by step", cites: ["li2023"] },
  rubric: { name: "rubric", cites: [] },
  "camieval-pointwise": { name: "CAMIEval, pointwise", cites: [] },
  "camieval-pairwise": { name: "CAMIEval, pairwise", cites: [] },
  critique: { name: "critique", cites: [] },
};

type SettledRun = Pick<Run, "kind" | "variant" | "imported" | "model" | "protocol" | "parameters" | "promptVersion"> & {
  judge: { name: string };
};

interface StartedPlan {
  content: { seed: number };
  progress: PlanProgress | null;
  changes: readonly { verb: string; details: Record<string, unknown> }[];
}

/**
 * How each judge was asked, as its plain runs were set when they started, by the judge's name; a judge whose runs were set differently has each way once.
 */
export function judgesOf(runs: readonly SettledRun[]): MethodsJudge[] {
  const ways = new Map<string, MethodsJudge>();
  for (const run of runs) {
    if (run.kind !== "evaluation" || run.variant !== "plain") continue;
    const judge = { name: run.judge.name, what: whatIs(run), protocol: run.imported ? null : (protocols[run.protocol] ?? null) };
    ways.set(JSON.stringify(judge), judge);
  }
  // Runs of one import start at the same moment, so their own order is not always the same.
  return [...ways.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function whatIs({ imported, model, protocol, parameters, promptVersion }: SettledRun): string {
  if (imported) return "a judge whose scores were imported";
  if (protocol === "metric") return "a metric, computed without a model";
  if (protocol === "panel") return "a panel, computed from the scores of other judges";
  if (protocol === "recalibrated") return "another judge's scores, recalibrated to people's";
  const temperature = typeof parameters.temperature === "number" ? ` at temperature ${parameters.temperature}` : "";
  return `the model ${model ?? "of an unrecorded name"}${temperature} with prompts ${promptVersion}`;
}

/** The plans under which a study was started, the first one first. */
export function studiesOf(plans: readonly StartedPlan[]): MethodsInput["studies"] {
  return plans.toReversed().flatMap(({ changes, content, progress }) => {
    const sentence = changes.find(({ verb }) => verb === "plan.start")?.details.sentence;
    if (progress === null || typeof sentence !== "string") return [];
    const arms = progress.arms.map(({ arm, judge, planned, submitted }) => ({ arm, judge, planned, submitted }));
    return [{ sentence, seed: content.seed, arms, ...reachedOf(progress) }];
  });
}

/** Ratings that a plan asked for and that were submitted, over its arms. */
export const reachedOf = ({ arms }: PlanProgress) => ({
  planned: arms.reduce((sum, one) => sum + one.planned, 0),
  submitted: arms.reduce((sum, one) => sum + one.submitted, 0),
});
