import type { PlanPreview } from "@/lib/domain/study-plan";
import { duration, figuresOf } from "../charts/format";

type Load = Pick<PlanPreview, "ratings" | "hours" | "seats">;

/** What a change costs one person on average: "It costs each person 10 more ratings, about 57 min." */
export function changeCost(before: Load, after: Load): string {
  const each = ({ ratings, seats }: Load) => ratings / Math.max(1, seats.length);
  const more = Math.round((each(after) - each(before)) * 10) / 10;
  if (more === 0) return "Nobody rates more or less.";
  const seconds = secondsEach(after) - secondsEach(before);
  const time = Number.isFinite(seconds) && seconds !== 0 ? `, about ${duration(Math.max(1, Math.round(Math.abs(seconds))))}` : "";
  return more > 0 ? `It costs each person ${amount(more, "more")}${time}.` : `It saves each person ${amount(-more, "")}${time}.`;
}

const amount = (n: number, more: string) =>
  Number.isInteger(n) ? figuresOf(n, `${more} rating`.trim()) : `${n} ${`${more} ratings`.trim()}`;
const secondsEach = ({ hours, seats }: Load) => (hours === null ? Number.NaN : (hours * 3600) / Math.max(1, seats.length));
