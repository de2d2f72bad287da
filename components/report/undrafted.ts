import type { TaskReport } from "@/lib/domain/report";
import type { Standing } from "@/lib/domain/report-verdict";

/** A criterion's figures from ratings made without a draft, where the task has others too; null where all its ratings are alike. */
export function undraftedOf({ chapters }: Pick<TaskReport, "chapters">, criterion: string): Standing | null {
  const verdict = chapters.verdict[criterion];
  return verdict && verdict.all !== null ? verdict.used : null;
}

/** Alpha among people on a criterion, at every level: from ratings made without a draft where there are any. */
export const alphasOfPeople = (report: TaskReport, criterion: string) =>
  undraftedOf(report, criterion)?.agreement ?? report.agreement.perCriterion[criterion]?.annotators;

/** The judge minus people on a criterion, from the same ratings. */
export const biasOf = (report: TaskReport, criterion: string, judge: string) =>
  undraftedOf(report, criterion)?.judges[judge]?.bias ?? report.bias[judge]?.perCriterion[criterion];

/** Whether some ratings of the task were made without a draft and others with one. */
export const isMixed = (report: Pick<TaskReport, "criteria" | "chapters">): boolean =>
  report.criteria.some(({ name }) => undraftedOf(report, name) !== null);
