import "server-only";
import { randomUUID } from "node:crypto";
import { refusalOfTrouble } from "@/lib/db/trouble";
import { AppError, errorStatus } from "@/lib/domain/errors";
import { log } from "@/lib/log";
import { isRequestId, requestIdHeader } from "./request-id";
import { routeTemplate } from "./route-template";

/** The caller's request id if it is valid, so that their log and ours can be joined; else a new one. */
function requestIdOf(request: Request): string {
  const given = request.headers.get(requestIdHeader);
  return given !== null && isRequestId(given) ? given : randomUUID();
}

/**
 * A JSON reply of known length, unlike one of Response.json: it is sent in one piece, and the server compresses it only if that pays.
 */
export const jsonReply = (body: unknown, init: { status?: number; headers?: Record<string, string> } = {}): Response =>
  jsonTextReply(JSON.stringify(body), init);

/** The same for text that is JSON already. */
export function jsonTextReply(text: string, init: { status?: number; headers?: Record<string, string> } = {}): Response {
  const headers = { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)), ...init.headers };
  const response = new Response(text, { ...init, headers });
  texts.set(response, text);
  return response;
}

const texts = new WeakMap<Response, string>();

/** The text of a JSON reply, without reading it back from the reply's stream; undefined for any other response. */
export const jsonTextOf = (response: Response): string | undefined => texts.get(response);

/** Runs the work of one request; anything it throws becomes the API's standard error shape. Sets request id and no-store. */
export async function answer(request: Request, work: (requestId: string) => Promise<Response>): Promise<Response> {
  const requestId = requestIdOf(request);
  const response = await work(requestId).catch((error: unknown) => errorResponse(request, requestId, error));
  response.headers.set(requestIdHeader, requestId);
  if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
  return response;
}

function errorResponse(request: Request, requestId: string, thrown: unknown): Response {
  const error = toAppError(thrown);
  const status = errorStatus[error.code];
  if (status >= 500) {
    const route = routeTemplate(new URL(request.url).pathname);
    log.error({ requestId, method: request.method, route, code: error.code, err: thrown }, "request failed");
  }
  const body = { code: error.code, message: error.message, ...(error.details && { details: error.details }), requestId };
  const headers = {
    ...(status === 401 && { "www-authenticate": "Bearer" }),
    ...(error.retryAfterSeconds !== undefined && { "retry-after": String(error.retryAfterSeconds) }),
  };
  return jsonReply({ error: body }, { status, headers });
}

function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const refusal = refusalOfTrouble(thrown);
  if (refusal !== null) return refusal;
  return new AppError("internal", "Something went wrong on the server. Its log has the details under this request id.", { cause: thrown });
}
