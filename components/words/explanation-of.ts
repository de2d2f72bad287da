import { explanations, type FigureName } from "@/lib/domain/explanations";
import { shortCitation } from "@/lib/domain/literature";

/** What a figure's explanation says, its sources as short citations. */
export interface ShownExplanation {
  name: string;
  sentence: string;
  formula: string;
  sources: string[];
}

export const explanationOf = (figure: FigureName): ShownExplanation => ({
  ...explanations[figure],
  sources: explanations[figure].sources.map(shortCitation),
});
