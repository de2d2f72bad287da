import "server-only";
import type { z } from "zod";
import { type Authenticated, authenticate, readSessionToken } from "@/lib/auth/authenticate";
import { isCrossSite } from "@/lib/auth/trusted-origins";
import type { Endpoint } from "@/lib/domain/api-endpoint";
import { type KeyScope, scopeOf } from "@/lib/domain/api-key";
import { AppError } from "@/lib/domain/errors";
import type { Actor } from "@/lib/domain/policy";
import { answer, jsonReply, jsonTextOf } from "./answer";
import { letUploadArrive } from "./arrival-time";
import { cutList } from "./cut-list";
import { parseInput, parseJson, parseParams, type ReadBytes, readBodyText, readQuery } from "./read-input";
import { idempotencyKeyOf, replayable } from "./replay";

type ParamName<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamName<Rest> : never;
type Query<E> = E extends { query: infer S extends z.ZodType } ? z.output<S> : undefined;
type Body<E> = E extends { body: infer S extends z.ZodType } ? z.output<S> : undefined;
type Reply<E> = E extends { reply: infer S extends z.ZodType } ? Whole<E, z.input<S>> | Response : Response;
/** The handler of a list that is cut into pages here returns the whole list. */
type Whole<E, R> = E extends { keyOf: unknown } ? Omit<R, "nextCursor" | "total"> : R;

/** The validated input of a handler. */
export interface RouteInput<E extends Endpoint> {
  actor: Actor;
  /** The actor as they are now, for replies that go on. Throws once their session, key or account has ended. */
  again: () => Promise<Actor>;
  params: Record<ParamName<E["path"]>, string>;
  query: Query<E>;
  body: Body<E>;
  /** For anything that is not JSON: an uploaded file, the Accept header, the signal that the client has disconnected. */
  request: Request;
}

export interface RouteOptions<E extends Endpoint> {
  /** The reply holds a secret that must not be kept for repeats; the endpoint is safe to repeat by itself. */
  secretReply?: boolean;
  /**
   * Asked before anybody is authenticated, about requests with a session cookie that our own page may have sent: a reply if the session turns out
   * to permit it and the work is done, else null, and the request is handled as usual.
   */
  bySession?: (sessionToken: string, input: Pick<RouteInput<E>, "params" | "body">) => Promise<Reply<E> | null>;
}

/** What Next passes beside the request. `readBytes`: how the body is read if the request itself does not hold it. */
interface RouteContext {
  params: Promise<Record<string, string>>;
  readBytes?: ReadBytes;
}

export type RouteHandler = ((request: Request, context: RouteContext) => Promise<Response>) & { endpoint: Endpoint };

/**
 * The handler of one endpoint: authenticates, validates parameters, query and body against the endpoint's schemas, refuses cross-site writes
 * with our cookie, answers a repeated Idempotency-Key with the first reply, and gives errors their standard shape.
 * The handler itself only calls a workflow, which checks what the actor may do.
 */
export function route<const E extends Endpoint>(
  endpoint: E,
  handle: (input: RouteInput<E>) => Promise<Reply<E>>,
  options: RouteOptions<E> = {},
): RouteHandler {
  const handler = (request: Request, context: RouteContext) =>
    answer(request, async () => {
      const read = onceRead(endpoint, request, context.readBytes);
      const ahead = options.bySession ? await goAhead(endpoint, options.bySession, { request, read, given: await context.params }) : null;
      if (ahead !== null) return toResponse(endpoint, ahead);
      const { actor, scopes, setCookies } = await callerOf(endpoint, request);
      if (takesFile(endpoint)) letUploadArrive(request.headers);
      const again = async () => (await callerOf(endpoint, request, { renews: false })).actor;
      if (scopes === null && endpoint.method !== "GET" && isCrossSite(request.headers)) {
        throw new AppError("forbidden", "This write came from another site's page.");
      }
      const params = parseParams(endpoint.path, await context.params) as RouteInput<E>["params"];
      const query = (endpoint.query ? parseInput(endpoint.query, readQuery(request)) : undefined) as Query<E>;
      const bodyText = await read();
      const body = (endpoint.body ? parseInput(endpoint.body, parseJson(bodyText)) : undefined) as Body<E>;
      const work = async () => cut(endpoint, query, await handle({ actor, again, params, query, body, request }));
      const key = endpoint.method === "GET" || options.secretReply || takesFile(endpoint) ? null : idempotencyKeyOf(request);
      const response =
        key === null
          ? toResponse(endpoint, await work())
          : await replayWork(endpoint, request, { userId: actor.userId, key, bodyText }, work);
      const ending = untilUnknown(response, again);
      for (const cookie of setCookies) ending.headers.append("set-cookie", cookie);
      return ending;
    });
  return Object.assign(handler, { endpoint });
}

