import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { env } from "@/lib/env";
import type { OpenSpan, SpanStart, Tracing } from "./span";

// On globalThis, because Next bundles start-up code and routes separately, each with its own module state.
const held = globalThis as unknown as { redlineTracing?: Tracing | undefined; redlineSpan?: AsyncLocalStorage<OpenSpan> };
held.redlineSpan ??= new AsyncLocalStorage();
const within = held.redlineSpan;

/** Whether the environment asks for traces, by OpenTelemetry's variables. */
function isAskedFor(): boolean {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER } = env();
  if (OTEL_SDK_DISABLED?.toLowerCase() === "true" || OTEL_TRACES_EXPORTER === "none") return false;
  return (OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? OTEL_EXPORTER_OTLP_ENDPOINT) !== undefined;
}

/** Starts taking traces if the environment asks for them; otherwise nothing is loaded. `service` is this process's usual name. */
export async function startTracing(service: string): Promise<void> {
  if (!isAskedFor() || held.redlineTracing !== undefined) return;
  const { openTelemetry } = await import("./opentelemetry");
  held.redlineTracing = openTelemetry(service);
}

const lastWordsMs = 1000;

/** Sends what is not sent yet, and takes no further traces. A receiver that is away keeps no process from ending: after a second the rest is lost. */
export async function stopTracing(): Promise<void> {
  const tracing = held.redlineTracing;
  if (tracing === undefined) return;
  held.redlineTracing = undefined;
  const sent = tracing.flush().catch(() => undefined);
  await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, lastWordsMs).unref())]);
}

/** Whether traces are taken. */
export const isTracing = (): boolean => held.redlineTracing !== undefined;

/** Begins a span that its caller ends; null where no traces are taken. */
export function beginSpan(name: string, start: SpanStart): OpenSpan | null {
  return held.redlineTracing?.begin(name, { ...start, parent: start.parent ?? within.getStore() }) ?? null;
}

/** Makes a span the parent of what the present callback goes on to do. */
export const enterSpan = (span: OpenSpan): void => within.enterWith(span);

/** Runs `work` within a span, if traces are taken. */
export async function traced<T>(name: string, start: SpanStart, work: () => Promise<T>): Promise<T> {
  const span = beginSpan(name, start);
  if (span === null) return work();
  try {
    const result = await within.run(span, work);
    span.end();
    return result;
  } catch (error) {
    span.end(failureOf(error));
    throw error;
  }
}

/** Runs work that is to begin a trace of its own. */
export const untraced = <T>(work: () => Promise<T>): Promise<T> => within.exit(work);

/** A span of something that is only worth knowing as part of something greater; null where no traces are taken, or outside any span. */
export const beginPart = (name: () => string, start: SpanStart): OpenSpan | null =>
  held.redlineTracing === undefined || within.getStore() === undefined ? null : beginSpan(name(), start);

/** What a message to another process carries so that its work joins the present trace. */
export function carriedTrace(): { traceparent?: string } {
  const span = held.redlineTracing === undefined ? undefined : within.getStore();
  return span === undefined ? {} : { traceparent: span.traceparent };
}

/** An error's code or class, which are words of the code; its message may quote a text. */
export function failureOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (typeof code === "string" && /^\w{1,40}$/.test(code)) return code;
  return error instanceof Error && /^\w{1,40}$/.test(error.name) ? error.name : "other";
}
