import { type TrainingManifest, writtenSource } from "@/lib/domain/training";
import type { TrainingPlan } from "./plan-training";

/** Why an export has no line at all, in words: nothing to choose from, or what each candidate was left out for. */
export function whyEmpty(
  plan: TrainingPlan,
  { read, candidates, dropped }: Pick<TrainingManifest, "read" | "candidates" | "dropped">,
): string {
  if (read.samples === 0) return "The task has no samples.";
  if (candidates > 0) {
    const reasons = dropped.map(({ count, meaning }) => `${count} × ${meaning}`).join(" ");
    return `Of ${candidates} ${candidates === 1 ? "candidate" : "candidates"} none can be used. ${reasons}`;
  }
  if (plan.format === "dpo") return "No input has two outputs to compare.";
  const whose = plan.source.kind === "judge" ? `the judge "${plan.source.name}"` : writtenSource(plan.source);
  return `There are no critiques by ${whose} in these settings: ${plan.settings.join(", ")}.`;
}
