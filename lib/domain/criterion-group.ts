import type { CriterionGroup } from "./criterion";

/** Headings of a list of criteria that is sorted by group. */
export const groupHeadings: Record<CriterionGroup, string> = {
  general: "General criteria",
  "task-specific": "Task-specific criteria",
};

/** The group whose heading this is; null for any other heading. */
export function groupOfHeading(heading: string | null): CriterionGroup | null {
  if (heading === groupHeadings.general) return "general";
  return heading === groupHeadings["task-specific"] ? "task-specific" : null;
}
