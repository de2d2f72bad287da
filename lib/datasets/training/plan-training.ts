import type { CriterionContent } from "@/lib/domain/criterion";
import { AppError } from "@/lib/domain/errors";
import type { ExcludedWork } from "@/lib/domain/exclusion";
import { isCategorical } from "@/lib/domain/labels";
import { type TrainingOptions, type TrainingSetting, type TrainingSource, trainingSettings } from "@/lib/domain/training";

export type TrainingCriterion = CriterionContent & { id: string };

/** What training data is made of. */
export interface TrainingFacts {
  project: string;
  task: { name: string; description: string; inputName: string; outputName: string; kind: "pointwise" | "pairwise" };
  criteriaSet: { version: number } | null;
  /** The criteria that the source rates: those of the set, or the metric's own. */
  criteria: TrainingCriterion[];
}

/** How two outputs are compared. */
export interface Measure {
  of: "overall" | "mean";
  criteria: TrainingCriterion[];
  margin: number;
}

/** How training data is made, with all defaults filled in. */
export interface TrainingPlan {
  facts: TrainingFacts;
  format: TrainingOptions["format"];
  source: TrainingSource;
  reversed: boolean;
  pairs: "all" | "extremes";
  /** Null if no ratings are compared. */
  measure: Measure | null;
  /** The criterion of the critiques; null if the export has none. */
  overall: TrainingCriterion | null;
  settings: readonly TrainingSetting[];
  swap: boolean;
  shares: readonly [number, number, number];
  seed: number;
  excluded: ExcludedWork;
}

const refuse = (message: string): never => {
  throw new AppError("invalid_input", message);
};

/** Whose labels or texts are used, with the default filled in. */
export function sourceOf({ format, source }: TrainingOptions, kind: "pointwise" | "pairwise"): TrainingSource {
  return source ?? { kind: format === "sft" ? "judges" : kind === "pairwise" ? "gold" : "annotators" };
}

/** Fills in the defaults. Throws invalid_input if options do not fit the format or the task, conflict if the task lacks what they need. */
export function planTraining(facts: TrainingFacts, options: TrainingOptions): TrainingPlan {
  const source = sourceOf(options, facts.task.kind);
  demandFit(facts, options, source);
  const { format, reversed, swap, shares, seed, excluded, pairs = "all", settings = trainingSettings } = options;
  const common = { facts, format, source, reversed, pairs, swap, shares, seed, settings, excluded };
  if (format === "sft") return { ...common, measure: null, overall: demandOverall(facts) };
  return { ...common, measure: source.kind === "gold" ? null : measureOf(facts, options.margin), overall: null };
}

function demandFit({ task }: TrainingFacts, options: TrainingOptions, source: TrainingSource): void {
  const { format, reversed, margin, pairs, settings, swap } = options;
  if (format === "sft") {
    if (source.kind === "gold")
      refuse("Supervised pairs are made from critiques, and gold labels have none. Choose judges, judge:NAME or annotators.");
    if (reversed || margin !== undefined || pairs !== undefined)
      refuse("The options reversed, margin and pairs apply only to preference pairs (dpo).");
    return;
  }
  if (settings !== undefined || !swap) refuse("Settings and swap augmentation apply only to supervised pairs (sft).");
  if (source.kind === "judges") refuse("Preference pairs need a single source: gold, annotators or judge:NAME.");
  if (task.kind === "pairwise" && (margin !== undefined || pairs !== undefined))
    refuse("Margin and pairs apply only to tasks with one output per sample; the outputs of a pair are compared by its label.");
  if (task.kind === "pointwise" && source.kind === "gold")
    refuse("Only pairs have gold labels, and this task judges one output at a time. Choose annotators or judge:NAME.");
}

function demandOverall({ criteria, task }: TrainingFacts): TrainingCriterion {
  const overall = criteria.find((criterion) => criterion.overall);
  if (overall) return overall;
  throw new AppError("conflict", `"${task.name}" has no overall criterion, which the critiques need.`);
}

/** The overall criterion. Without one: all criteria together for a pointwise task, the only criterion for a pairwise task. */
function measureOf({ criteria, task }: TrainingFacts, margin: number | undefined): Measure {
  const overall = criteria.find((criterion) => criterion.overall) ?? (criteria.length === 1 ? criteria[0] : undefined);
  if (overall && isCategorical(overall.scale))
    throw new AppError("conflict", `"${overall.name}" has labels without an order, so no output of it is better than another.`);
  if (overall) return { of: "overall", criteria: [overall], margin: margin ?? overall.scale.step ?? 0 };
  if (criteria.length === 0) throw new AppError("conflict", `"${task.name}" has no published criteria, so there are no ratings yet.`);
  if (task.kind === "pairwise") throw new AppError("conflict", `"${task.name}" has several criteria, but none is the overall criterion.`);
  // Labels have no mean; the manifest names the criteria that count.
  const counted = criteria.filter(({ scale }) => !isCategorical(scale));
  if (counted.length === 0)
    throw new AppError("conflict", `The criteria of "${task.name}" have labels without an order, so no output is better than another.`);
  const steps = counted.map(({ scale }) => (scale.step ?? 0) / (scale.max - scale.min));
  return { of: "mean", criteria: counted, margin: margin ?? steps.reduce((sum, step) => sum + step, 0) / steps.length };
}
