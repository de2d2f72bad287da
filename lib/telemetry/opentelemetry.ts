import "server-only";
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { setGlobalErrorHandler, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { log } from "@/lib/log";
import type { OpenSpan, SpanStart, Tracing } from "./span";

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL };
const complainEveryMs = 60_000;

interface OwnSpan extends OpenSpan {
  context: Context;
}

/**
 * Sends traces over HTTP, as OpenTelemetry's variables say: where to, with which headers, how many of them. The tracer is not registered for the whole
 * process: other libraries, Next among them, would put addresses and statements with what people wrote into their spans.
 */
export function openTelemetry(service: string): Tracing {
  complainSeldom();
  const own = resourceFromAttributes({ "service.name": service, "service.version": process.env.npm_package_version ?? "" });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer("redline");
  return {
    begin: (name, { kind, attributes = {}, parent }) =>
      asOwn(trace.setSpan(ROOT_CONTEXT, tracer.startSpan(name, { kind: kinds[kind], attributes }, contextOf(parent)))),
    flush: () => provider.forceFlush(),
  };
}

const propagator = new W3CTraceContextPropagator();

function contextOf(parent: SpanStart["parent"]): Context {
  if (parent === undefined) return ROOT_CONTEXT;
  // A header that is not valid begins a trace of its own.
  if (typeof parent === "string") return propagator.extract(ROOT_CONTEXT, { traceparent: parent }, defaultTextMapGetter);
  return (parent as OwnSpan).context;
}

function asOwn(context: Context): OwnSpan {
  const span = trace.getSpan(context);
  const carrier: Record<string, string> = {};
  propagator.inject(context, carrier, defaultTextMapSetter);
  return {
    context,
    traceparent: carrier.traceparent ?? "",
    add: (attributes) => void span?.setAttributes(attributes),
    end: (failure) => {
      if (failure !== undefined) span?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", failure);
      span?.end();
    },
  };
}

/** A receiver that is away must not fill the log. */
function complainSeldom(): void {
  let last = Number.NEGATIVE_INFINITY;
  setGlobalErrorHandler((error) => {
    if (performance.now() - last < complainEveryMs) return;
    last = performance.now();
    log.warn({ err: error }, "traces could not be sent");
  });
}
