import { type EndpointName, endpoints } from "@/lib/domain/api";
import type { Endpoint } from "@/lib/domain/api-endpoint";

type Table = typeof endpoints;
type InputOf<S> = S extends { _input: infer I } ? I : never;
type OutputOf<S> = S extends { _output: infer O } ? O : never;
type Reply<N extends EndpointName> = Table[N] extends { reply: infer S } ? OutputOf<S> : never;
type Body<N extends EndpointName> = Table[N] extends { body: infer S } ? InputOf<S> : never;

interface Input<N extends EndpointName> {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Body<N>;
  file?: string;
}

/** Takes a request to the product and brings its reply: over a socket, or straight to the route's handler. */
export type Send = (name: EndpointName, request: Request, params: Record<string, string>) => Promise<Response>;

/** The HTTP interface as one person uses it. */
export type Call = <N extends EndpointName>(name: N, input?: Input<N>) => Promise<Reply<N>>;

/** A person's calls, authenticated by these headers; a refusal throws, and every reply is checked against its documented schema. */
export const callAs =
  (send: Send, origin: string, headers: Record<string, string>): Call =>
  async (name, { params = {}, query, body, file } = {}) => {
    const endpoint: Endpoint = endpoints[name];
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ""));
    const url = new URL(`${origin}/api/v1${path}`);
    for (const [key, value] of Object.entries(query ?? {})) url.searchParams.set(key, value);
    const type = file === undefined ? "application/json" : "application/octet-stream";
    const content = file ?? (body === undefined ? undefined : JSON.stringify(body));
    const request = new Request(url, {
      method: endpoint.method,
      headers: { ...headers, origin, ...(content !== undefined && { "content-type": type }) },
      ...(content !== undefined && { body: content }),
    });
    const response = await send(name, request, params);
    const text = await response.text();
    if (!response.ok) throw new Error(`${name} answered ${response.status}: ${text}`);
    return endpoint.reply?.parse(JSON.parse(text)) as Reply<typeof name>;
  };
