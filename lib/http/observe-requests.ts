import "server-only";
import { randomUUID } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "@/lib/log";
import { metrics } from "@/lib/telemetry/metrics";
import { isRequestId, requestIdHeader } from "./request-id";
import { routeTemplate } from "./route-template";

const slowSeconds = 2;
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Measures every request of this process, from the moment Node announces it to the end of its reply, and gives it a request id if it has none. Event
 * streams are left out: they last as long as somebody watches.
 */
export function observeRequests(): void {
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const begun = performance.now();
    const given = request.headers[requestIdHeader];
    if (typeof given !== "string" || !isRequestId(given)) request.headers[requestIdHeader] = randomUUID();
    response.once("close", () => {
      if (String(response.getHeader("content-type") ?? "").startsWith("text/event-stream")) return;
      noteRequest(request, response, (performance.now() - begun) / 1000);
    });
  });
}

function noteRequest(request: IncomingMessage, response: ServerResponse, seconds: number): void {
  const method = methods.includes(request.method ?? "") ? (request.method ?? "") : "other";
  const route = routeTemplate((request.url ?? "/").split("?")[0] ?? "/");
  // A client that left before the reply began got no status.
  const status = response.headersSent ? response.statusCode : 499;
  metrics().requests.observe({ method, route, status }, seconds);
  const [requestId, ms] = [request.headers[requestIdHeader], Math.round(seconds * 1000)];
  if (seconds >= slowSeconds) log.info({ requestId, method, route, status, ms }, "slow request");
  else log.debug({ requestId, method, route, status, ms }, "request");
}
