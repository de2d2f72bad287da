import type { Judge } from "@/lib/domain/judge";
import { recalibratedOptions } from "@/lib/domain/judge-improvement";
import { metricDeclarations, metricOptions } from "@/lib/domain/metric";
import { panelOptions } from "@/lib/domain/panel";

type Named = Pick<Judge, "id" | "name">;

/** Describes a judge in a sentence. `all`: the project's judges, for the names of panel members. */
export function judgeSentence(judge: Judge, all: readonly Named[]): string {
  if (judge.kind === "endpoint") return `${judge.model ?? "no model"} at ${judge.baseUrl ?? "no address"}`;
  if (judge.kind === "imported") return "Its scores were read from a file; it cannot be asked.";
  return computedSentence(judge.options, all);
}

/** Describes a judge that calls no model (a metric, a panel or a recalibrated judge) from its options. */
export function computedSentence(options: Record<string, unknown>, all: readonly Named[]): string {
  const metric = metricOptions.safeParse(options);
  if (metric.success) return `${metricDeclarations[metric.data.metric].title}, computed without a model.`;
  const nameOf = (id: string) => all.find((other) => other.id === id)?.name;
  const mapped = recalibratedOptions.safeParse(options);
  if (mapped.success) return `The scores of “${nameOf(mapped.data.of) ?? "a deleted judge"}”, recalibrated to people's.`;
  const panel = panelOptions.safeParse(options);
  if (!panel.success) return "Computed without a model.";
  // In quotation marks, since a name may contain a comma.
  const names = panel.data.members.map(nameOf).map((name) => (name === undefined ? "a deleted judge" : `“${name}”`));
  return `${aggregateWords[panel.data.aggregate]} of ${names.join(", ")}.`;
}

const aggregateWords = { mean: "The mean", median: "The median", majority: "The majority" } as const;
