import type { CriterionContent, ScaleLevel } from "@/lib/domain/criterion";
import { isCategorical } from "@/lib/domain/labels";
import { plainLabel } from "@/lib/domain/plain-label";
import { isPreferenceScale } from "@/lib/domain/preference";
import { hasSamePoints } from "@/lib/domain/same-scale";

type Scaled = Pick<CriterionContent, "name" | "scale">;

/**
 * Why a rescaled criterion cannot be kept, naming the level: "5" of 1 to 10 is not what "5" of 1 to 5 was, so a text written for the old scale says the
 * wrong thing about the new one. The description of a label belongs to that label, and may stay with it when others change. Null if there is none.
 */
export function oldLevelTexts(before: Scaled, after: Scaled): string | null {
  if (hasSamePoints(before.scale, after.scale) || (isPreferenceScale(before.scale) && isPreferenceScale(after.scale))) return null;
  const wasAndIs = isCategorical(before.scale) && isCategorical(after.scale);
  const old = after.scale.levels.find((level) => before.scale.levels.some((former) => isKept(former, level, wasAndIs)));
  if (old === undefined) return null;
  const name = isCategorical(after.scale) ? `"${old.label}"` : String(old.value);
  return `"${after.name}" has another scale now, but what it says about ${name} was written for the old one. Write it anew or leave it out.`;
}

function isKept(former: ScaleLevel, level: ScaleLevel, areLabels: boolean): boolean {
  const isSame = level.description.trim() !== "" && level.description.trim() === former.description.trim();
  if (areLabels) return isSame && plainLabel(former.label) !== plainLabel(level.label);
  return isSame || (level.value === former.value && level.label.trim() !== "" && level.label.trim() === former.label.trim());
}
