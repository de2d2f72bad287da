import type { TaskReport } from "@/lib/domain/report";

type Criterion = Pick<TaskReport["criteria"][number], "labels">;

/** The level that a criterion's agreement is read at: labels have no order, so theirs is nominal whatever was chosen. */
export const levelOf = <L extends string>({ labels }: Criterion, level: L): L | "nominal" => (labels === null ? level : "nominal");

/** Whether any criterion has labels in place of numbers. */
export const hasLabels = ({ criteria }: Pick<TaskReport, "criteria">): boolean => criteria.some(({ labels }) => labels !== null);

/** The level that a report opens with: a preference or a label is a name, not a rank. */
export const fittingLevel = ({ kind, criteria }: Pick<TaskReport, "kind" | "criteria">): "nominal" | "ordinal" =>
  kind === "pairwise" || criteria.every(({ labels }) => labels !== null) ? "nominal" : "ordinal";
