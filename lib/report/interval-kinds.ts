import type { IntervalKind, Resampled } from "@/lib/domain/frozen-report";

/** Every kind of interval that a report has, in the order of their first appearance. */
export const intervalKinds = (report: unknown): IntervalKind[] =>
  kindsIn(report, (part) => {
    if (!("low" in part && "high" in part && "method" in part)) return null;
    const { method, confidence, resamples, seed } = part as unknown as IntervalKind;
    return { method, confidence, resamples, seed };
  });

/** What a report has from resamples besides intervals, by the name of its field: each number of resamples and seed once. */
export const resampledFigures = (report: unknown): Resampled[] =>
  kindsIn(report, (part, figure) => {
    const { resamples, seed } = part as Partial<Resampled>;
    const isInterval = "low" in part && "high" in part;
    return isInterval || typeof resamples !== "number" || typeof seed !== "number" ? null : { figure, resamples, seed };
  });

function kindsIn<Kind>(report: unknown, kindOf: (part: object, name: string) => Kind | null): Kind[] {
  const kinds = new Map<string, Kind>();
  const walk = (part: unknown, name: string): void => {
    if (typeof part !== "object" || part === null) return;
    const kind = kindOf(part, name);
    if (kind === null) for (const [key, inner] of Object.entries(part)) walk(inner, key);
    else kinds.set(JSON.stringify(kind), kind);
  };
  walk(report, "");
  return [...kinds.values()];
}
