import type { Figure, TaskReport } from "@/lib/domain/report";
import { biasOf } from "@/lib/domain/report-basis";

/** How far a judge is from the annotators' mean on one criterion. */
export interface Departure {
  criterion: string;
  /** Judge minus people, in points of the criterion's own scale. */
  points: number;
  /** The same without its sign, as a share of the scale, so that criteria with different scales can be compared. */
  shareOfScale: number;
  /** The interval excludes zero. */
  sure: boolean;
  hasInterval: boolean;
}

const excludesZero = (interval: Figure["interval"]): boolean => !!interval && (interval.low > 0 || interval.high < 0);

/** Every criterion on which the judge can be compared with people, largest difference first; ties keep the criteria's order. */
export function departuresOf(report: TaskReport, judge: string): Departure[] {
  const found: Departure[] = [];
  for (const { name, min, max } of report.criteria) {
    const figure = biasOf(report, name, judge);
    if (!figure || figure.value === null || max <= min) continue;
    found.push({
      criterion: name,
      points: figure.value,
      shareOfScale: Math.abs(figure.value) / (max - min),
      sure: excludesZero(figure.interval),
      hasInterval: !!figure.interval,
    });
  }
  return found.sort((a, b) => b.shareOfScale - a.shareOfScale);
}

/** A significant difference of at least this share of the scale is marked in the table. */
const notable = 0.1;

/** "judge lenient" or "judge strict" if the difference is significant and at least a tenth of the scale, otherwise null. */
export function leaning(departure: Departure | undefined): "judge lenient" | "judge strict" | null {
  if (!departure?.sure || departure.shareOfScale < notable) return null;
  return departure.points > 0 ? "judge lenient" : "judge strict";
}
