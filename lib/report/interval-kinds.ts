import type { IntervalKind } from "@/lib/domain/frozen-report";

/** Every kind of interval that a report has, in the order of their first appearance. */
export function intervalKinds(report: unknown): IntervalKind[] {
  const kinds = new Map<string, IntervalKind>();
  const walk = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    if ("low" in part && "high" in part && "method" in part) {
      const { method, confidence, resamples, seed } = part as unknown as IntervalKind;
      const kind = { method, confidence, resamples, seed };
      kinds.set(JSON.stringify(kind), kind);
    } else for (const inner of Object.values(part)) walk(inner);
  };
  walk(report);
  return [...kinds.values()];
}
