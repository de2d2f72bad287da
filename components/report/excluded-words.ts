import type { TaskReport } from "@/lib/domain/report";
import { isMixedOverCriteria } from "@/lib/domain/report-basis";
import { countOf, decimals, intervalText } from "../charts/format";
import type { Level } from "./headline";

/** Who is excluded and why, and what agreement is the other way; null if nobody is. */
export function excludedWords(report: TaskReport, level: Level): string | null {
  const { shown, people, otherWay } = report.excluded;
  if (otherWay === null) return null;
  const { value, interval, why } = otherWay[level];
  const reasons = people.map(({ name, reason }) => `${name}: ${reason.replace(/(?<![.\s])[.\s]+$/u, "")}`).join("; ");
  const who = `${shown === "with" ? "With" : "Without"} ${countOf(people.length, "excluded person", "excluded people")} (${reasons})`;
  const measure = `${report.criteria.length === 1 ? "alpha" : "mean alpha over the criteria"}${isMixedOverCriteria(report) ? " of all ratings" : ""}`;
  const other = shown === "with" ? "without them" : "with them";
  if (value === null)
    return `${who}; ${other} ${measure}, ${level}, is not defined${why === "no-pairable-units" ? ": nobody else rated the same" : ""}.`;
  return `${who}; ${other} ${measure}, ${level}, is ${decimals(value)}${interval ? ` [${intervalText(interval)}]` : ", without an interval"}.`;
}
