import { swapOutputNames } from "@/lib/domain/pair-outputs";
import { critiqueCompletion, critiquePrompt } from "./critique-prompt";
import { critiqueOfEvaluation, critiquesOfDraft, type FoundCritique } from "./critiques-of-draft";
import type { TrainingCriterion, TrainingPlan } from "./plan-training";
import { said, type TrainingGroup, type TrainingLine, type TrainingOutcome, type TrainingSample } from "./training-group";

/** Supervised pairs of one input: every critique of its samples; critiques of pairs also with the outputs swapped. */
export function* critiquePairs(group: TrainingGroup, plan: TrainingPlan): Generator<TrainingOutcome> {
  const { overall } = plan;
  if (overall === null) return;
  for (const sample of group.samples) {
    for (const found of critiquesOf(sample)) if (plan.settings.includes(found.setting)) yield outcomeOf(found, sample, overall, plan);
  }
}

type Sourced = FoundCritique & { runId: string; by: string };

/** All critiques of a sample. A judge's drafts come newest first, and a newer draft's critique supersedes an older one's, even if it is unusable. */
function* critiquesOf(sample: TrainingSample): Generator<Sourced> {
  const seen = new Set<string>();
  for (const source of sample.critiques) {
    if (source.kind === "redlined") {
      yield { ...critiqueOfEvaluation(source, sample), runId: source.runId, by: source.annotator };
      continue;
    }
    const found = critiquesOfDraft(source, sample);
    const keys = found.map(({ setting, side }) => JSON.stringify([source.judge, setting, side]));
    for (const [at, one] of found.entries()) {
      const isOld = seen.has(keys[at] ?? "");
      yield { ...one, ...(isOld && { critique: { dropped: "superseded" } }), runId: source.runId, by: source.judge };
    }
    for (const key of keys) seen.add(key);
  }
}

function outcomeOf(found: Sourced, sample: TrainingSample, criterion: TrainingCriterion, plan: TrainingPlan): TrainingOutcome {
  const { critique, setting, side, by, runId } = found;
  const { output, outputB, imageUrl } = sample;
  if ("dropped" in critique) return critique;
  if (imageUrl !== null) return { dropped: "image" };
  const isReferenced = setting === "pointwise-referenced" || setting === "pairwise-referenced";
  if (isReferenced && sample.reference === null) return { dropped: "no-reference" };
  const shown = { setting, task: plan.facts.task, criterion, input: sample.input, reference: isReferenced ? sample.reference : null };
  const id = [sample.externalId, setting, ...(side !== null && outputB !== null ? [side] : []), by].join(" / ");
  if (side !== null) {
    const judged = side === "A" ? output : outputB;
    if (judged === null) return { dropped: "no-critique" };
    const line = lineOf(
      id,
      critiquePrompt({ ...shown, outputs: [judged] }),
      critiqueCompletion(critique.text, critique.score, { isOfPair: false, scale: criterion.scale }),
    );
    return { lines: [line], setting, runIds: [runId] };
  }
  if (outputB === null) return { dropped: "no-critique" };
  if (output === outputB) return { dropped: "identical-outputs" };
  const line = lineOf(
    id,
    critiquePrompt({ ...shown, outputs: [output, outputB] }),
    critiqueCompletion(critique.text, critique.score, { isOfPair: true, scale: criterion.scale }),
  );
  if (!plan.swap) return { lines: [line], setting, runIds: [runId] };
  const swapped = lineOf(
    `${id} / swapped`,
    critiquePrompt({ ...shown, outputs: [outputB, output] }),
    critiqueCompletion(swapOutputNames(critique.text), 0 - critique.score, { isOfPair: true, scale: criterion.scale }),
  );
  return { lines: [line, swapped], setting, runIds: [runId] };
}

const lineOf = (id: string, prompt: string, completion: string): TrainingLine => ({
  id,
  prompt: said("user", prompt),
  completion: said("assistant", completion),
});
