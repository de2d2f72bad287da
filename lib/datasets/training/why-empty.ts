import { type TrainingManifest, writtenSource } from "@/lib/domain/training";
import type { TrainingPlan } from "./plan-training";

/** Explains why an export has no lines: there are no candidates, or why each one was left out. */
export function whyEmpty(
  plan: TrainingPlan,
  { read, candidates, dropped }: Pick<TrainingManifest, "read" | "candidates" | "dropped">,
): string {
  if (read.samples === 0) return "The task has no samples.";
  if (candidates > 0) {
    const reasons = dropped.map(({ count, meaning }) => `${count} × ${meaning}`).join(" ");
    return `${candidates === 1 ? "The only candidate cannot" : `None of the ${candidates} candidates can`} be used. ${reasons}`;
  }
  if (plan.format === "dpo") return "No input has two outputs to compare.";
  const whose = plan.source.kind === "judge" ? `the judge "${plan.source.name}"` : writtenSource(plan.source);
  return `There are no critiques by ${whose} in these settings: ${plan.settings.join(", ")}.`;
}
