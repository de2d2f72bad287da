import { type SizeFigure, type SizeFigureName, sizeFigureNames } from "@/lib/domain/plan-size";

const names: Record<SizeFigureName, string> = {
  alpha: "alpha",
  difference: "the difference between arms",
  correlation: "the correlation with the judge",
  alphaDifference: "the difference of the arms' alphas",
  power: "the alternative-annotator test",
};

/** The most that a heading says; the table says the rest. */
const mostClauses = 2;

/** In one sentence, what the plan is precise enough for and what would make it so. */
export function sizeConclusion(figures: Record<SizeFigureName, SizeFigure>): string {
  const defined = sizeFigureNames.filter((name) => figures[name].value !== null);
  const unmet = defined.filter((name) => !figures[name].reached);
  if (defined.length === 0) return "Nothing can be estimated with this plan: it needs samples that two or more people rate.";
  if (unmet.length === 0) return "This plan is precise enough for all that is wanted.";
  const clauses = unmet.slice(0, mostClauses).map((name) => clause(names[name], figures[name]));
  const rest = unmet.length - clauses.length;
  const more = rest === 0 ? "" : `; ${rest} more ${rest === 1 ? "figure falls" : "figures fall"} short`;
  const text = `${clauses.join("; ")}${more}.`;
  return text[0]?.toUpperCase() + text.slice(1);
}

function clause(name: string, { samples, overlap, people }: SizeFigure): string {
  const ways = [
    samples.value === null ? [] : [`${samples.value} samples`],
    overlap.value === null ? [] : [`${overlap.value} people for each sample`],
    people.value === null ? [] : [`${people.value} people`],
  ].flat();
  if (ways.length === 0) return `${name} needs more samples and more people at once`;
  return `${name} needs ${ways.length > 1 ? `${ways.slice(0, -1).join(", ")} or ${ways.at(-1)}` : ways[0]}`;
}
