import "server-only";
import { found } from "@/lib/domain/errors";
import { type Answer, askProtocol } from "@/lib/llm/ask-protocol";
import { type Probe, probeEndpoint } from "@/lib/llm/probe-endpoint";
import type { ModelEndpoint } from "@/lib/llm/send-request";
import { type LiveWay, liveBrief, liveSamples, liveWays } from "@/lib/protocols/live-trials";
import type { Drafted } from "@/lib/protocols/protocol";
import { findProtocol } from "@/lib/protocols/protocols";

/** What came of one protocol in one manner on the six samples. */
export interface LiveRow {
  protocol: string;
  kind: LiveWay["kind"];
  manner: string;
  form: "JSON" | "lines";
  samples: number;
  /** Samples of which every draft could be read. */
  read: number;
  requests: number;
  /** Null: the endpoint does not say. */
  tokens: number | null;
  medianMs: number | null;
  /** Why the first unread one was not read; null: all were. */
  problem: string | null;
}

export interface LiveTrial {
  probes: Probe[];
  rows: LiveRow[];
}

interface Input {
  endpoint: ModelEndpoint;
  overflow: boolean;
  signal: AbortSignal;
  onProbe?: (probe: Probe) => void;
  onRow?: (row: LiveRow) => void;
}

/**
 * Tries an endpoint with everything judges may ask of it: its capabilities, then every protocol in every way, as JSON and as lines, on six samples.
 * Nothing is stored. Run on the machine itself, so without an actor.
 */
export async function tryEndpoint({ endpoint, overflow, signal, onProbe, onRow }: Input): Promise<LiveTrial> {
  const retry = { retries: 2, firstDelayMs: 500, longestDelayMs: 10_000, jitter: 0, random: Math.random };
  const probes = await probeEndpoint(endpoint, { overflow, signal, retry: { ...retry, retries: 0 }, ...(onProbe && { onProbe }) });
  const rows: LiveRow[] = [];
  for (const way of liveWays) {
    for (const form of ["JSON", "lines"] as const) {
      const row = await tryWay(way, form, endpoint, { signal, retry });
      rows.push(row);
      onRow?.(row);
    }
  }
  return { probes, rows };
}

async function tryWay(
  way: LiveWay,
  form: LiveRow["form"],
  endpoint: ModelEndpoint,
  options: Pick<Parameters<typeof askProtocol>[2], "signal" | "retry">,
): Promise<LiveRow> {
  const protocol = found(findProtocol(way.protocol), `protocol "${way.protocol}"`);
  const target = { endpoint: () => endpoint, structuredOutput: form === "JSON" ? ("on" as const) : ("off" as const), gate: null };
  const latencies: number[] = [];
  const counts: (number | null)[] = [];
  const answers: Answer<Drafted[]>[] = [];
  for (const sample of liveSamples) {
    const onExchange = async ({
      latencyMs,
      inputTokens,
      outputTokens,
    }: {
      latencyMs: number | null;
      inputTokens: number | null;
      outputTokens: number | null;
    }) => {
      if (latencyMs !== null) latencies.push(latencyMs);
      counts.push(inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens);
    };
    answers.push(await askProtocol(protocol.draft(liveBrief(way, sample)), () => target, { ...options, rereads: 1, onExchange }));
  }
  const unread = answers.find((answer) => !answer.ok);
  return {
    ...{ protocol: way.protocol, kind: way.kind, manner: way.manner, form, samples: answers.length },
    read: answers.filter(({ ok }) => ok).length,
    requests: answers.reduce((sum, { requests }) => sum + requests, 0),
    tokens: counts.some((count) => count === null) ? null : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0),
    medianMs: median(latencies),
    problem: unread === undefined || unread.ok ? null : unread.quoting,
  };
}

const median = (values: readonly number[]): number | null => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;
