import type { Variant } from "./pair-outputs";

/** What decides whether annotators can be shown the drafts of a run. */
export interface RunToShow {
  kind: "evaluation" | "criteria";
  variant: Variant;
  protocol: string;
  criteriaSetId: string | null;
  hasDrafts: boolean;
}

/** Why annotators cannot be shown a run's drafts, in words; null when they can: drafts of the published criteria, asked for plainly. */
export function whyNotShown(run: RunToShow, task: { kind: "pointwise" | "pairwise"; publishedSetId: string | null }): string | null {
  if (run.kind === "criteria") return "This run proposed criteria and drafted no samples.";
  if (run.variant === "swapped") return "This run asked about each pair in the other order, to test the judge.";
  if (run.variant === "interference") return "This run asked again after a false objection, to test the judge.";
  // Of pairs a metric says which is better, like everybody else.
  if (run.protocol === "metric" && task.kind === "pointwise")
    return "A metric scores on a scale of its own and drafts none of the task's criteria.";
  if (run.criteriaSetId === null || run.criteriaSetId !== task.publishedSetId)
    return "This run drafted other criteria than those published last.";
  return run.hasDrafts ? null : "This run has drafted nothing yet.";
}
