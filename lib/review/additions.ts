import type { NewAction } from "@/lib/domain/action";
import type { CriterionContent } from "@/lib/domain/criterion";

/** One addition per criterion, each with the previous one as its parent. */
export function additionsOf(criteria: readonly CriterionContent[], newId: () => string, at: Date): NewAction[] {
  let parentId: string | null = null;
  return criteria.map(({ name, definition, scale, overall, group }) => {
    const addition: NewAction = {
      id: newId(),
      parentId,
      kind: "add",
      itemId: null,
      itemKind: "criterion",
      text: null,
      score: null,
      criterion: { name, definition, scale, overall, ...(group && { group }) },
      reasonCode: null,
      reason: null,
      undoesId: null,
      at: at.toISOString(),
    };
    parentId = addition.id;
    return addition;
  });
}
