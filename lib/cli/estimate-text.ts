import "server-only";
import type { RunEstimate } from "@/lib/domain/run-estimate";

/** What a run would ask and cost, as text for people. */
export function estimateText({
  units,
  samples,
  requests,
  inputTokens,
  outputTokens,
  costUsd,
  costWhy,
  seconds,
  notes,
}: RunEstimate): string {
  const range = ({ expected, most }: { expected: number; most: number }, places: number) =>
    `${expected.toFixed(places)}, at most ${most.toFixed(places)}`;
  return [
    `${units} units of ${samples} samples in ${requests} requests`,
    `  tokens read: ${range(inputTokens, 0)}`,
    `  tokens written: ${range(outputTokens, 0)}`,
    costUsd === null ? `  cost: unknown. ${costWhy}` : `  cost in US dollars: ${range(costUsd, 4)}`,
    `  time: ${seconds === null ? "the endpoint has no limits per minute here" : `at least ${Math.ceil(seconds)} s at the endpoint's limits`}`,
    ...notes.map((note) => `  ${note}`),
  ].join("\n");
}
