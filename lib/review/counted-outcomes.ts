import type { CountedPanel, UnionLine } from "@/lib/domain/criteria-round";
import type { CriterionGroup } from "@/lib/domain/criterion";
import { groupOfLine, isSameWording } from "./criteria-union";

/** What a panel's figures are counted from: choices line by line, everything the experts did, and how the judge's proposal ended. */
export function countedOutcomes(
  { experts, lines }: { experts: readonly string[]; lines: readonly UnionLine[] },
  removedBefore: readonly (CriterionGroup | null)[],
): CountedPanel {
  const redlined = lines.filter(({ original }) => original !== null);
  return {
    experts: experts.length,
    choices: redlined.map(({ choices }) => experts.map((expert) => choices.find((choice) => choice.expert === expert)?.outcome ?? null)),
    byExperts: lines.flatMap((line) => line.choices.map(({ outcome }) => ({ outcome, group: groupOfLine(line) }))),
    consensus: lines.some(({ decision }) => decision === null)
      ? null
      : [...removedBefore.map((group) => ({ outcome: "remove" as const, group })), ...lines.flatMap(endOf)],
  };
}

/** How a line ended, against the judge's proposal. An added criterion that was rejected never was part of the list: it is not counted. */
function endOf(line: UnionLine): CountedPanel["byExperts"] {
  const group = groupOfLine(line);
  const final = line.decision?.criterion ?? null;
  if (line.proposed === null) return final === null ? [] : [{ outcome: "add", group }];
  if (final === null) return [{ outcome: "remove", group }];
  return [{ outcome: isSameWording(line.proposed, final) ? "accept" : "revise", group }];
}
