import type { TaskRates } from "@/lib/domain/criteria-round";
import type { TaskDecisions } from "@/lib/domain/decision";
import type { Run } from "@/lib/domain/judge";
import type { ReportContext } from "@/lib/domain/report-context";
import type { StudyPlan } from "@/lib/domain/study-plan";

/** What is kept of a task's runs, plans, panels and decisions beside its report, so that the report's page needs nothing else. */
export const contextOf = (
  runs: readonly Run[],
  plans: readonly StudyPlan[],
  rounds: TaskRates[],
  decisions: TaskDecisions,
): ReportContext => ({
  runs: runs
    .filter(({ kind, variant, consistency }) => consistency !== null || (kind === "evaluation" && variant === "plain"))
    .map(keptRun),
  // A draft asks nobody for anything.
  plans: plans.filter(({ progress }) => progress !== null).map(keptPlan),
  rounds,
  decisions,
});

function keptRun(run: Run): ReportContext["runs"][number] {
  const { id, kind, variant, imported, model, protocol, promptVersion, consistency, createdAt } = run;
  const { temperature } = run.parameters;
  return {
    ...{ id, kind, variant, imported, model, protocol, promptVersion, consistency, createdAt },
    judge: { name: run.judge.name },
    parameters: typeof temperature === "number" ? { temperature } : {},
  };
}

function keptPlan({ id, version, status, progress, content, changes }: StudyPlan): ReportContext["plans"][number] {
  const { design, overlap, shared, people, seed, arms } = content;
  return {
    ...{ id, version, status, progress },
    content: { design, overlap, shared, people, seed, arms: arms.map(({ arm }) => ({ arm })) },
    changes: changes.flatMap(({ verb, details: { sentence } }) =>
      verb === "plan.start" && typeof sentence === "string" ? [{ verb, details: { sentence } }] : [],
    ),
  };
}
