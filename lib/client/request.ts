import type { z } from "zod";
import type { EndpointName, endpoints } from "@/lib/domain/api";
import { ApiError, readApiError, unreachable } from "./api-error";
import { endpointAddresses } from "./endpoint-addresses";
import { sessionExpiry } from "./session-expiry";

type Table = typeof endpoints;
type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;

/** Values for the path parameters in braces. */
export type ParamsOf<N extends EndpointName> = Record<ParamNames<Table[N]["path"]>, string>;
export type QueryOf<N extends EndpointName> = Table[N] extends { query: infer Q extends z.ZodType } ? z.input<Q> : undefined;
export type BodyOf<N extends EndpointName> = Table[N] extends { body: infer B extends z.ZodType } ? z.input<B> : undefined;
export type ReplyOf<N extends EndpointName> = Table[N] extends { reply: infer R extends z.ZodType } ? z.output<R> : never;

type NeedsParams<N extends EndpointName> = [ParamNames<Table[N]["path"]>] extends [never]
  ? { params?: undefined }
  : { params: ParamsOf<N> };
type MayQuery<N extends EndpointName> =
  undefined extends QueryOf<N>
    ? { query?: undefined }
    : Record<never, never> extends QueryOf<N>
      ? { query?: QueryOf<N> }
      : { query: QueryOf<N> };
type NeedsBody<N extends EndpointName> = undefined extends BodyOf<N> ? { body?: undefined } : { body: BodyOf<N> };

/** The input an endpoint requires. */
export type InputOf<N extends EndpointName> = NeedsParams<N> & MayQuery<N> & NeedsBody<N>;

export interface RequestOptions {
  signal?: AbortSignal;
  /** Idempotency key: repeating a write with the same key applies it once. */
  idempotencyKey?: string;
  /** Lets the request outlive the page (fetch's keepalive). */
  keepalive?: boolean;
}

type Fields = { params?: Record<string, string> | undefined; query?: unknown; body?: unknown };

const methodOf = (name: EndpointName): string => endpointAddresses[name].slice(0, endpointAddresses[name].indexOf(" "));
const pathOf = (name: EndpointName): string => endpointAddresses[name].slice(endpointAddresses[name].indexOf(" ") + 1);

/** The URL of an endpoint on this server, for links and streams as well as for `request`. */
export function endpointUrl<N extends EndpointName>(name: N, input: Omit<InputOf<N>, "body">): string {
  const { params, query } = input as Fields;
  const path = pathOf(name).replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = params?.[key];
    if (value === undefined) throw new TypeError(`${name} needs ${key}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(key, String(value));
  }
  const text = search.toString();
  return `/api/v1${path}${text === "" ? "" : `?${text}`}`;
}

/** Calls an endpoint and returns its reply. Throws ApiError, and reports a missing session to the shell, unless there is a new one. */
export async function request<N extends EndpointName>(name: N, input: InputOf<N>, options: RequestOptions = {}): Promise<ReplyOf<N>> {
  const { body } = input as Fields;
  const signIns = sessionExpiry.signIns();
  const response = await fetch(endpointUrl(name, input), {
    method: methodOf(name),
    credentials: "same-origin",
    headers: {
      accept: "application/json",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(options.idempotencyKey !== undefined && { "idempotency-key": options.idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(options.signal && { signal: options.signal }),
    ...(options.keepalive && { keepalive: true }),
  }).catch((cause: unknown) => {
    throw unreachable(cause);
  });
  if (!response.ok) {
    const error = await readApiError(response);
    if (error.status !== 401) throw error;
    // Somebody who has signed in meanwhile is not asked to again.
    if (sessionExpiry.signIns() !== signIns) return request(name, input, options);
    sessionExpiry.report();
    throw error;
  }
  return (await readJson(response)) as ReplyOf<N>;
}

/** A truncated reply counts as lost, not as a result. */
async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    if (cause instanceof DOMException) throw cause;
    throw new ApiError("offline", "The server's answer was cut off.", {
      status: 0,
      requestId: response.headers.get("x-request-id"),
      cause,
    });
  }
}
