import "server-only";

/** What kind of work a span is, in OpenTelemetry's words. */
export type SpanKind = "server" | "client" | "consumer" | "internal";

/** What is said about a span: names from the code, numbers and ids; never what a person or a model wrote. */
export type SpanAttributes = Record<string, string | number | boolean>;

/** A piece of work whose time is being taken. */
export interface OpenSpan {
  /** Hands the trace on, as the header `traceparent`. */
  readonly traceparent: string;
  /** Adds attributes. */
  add(attributes: SpanAttributes): void;
  /** Ends it; with the kind of failure if it failed. */
  end(failure?: string): void;
}

export interface SpanStart {
  kind: SpanKind;
  attributes?: SpanAttributes;
  /** The span or the `traceparent` that it belongs to; by default the span within which it begins. */
  parent?: OpenSpan | string | undefined;
}

/** Takes spans and sends them; ./opentelemetry makes it. */
export interface Tracing {
  begin(name: string, start: SpanStart): OpenSpan;
  /** Sends what has ended so far. */
  flush(): Promise<void>;
}
