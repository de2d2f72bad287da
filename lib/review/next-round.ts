import type { RoundItem, UnionLine } from "@/lib/domain/criteria-round";
import type { CriterionContent, CriterionGroup } from "@/lib/domain/criterion";
import { groupHeadings } from "@/lib/domain/criterion-group";
import { criterionToText } from "@/lib/domain/criterion-text";
import { contentOfLine, groupOfLine } from "./criteria-union";

interface NextRound {
  items: RoundItem[];
  /** Groups of the judge's criteria removed so far. */
  removedBefore: (CriterionGroup | null)[];
}

/**
 * What the next round redlines: every line of the union as it was decided; an undecided line as it came into the round, unless every expert removed
 * it. Groups follow each other under their headings, criteria without a group first.
 */
export function nextRound(
  lines: readonly UnionLine[],
  before: { items: readonly RoundItem[] } & Pick<NextRound, "removedBefore">,
): NextRound {
  const kept: { criterion: CriterionContent; proposed: string | null }[] = [];
  const removedBefore = [...before.removedBefore];
  for (const line of lines) {
    const content = line.decision === null ? openContent(line) : line.decision.criterion;
    const group = groupOfLine(line);
    const proposed = before.items[Number(line.id)]?.proposed ?? null;
    if (content !== null) kept.push({ criterion: { ...content, group }, proposed });
    else if (proposed !== null) removedBefore.push(group);
  }
  const items = ([null, "general", "task-specific"] as const).flatMap((group) => {
    const some = kept.filter(({ criterion }) => (criterion.group ?? null) === group);
    const heading = group === null || some.length === 0 ? [] : [{ kind: "heading" as const, text: groupHeadings[group], proposed: null }];
    return [
      ...heading,
      ...some.map(({ criterion, proposed }) => ({ kind: "criterion" as const, text: criterionToText(criterion), proposed })),
    ];
  });
  return { items, removedBefore };
}

const openContent = (line: UnionLine): CriterionContent | null =>
  line.choices.length > 0 && line.choices.every(({ outcome }) => outcome === "remove") ? null : contentOfLine(line);
