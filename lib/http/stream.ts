import "server-only";
import { AppError } from "@/lib/domain/errors";
import { parseRange } from "./byte-range";
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
  return new Response(await bodyOf(file.body, request), { headers: fileHeaders(file) });
}

function fileHeaders({ fileName, contentType }: { fileName: string; contentType: string }): Record<string, string> {
  const plain = fileName.replace(/[^\w.-]+/g, "_");
  return {
    "content-type": contentType,
    "content-disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    "x-content-type-options": "nosniff",
  };
}

/** A file that is stored, so that its size is known and a download can be resumed. */
interface StoredFile {
  fileName: string;
  contentType: string;
  size: number;
  /** Stays the same as long as the bytes do. */
  tag: string;
  read(start: number, end: number): AsyncIterable<Uint8Array>;
}

/** The file, or the part of it that the request's `Range` asks for. */
export async function storedFileResponse(request: Request, file: StoredFile): Promise<Response> {
  const { size } = file;
  const etag = `"${file.tag}"`;
  const isSame = [null, etag].includes(request.headers.get("if-range"));
  const range = isSame ? parseRange(request.headers.get("range"), size) : null;
  // Compressed, the bytes would be others than those that a range counts.
  const headers = { ...fileHeaders(file), "accept-ranges": "bytes", etag, "cache-control": "private, no-cache, no-transform" };
  if (range === "unsatisfiable") return new Response(null, { status: 416, headers: { ...headers, "content-range": `bytes */${size}` } });
  const { start, end } = range ?? { start: 0, end: size };
  return new Response(await bodyOf(file.read(start, end), request), {
    status: range === null ? 200 : 206,
    headers: {
      ...headers,
      "content-length": String(end - start),
      ...(range !== null && { "content-range": `bytes ${start}-${end - 1}/${size}` }),
    },
  });
}

export const wantsEvents = (request: Request): boolean => request.headers.get("accept")?.includes("text/event-stream") ?? false;

/**
 * Server-sent events: one message per value, then an event called `end`, on which a client closes instead of reconnecting.
 * Stops when the client disconnects, the server shuts down, or a later value is refused; then there is no `end`, so clients reconnect, and read why.
 */
export async function eventResponse<T>(request: Request, watch: (signal: AbortSignal) => AsyncIterable<T>): Promise<Response> {
  const signal = streamSignal(request);
  async function* events() {
    let begun = false;
    try {
      for await (const value of watch(signal)) {
        yield `data: ${JSON.stringify(value)}\n\n`;
        begun = true;
      }
    } catch (error) {
      if (begun && error instanceof AppError) return;
      throw error;
    }
    if (!signal.aborted) yield "event: end\ndata: {}\n\n";
  }
  return new Response(await bodyOf(events(), request), {
    headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store, no-transform", "x-accel-buffering": "no" },
  });
}
