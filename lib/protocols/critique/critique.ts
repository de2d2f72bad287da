import { AppError } from "@/lib/domain/errors";
import { defineProtocol } from "../define-protocol";
import { draftByTwoChains } from "./multi-path";
import { type CritiqueOptions, critiqueOptions } from "./options";
import { critiquePrompts } from "./prompts";
import type { CritiqueBrief } from "./questions";
import { draftOutput, draftPair } from "./single";

/** A critique in whole sentences, then the overall score or the preference; optionally by two chains, several samples, or with a revision. */
export const critique = defineProtocol({
  name: "critique",
  title: "Critique",
  summary:
    "A critique in whole sentences with the overall score or the preference, with or without the reference. Can be asked several times, checked by two chains of derived critiques, or handed to a second model as feedback.",
  source: "CritiqueLLM with Eval-Instruct (Ke et al. 2024), sections 3.2 and 4, tables 7 to 10",
  taskKinds: ["pointwise", "pairwise"],
  scope: "unit",
  criteria: "overall",
  variants: ["plain", "swapped"],
  options: critiqueOptions,
  needs: ({ feedback }) => (feedback ? ["reviser"] : []),
  misfit: misfitOf,
  needsReference: ({ chain }) => chain === "multi-path",
  prompts: critiquePrompts,
  *draft(brief) {
    demandFit(brief);
    const [criterion] = brief.criteria;
    if (criterion === undefined) return [];
    if (brief.task.kind === "pointwise") return [yield* draftOutput(brief, criterion)];
    return [yield* brief.options.chain === "single" ? draftPair(brief, criterion) : draftByTwoChains(brief, criterion)];
  },
});

function misfitOf({ chain, feedback }: CritiqueOptions, kind: "pointwise" | "pairwise"): string | null {
  if (kind === "pointwise") return chain === "multi-path" ? 'chain "multi-path" compares two outputs and needs a pairwise task' : null;
  return feedback ? '"feedback" revises one output and needs a pointwise task' : null;
}

/** A run's options are checked against its task before it starts; only here is the sample known. */
function demandFit({ task, sample, options }: CritiqueBrief): void {
  const refuse = (message: string) => {
    throw new AppError("invalid_input", message);
  };
  const misfit = misfitOf(options, task.kind);
  if (misfit !== null) refuse(`The judge's option ${misfit}.`);
  if (task.kind === "pairwise" && sample.outputB === null) refuse("The sample has no second output to compare with.");
  if (options.chain === "multi-path" && sample.reference === null)
    refuse("The two chains start from a reference, but the sample has none.");
}
