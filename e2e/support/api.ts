import { type APIRequestContext, expect } from "@playwright/test";
import { type EndpointName, endpoints } from "@/lib/domain/api";
import type { Endpoint } from "@/lib/domain/api-endpoint";

type Table = typeof endpoints;
type InputOf<S> = S extends { _input: infer I } ? I : never;
type OutputOf<S> = S extends { _output: infer O } ? O : never;
export type Reply<N extends EndpointName> = Table[N] extends { reply: infer S } ? OutputOf<S> : never;
export type Body<N extends EndpointName> = Table[N] extends { body: infer S } ? InputOf<S> : never;

interface Input<N extends EndpointName> {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean>;
  body?: Body<N>;
  /** An upload: the body is the file. */
  file?: string | Buffer;
}

/** The public HTTP API used by one signed-in person; every reply is checked against its documented schema. */
export class Api {
  constructor(
    readonly request: APIRequestContext,
    readonly baseURL: string,
  ) {}

  async call<N extends EndpointName>(name: N, input: Input<N> = {}): Promise<Reply<N>> {
    const response = await this.fetch(name, input);
    expect(response.ok(), `${name} answered ${response.status()}: ${await response.text()}`).toBe(true);
    const endpoint: Endpoint = endpoints[name];
    return endpoint.reply?.parse(await response.json()) as Reply<N>;
  }

  /** The raw reply, refusals included. */
  fetch<N extends EndpointName>(name: N, { params = {}, query, body, file }: Input<N> = {}) {
    const path = endpoints[name].path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? `no ${key}`));
    return this.request.fetch(`${this.baseURL}/api/v1${path}`, {
      method: endpoints[name].method,
      headers: { Origin: this.baseURL, ...(file !== undefined && { "content-type": "application/octet-stream" }) },
      ...(query && { params: query }),
      ...(body !== undefined && { data: body }),
      ...(file !== undefined && { data: file }),
    });
  }
}
