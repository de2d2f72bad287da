import "server-only";
import { randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";

interface Limits {
  /** How long a request may take to arrive. */
  ordinaryMs: number;
  /** The same for an upload of somebody who is known. */
  uploadMs: number;
  /** How long nothing of either may arrive. */
  idleMs: number;
}

/** Node's own limit is five minutes. 2 GB at 1 Mbit/s arrive in four and a half hours. */
const limits: Limits = { ordinaryMs: 300_000, uploadMs: 6 * 3_600_000, idleMs: 120_000 };

/** Names the request to `letUploadArrive`. Overwritten on every request, so that no client can name another's. */
const arrivalHeader = "x-redline-arrival";

// On globalThis, because Next bundles start-up code and routes separately, each with its own module state.
const held = globalThis as unknown as { redlineArrivals?: Map<string, NodeJS.Timeout> };

/** Gives the request with these headers the time of an upload. */
export function letUploadArrive(headers: Headers): void {
  clearTimeout(held.redlineArrivals?.get(headers.get(arrivalHeader) ?? ""));
}

/**
 * Cuts requests with 408 that take too long to arrive, or of which nothing arrives any more, the latter after once to twice `idleMs`. Also those that
 * have their answer: Node reads and drops what is left of them. Returns what ends the watch.
 */
export function boundArrivals({ ordinaryMs, uploadMs, idleMs }: Limits = limits): () => void {
  const arriving = new Map<IncomingMessage, { response: ServerResponse; bytes: number | null }>();
  const timers = new Map<string, NodeJS.Timeout>();
  held.redlineArrivals = timers;
  const onStart = (message: unknown) => {
    const { request, response, server } = message as { request: IncomingMessage; response: ServerResponse; server: Server };
    // The server has one limit for all requests.
    server.requestTimeout = uploadMs;
    const id = randomUUID();
    request.headers[arrivalHeader] = id;
    if (request.headers["content-length"] === undefined && request.headers["transfer-encoding"] === undefined) return;
    arriving.set(request, { response, bytes: null });
    const late = () => {
      if (!request.complete) cut(request, response);
    };
    timers.set(id, setTimeout(late, ordinaryMs).unref());
    const forget = () => {
      arriving.delete(request);
      clearTimeout(timers.get(id));
      timers.delete(id);
    };
    request.once("end", forget).once("close", forget);
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
