import "server-only";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";

interface Limits {
  /** How long a request may take to arrive. */
  totalMs: number;
  /** How long nothing of it may arrive. */
  idleMs: number;
}

/** 2 GB at 1 Mbit/s arrive in four and a half hours; Node's own limit is five minutes. */
const uploadLimits: Limits = { totalMs: 6 * 3_600_000, idleMs: 120_000 };

/**
 * Lets large uploads take their time, and cuts requests of which nothing arrives any more with 408, after once to twice `idleMs`. Returns what ends
 * the watch.
 */
export function boundUploads({ totalMs, idleMs }: Limits = uploadLimits): () => void {
  const arriving = new Map<IncomingMessage, { response: ServerResponse; bytes: number | null }>();
  const onStart = (message: unknown) => {
    const { request, response, server } = message as { request: IncomingMessage; response: ServerResponse; server: Server };
    server.requestTimeout = totalMs;
    if (request.headers["content-length"] === undefined && request.headers["transfer-encoding"] === undefined) return;
    arriving.set(request, { response, bytes: null });
    response.once("close", () => arriving.delete(request));
  };
  const timer = setInterval(() => {
    for (const [request, { response, bytes }] of arriving) {
      const { bytesRead } = request.socket;
      // Where the request is read more slowly than it arrives, its client is not the one that stalls.
      const isWaiting = !request.complete && request.readableLength < request.readableHighWaterMark;
      if (isWaiting && bytesRead === bytes) cut(request, response);
      else arriving.set(request, { response, bytes: bytesRead });
    }
  }, idleMs);
  timer.unref();
  subscribe("http.server.request.start", onStart);
  return () => {
    clearInterval(timer);
    unsubscribe("http.server.request.start", onStart);
  };
}

/** As Node answers a request that takes longer than its limit. */
function cut({ socket }: IncomingMessage, { headersSent }: ServerResponse): void {
  if (!headersSent) socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
  socket.destroy();
}
