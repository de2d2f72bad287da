import type { RunVariant } from "./pair-outputs";

/** The facts that decide whether annotators can be shown the drafts of a run. */
export interface RunToShow {
  kind: "evaluation" | "criteria";
  variant: RunVariant;
  protocol: string;
  criteriaSetId: string | null;
  hasDrafts: boolean;
}

/** Why annotators cannot be shown a run's drafts, in words; null for plain drafts of the published criteria, which can be shown. */
export function whyNotShown(run: RunToShow, task: { kind: "pointwise" | "pairwise"; publishedSetId: string | null }): string | null {
  if (run.kind === "criteria") return "This run proposed criteria and drafted no samples.";
  if (run.variant === "swapped") return "This run swapped the outputs of each pair to test the judge.";
  if (run.variant === "planted") return "These drafts were made wrong on purpose for a study.";
  if (run.variant === "trial") return "This run proves a judge on held-out samples.";
  if (run.variant === "interference") return "This run asked the judge to review its analysis, to test it.";
  if (run.variant === "sycophancy") return "This run claimed that the other output is better, to test the judge.";
  // For pairs, a metric gives a preference like any other rater.
  if (run.protocol === "metric" && task.kind === "pointwise") return "A metric has its own scale and does not draft the task's criteria.";
  if (run.criteriaSetId === null || run.criteriaSetId !== task.publishedSetId)
    return "This run drafted other criteria than the published ones.";
  return run.hasDrafts ? null : "This run has drafted nothing yet.";
}
