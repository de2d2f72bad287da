import type { PlanContent, PlanPreview, PlanProblem } from "@/lib/domain/study-plan";
import { count } from "./count-words";
import type { Staff } from "./staff";

/** What planted drafts and samples with known answers need. */
export function secretProblems(
  plan: PlanContent,
  { seats, gold, attention, planted, missingPlanted }: Omit<PlanPreview, "problems">,
  { hidden }: Staff,
): PlanProblem[] {
  const problems: PlanProblem[] = [];
  const block = (field: string, message: string) => problems.push({ field, blocks: true, message });
  if (plan.planted !== null) {
    if (plan.arms.every(({ arm }) => arm === "blind")) block("planted", "No arm shows drafts, so none can be wrong on purpose.");
    if (plan.consent.trim() === "" || !plan.planted.disclosed)
      block("planted", "Say in the consent text that some drafts are wrong on purpose, and confirm that it says so.");
    if (missingPlanted > 0)
      problems.push({
        field: "planted",
        blocks: planted === 0,
        message: `${planted === 0 ? "Nobody is" : `For ${missingPlanted} of ${planted + missingPlanted} wrong drafts nobody is`} left to rate ${planted === 0 ? "a wrong draft" : "them"}: it takes people who do not rate the sample otherwise. Lower the overlap, or add people.`,
      });
  }
  const kinds = [
    { field: "goldShare" as const, use: "hidden", given: gold, what: "for hiding" },
    { field: "attentionShare" as const, use: "attention", given: attention, what: "for attention checks" },
  ];
  for (const { field, use, given, what } of kinds) {
    const own = hidden.filter((sample) => sample.use === use);
    if (plan[field] === 0) continue;
    if (own.length === 0) {
      block(field, `The task has no samples with known answers ${what}. Add some on the page Guidelines.`);
      continue;
    }
    const most = Math.max(...seats.map(({ ratings }) => ratings));
    const wanted = Math.round((most - (gold + attention) / seats.length) * plan[field]);
    if (wanted > own.length)
      problems.push({ field, blocks: false, message: `Nobody gets more than ${own.length}: the task has no more samples ${what}.` });
    const bare = own.filter(({ runIds }) => plan.arms.every(({ runId }) => runId !== null && !runIds.includes(runId))).length;
    if (bare > 0 && given > 0)
      problems.push({
        field,
        blocks: false,
        message: `${count(bare, "sample", "samples")} ${what} ${bare === 1 ? "has" : "have"} no draft and will be shown blind, which no other sample is. Draft ${bare === 1 ? "it" : "them"} to keep people from noticing.`,
      });
  }
  return problems;
}
