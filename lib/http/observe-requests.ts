import "server-only";
import { randomUUID } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "@/lib/log";
import { metrics } from "@/lib/telemetry/metrics";
import type { OpenSpan } from "@/lib/telemetry/span";
import { beginSpan, enterSpan, isTracing } from "@/lib/telemetry/tracing";
import { isRequestId, requestIdHeader } from "./request-id";
import { routeTemplate } from "./route-template";

const slowSeconds = 2;
/** Asked every few seconds by machines, or files: their traces would hide all others. */
const unspanned = ["/_next/*", "/api/health", "/api/live", "/metrics"];
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Measures every request of this process, from the moment Node announces it to the end of its reply, and gives it a request id if it has none. Event
 * streams are counted in traces alone: they last as long as somebody watches.
 */
export function observeRequests(): void {
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const begun = performance.now();
    const given = request.headers[requestIdHeader];
    if (typeof given !== "string" || !isRequestId(given)) request.headers[requestIdHeader] = randomUUID();
    const span = traceRequest(request);
    response.once("close", () => {
      endRequest(span, response);
      if (String(response.getHeader("content-type") ?? "").startsWith("text/event-stream")) return;
      noteRequest(request, response, (performance.now() - begun) / 1000);
    });
  });
}

const methodOf = (request: IncomingMessage) => (methods.includes(request.method ?? "") ? (request.method ?? "") : "other");
const routeOf = (request: IncomingMessage) => routeTemplate((request.url ?? "/").split("?")[0] ?? "/");
/** A client that left before the reply began got no status. */
const statusOf = (response: ServerResponse) => (response.headersSent ? response.statusCode : 499);

/** Begins a request's span, which everything that is done for the request belongs to. Null where no traces are taken. */
function traceRequest(request: IncomingMessage): OpenSpan | null {
  if (!isTracing()) return null;
  const [method, route, parent] = [methodOf(request), routeOf(request), request.headers.traceparent];
  if (unspanned.includes(route)) return null;
  const span = beginSpan(`${method} ${route}`, {
    kind: "server",
    attributes: { "http.request.method": method, "http.route": route, "redline.request_id": String(request.headers[requestIdHeader]) },
    parent: typeof parent === "string" ? parent : undefined,
  });
  if (span !== null) enterSpan(span);
  return span;
}

function endRequest(span: OpenSpan | null, response: ServerResponse): void {
  const status = statusOf(response);
  span?.add({ "http.response.status_code": status });
  span?.end(status >= 500 ? String(status) : undefined);
}

function noteRequest(request: IncomingMessage, response: ServerResponse, seconds: number): void {
  const [method, route, status] = [methodOf(request), routeOf(request), statusOf(response)];
  metrics().requests.observe({ method, route, status }, seconds);
  const [requestId, ms] = [request.headers[requestIdHeader], Math.round(seconds * 1000)];
  if (seconds >= slowSeconds) log.info({ requestId, method, route, status, ms }, "slow request");
  else log.debug({ requestId, method, route, status, ms }, "request");
}
