import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "@/lib/domain/errors";
import { jsonTextOf } from "./answer";
import { paramNames, tooLarge } from "./read-input";
import type { RouteHandler } from "./route";

/** What Next passes a file of `pages/api`: Node's own request, with the parameters of its address. */
type NodeRequest = IncomingMessage & { query: Partial<Record<string, string | string[]>> };

/**
 * Serves a route from a file of `pages/api`, which Next gives Node's own request and response. In `app` it wraps both in web streams, which costs a
 * short request more than everything else that is done for it, so that what annotators send most often, saves and submissions, is served this way.
 * Other methods get 405, as in `app`.
 */
export const nodeRoute =
  (handler: RouteHandler) =>
  async (incoming: NodeRequest, outgoing: ServerResponse): Promise<void> => {
    const { method, path } = handler.endpoint;
    if (incoming.method !== method) {
      outgoing.writeHead(405, { allow: method }).end();
      return;
    }
    const request = new Request(new URL(incoming.url ?? "/", "http://localhost"), {
      method,
      headers: incoming.headers as Record<string, string>,
    });
    const params = Object.fromEntries(paramNames(path).map((name) => [name, String(incoming.query[name] ?? "")]));
    const context = { params: Promise.resolve(params), readBytes: (most: number) => readBytes(incoming, most) };
    const response = await handler(request, context);
    outgoing.statusCode = response.status;
    // The only header that a response may have several of.
    outgoing.setHeaders(new Map([...response.headers].filter(([name]) => name !== "set-cookie")));
    for (const cookie of response.headers.getSetCookie()) outgoing.appendHeader("set-cookie", cookie);
    outgoing.end(jsonTextOf(response) ?? Buffer.from(await response.arrayBuffer()));
  };

function readBytes(incoming: IncomingMessage, most: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.length;
      // What else arrives is read and dropped, so that the sender gets its answer.
      if (size > most) reject(tooLarge(most));
      else chunks.push(chunk);
    });
    incoming.on("end", () => resolve(Buffer.concat(chunks)));
    incoming.on("error", (error) => reject(new AppError("bad_request", "The connection ended before the body did.", { cause: error })));
  });
}
