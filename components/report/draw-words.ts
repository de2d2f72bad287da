import type { CriterionVerdict } from "@/lib/domain/report-verdict";
import { figuresOf } from "../charts/format";

/** By which unequal chances a study plan drew what people rated, as the sharpened means of a judge have it; null: by none. */
export function drawWords(verdicts: readonly Pick<CriterionVerdict, "sharpened">[], judge: string): string | null {
  const draws = verdicts.flatMap(({ sharpened }) => sharpened[judge]?.draw ?? []);
  const [first] = draws;
  if (first === undefined) return null;
  const leftOut = Math.max(...draws.map((draw) => draw.leftOut));
  const most = draws.every((draw) => draw.leftOut === leftOut) ? "" : "up to ";
  const elsewhere = leftOut === 0 ? "" : ` Labels from elsewhere, of ${most}${figuresOf(leftOut, "unit")}, are left out.`;
  return `Study plan ${first.plan} drew inputs where judges differ with greater chances: the sharpened mean and people’s beside it weight each label by one divided by its chance; all other figures are of the rated units as they are.${elsewhere}`;
}
