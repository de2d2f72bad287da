import "server-only";
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { traced } from "./tracing";

const requestBucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const modelBucketsSeconds = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** What this process measures about itself. Labels hold names from the code alone: routes, codes, kinds; never what a person or a model wrote. */
function newMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: "redline_http_request_duration_seconds",
      help: "Time from a request's first byte to the end of its reply, by route template and status",
      labelNames: ["method", "route", "status"],
      buckets: requestBucketsSeconds,
      registers,
    }),
    saves: new Counter({
      name: "redline_saves_total",
      help: "Annotators' saves that were committed and acknowledged",
      labelNames: ["kind"],
      registers,
    }),
    modelCalls: new Histogram({
      name: "redline_model_call_duration_seconds",
      help: "Requests to models, each retry by itself; outcome is ok or the kind of failure",
      labelNames: ["kind", "outcome"],
      buckets: modelBucketsSeconds,
      registers,
    }),
    modelTokens: new Counter({
      name: "redline_model_tokens_total",
      help: "Tokens of runs' requests, as the models reported them",
      labelNames: ["direction"],
      registers,
    }),
    modelCostUsd: new Counter({
      name: "redline_model_cost_usd_total",
      help: "Cost of runs' requests at the prices known to Redline, in US dollars",
      registers,
    }),
    modelUnpriced: new Counter({
      name: "redline_model_unpriced_answers_total",
      help: "Answers of runs whose cost is unknown, because price or tokens are",
      registers,
    }),
    pool: new Gauge({
      name: "redline_database_pool_connections",
      help: "Connections of this process: in use, idle, and requests that wait for one",
      labelNames: ["pool", "state"],
      registers,
    }),
  };
}

// On globalThis, because Next bundles start-up code and routes separately, each with its own module state.
const held = globalThis as unknown as { redlineMetrics?: ReturnType<typeof newMetrics> };

/** The metrics of this process. */
export function metrics() {
  held.redlineMetrics ??= newMetrics();
  return held.redlineMetrics;
}

/** Adds what Node knows of this process: event-loop lag, memory, processor time, garbage collection. Once, when the process starts. */
export function measureProcess(): void {
  collectDefaultMetrics({ register: metrics().registry });
}

/** Counts one committed save. */
export const noteSave = (kind: "actions" | "submit"): void => metrics().saves.inc({ kind });

/** Runs one request to a model and notes how long it took and how it ended. */
export async function timeModelCall<T>(kind: "chat" | "embeddings", call: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const note = (outcome: string) => metrics().modelCalls.observe({ kind, outcome }, (performance.now() - begun) / 1000);
  try {
    const result = await traced(`model ${kind}`, { kind: "client", attributes: { "gen_ai.operation.name": kind } }, call);
    note("ok");
    return result;
  } catch (error) {
    note(codeOf(error));
    throw error;
  }
}

/** Codes are words of ours; anything else is named by its kind, since a message may quote a text. */
function codeOf(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string" && /^[a-z_]{1,40}$/.test(error.code)) return error.code;
  return error instanceof Error && error.name === "AbortError" ? "aborted" : "other";
}

/** Adds what an answer cost. */
export function noteSpending(spent: { inputTokens: number | null; outputTokens: number | null; costUsd: number | null }): void {
  const { modelTokens, modelCostUsd, modelUnpriced } = metrics();
  modelTokens.inc({ direction: "input" }, spent.inputTokens ?? 0);
  modelTokens.inc({ direction: "output" }, spent.outputTokens ?? 0);
  if (spent.costUsd === null) modelUnpriced.inc();
  else modelCostUsd.inc(spent.costUsd);
}

/** How many of a pool's connections are in use and idle, and how many requests wait for one. */
export interface PoolCounts {
  active: number;
  idle: number;
  waiting: number;
}

/** One metric with its values, as JSON that can be stored and put beside those of other processes. */
export interface MeasuredMetric {
  name: string;
  help: string;
  type: string;
  values: { value: number; labels: Record<string, string | number>; metricName?: string }[];
}

/** This process's metrics as they are now. */
export async function readOwnMetrics(pools: Readonly<Record<string, PoolCounts>>): Promise<MeasuredMetric[]> {
  const { pool, registry } = metrics();
  for (const [name, counts] of Object.entries(pools))
    for (const [state, count] of Object.entries(counts)) pool.set({ pool: name, state }, count);
  return JSON.parse(JSON.stringify(await registry.getMetricsAsJSON())) as MeasuredMetric[];
}

/** A value that is the same whichever process is asked. */
export interface Figure {
  name: string;
  help: string;
  labels?: Record<string, string>;
  value: number;
}

const asGauge = ({ name, help, labels = {}, value }: Figure): MeasuredMetric => ({
  name,
  help,
  type: "gauge",
  values: [{ value, labels }],
});

/** The metrics of several processes, each marked with its labels, and the instance's figures, as Prometheus reads them. */
export function printMetrics(
  processes: readonly { labels: Record<string, string>; metrics: readonly MeasuredMetric[] }[],
  figures: readonly Figure[],
): Promise<string> {
  const marked = processes.map(({ labels, metrics: own }) =>
    own.map((metric) => ({
      ...metric,
      // No two processes have the same labels, so nothing is ever added up.
      aggregator: "sum",
      values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, ...labels } })),
    })),
  );
  const gauges = figures.map((figure) => ({ ...asGauge(figure), aggregator: "sum" }));
  return AggregatorRegistry.aggregate([...marked, gauges]).metrics();
}

/** What Prometheus expects as the type of the reply. */
export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE;
