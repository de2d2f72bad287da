import "server-only";
import { streamSignal } from "./shutdown";

/**
 * Turns an iteration into a response body that is produced as fast as it is read. The first chunk is awaited, so that a refusal is still an
 * ordinary error reply; if the reader disconnects, the iteration ends, which frees its resources.
 */
async function bodyOf(pieces: AsyncIterable<string | Uint8Array>, request: Request): Promise<ReadableStream<Uint8Array> | null> {
  const iterator = pieces[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let next: IteratorResult<string | Uint8Array> | null = await iterator.next();
  if (request.method === "HEAD") {
    await iterator.return?.();
    return null;
  }
  return new ReadableStream({
    async pull(controller) {
      const piece = next ?? (await iterator.next());
      next = null;
      if (piece.done) controller.close();
      else controller.enqueue(typeof piece.value === "string" ? encoder.encode(piece.value) : piece.value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

/** A file to save, streamed. */
export async function fileResponse(
  request: Request,
  file: { fileName: string; contentType: string; body: AsyncIterable<string | Uint8Array> },
): Promise<Response> {
  const plain = file.fileName.replace(/[^\w.-]+/g, "_");
  return new Response(await bodyOf(file.body, request), {
    headers: {
      "content-type": file.contentType,
      "content-disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
      "x-content-type-options": "nosniff",
    },
  });
}

export const wantsEvents = (request: Request): boolean => request.headers.get("accept")?.includes("text/event-stream") ?? false;

/**
 * Server-sent events: one message per value, then an event called `end`, on which a client closes instead of reconnecting.
 * Stops when the client disconnects or the server shuts down; then there is no `end`, so clients reconnect.
 */
export async function eventResponse<T>(request: Request, watch: (signal: AbortSignal) => AsyncIterable<T>): Promise<Response> {
  const signal = streamSignal(request);
  async function* events() {
    for await (const value of watch(signal)) yield `data: ${JSON.stringify(value)}\n\n`;
    if (!signal.aborted) yield "event: end\ndata: {}\n\n";
  }
  return new Response(await bodyOf(events(), request), {
    headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store, no-transform", "x-accel-buffering": "no" },
  });
}