/** Who sent the request. Throws unauthenticated, or forbidden for a key without the endpoint's scope. */
async function callerOf(endpoint: Endpoint, { headers }: Request, options?: { renews: boolean }): Promise<Authenticated> {
  const authenticated = await authenticate(headers, options);
  if (authenticated === null) throw new AppError("unauthenticated", "Sign in, or send `Authorization: Bearer API_KEY`.");
  if (authenticated.scopes !== null) demandScope(endpoint, authenticated.scopes);
  return authenticated;
}

const askAgainMs = 5000;

/** The reply, which breaks off where it still goes on seconds after its reader's session, key or account has ended. */
function untilUnknown(response: Response, again: () => Promise<unknown>): Response {
  if (response.body === null || jsonTextOf(response) !== undefined) return response;
  let askedAt = performance.now();
  const check = new TransformStream<Uint8Array, Uint8Array>({
    async transform(piece, controller) {
      if (performance.now() - askedAt >= askAgainMs) {
        await again();
        askedAt = performance.now();
      }
      controller.enqueue(piece);
    },
  });
  return new Response(response.body.pipeThrough(check), response);
}

/** The body's text, which can be read from the request only once. */
function onceRead(endpoint: Endpoint, request: Request, readBytes: ReadBytes | undefined): () => Promise<string> {
  let text: Promise<string> | null = null;
  return () => {
    text ??= endpoint.body ? readBodyText(request, { readBytes }) : Promise.resolve("");
    return text;
  };
}

/** What `bySession` replies; null without asking it for anything that it could not permit. What is wrong with the request is said only to somebody who is known. */
async function goAhead<E extends Endpoint>(
  endpoint: E,
  bySession: NonNullable<RouteOptions<E>["bySession"]>,
  { request, read, given }: { request: Request; read: () => Promise<string>; given: Record<string, string> },
): Promise<Reply<E> | null> {
  const token = await readSessionToken(request.headers);
  if (token === null || isCrossSite(request.headers) || request.headers.has("idempotency-key")) return null;
  try {
    const params = parseParams(endpoint.path, given) as RouteInput<E>["params"];
    const body = (endpoint.body ? parseInput(endpoint.body, parseJson(await read())) : undefined) as Body<E>;
    return await bySession(token, { params, body });
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Throws forbidden, naming the scope, if a key lacks the scope that the endpoint needs. */
function demandScope(endpoint: Endpoint, held: readonly KeyScope[]): void {
  const needed = scopeOf(endpoint);
  if (needed === "session")
    throw new AppError("forbidden", "An API key cannot do this. Sign in in a browser.", { details: { scope: needed } });
  if (held.includes(needed)) return;
  const message = `This API key lacks the scope "${needed}"; it has ${held.map((scope) => `"${scope}"`).join(", ")}. Create a key with it on your profile.`;
  throw new AppError("forbidden", message, { details: { scope: needed } });
}

/** A POST whose body no schema describes and whose query names a file is an upload: too big to be compared with an earlier one. */
const takesFile = (endpoint: Endpoint) => endpoint.method === "POST" && endpoint.body === undefined && endpoint.query !== undefined;

function replayWork(
  endpoint: Endpoint,
  request: Request,
  claim: { userId: string; key: string; bodyText: string },
  work: () => Promise<unknown>,
): Promise<Response> {
  return replayable(request, claim, async () => {
    const reply = await work();
    return checked(endpoint, reply);
  });
}

const cut = (endpoint: Endpoint, query: unknown, reply: unknown): unknown =>
  endpoint.keyOf === undefined || reply instanceof Response
    ? reply
    : cutList(reply as { items: never[] }, endpoint.keyOf, query as { cursor?: string; limit?: number });

const toResponse = (endpoint: Endpoint, reply: unknown): Response =>
  reply instanceof Response ? reply : jsonReply(checked(endpoint, reply));

/** Tests validate replies against their schema; production trusts them, like all internal values. */
function checked(endpoint: Endpoint, reply: unknown): unknown {
  if (process.env.NODE_ENV === "test") endpoint.reply?.parse(reply);
  return reply;
}
