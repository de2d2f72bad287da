import "server-only";
import type { ChatFailure } from "./chat-failure";
import type { ModelEndpoint } from "./send-request";

/** The output token limit has two names; only a request shows which one an endpoint accepts. */
export type TokenLimitName = "max_tokens" | "max_completion_tokens";

/** What an endpoint accepts for one model. */
export interface Capabilities {
  schema: boolean;
  /** Least and greatest lengths in a schema. */
  lengths: boolean;
  tokenLimitName: TokenLimitName;
  temperature: boolean;
  topP: boolean;
  seed: boolean;
  /** Token usage at the end of a stream. */
  streamUsage: boolean;
}

/** For the life of this process. */
const learned = new Map<string, Capabilities>();
const keyOf = ({ baseUrl, model }: Pick<ModelEndpoint, "baseUrl" | "model">) => `${baseUrl}\n${model}`;

/** The known capabilities of an endpoint: learned from requests, else found by `judge test`, else assumed to be complete. */
export function capabilitiesOf(endpoint: ModelEndpoint): Capabilities {
  const found = endpoint.capabilities;
  return (
    learned.get(keyOf(endpoint)) ?? {
      schema: found?.structuredOutput !== false,
      lengths: true,
      tokenLimitName: found?.tokenLimitName ?? "max_tokens",
      temperature: found?.temperature !== false,
      topP: true,
      seed: found?.seed !== false,
      streamUsage: true,
    }
  );
}

/** Forgets what was learned about an endpoint, so that it is probed again. */
export function forgetCapabilities(endpoint: Pick<ModelEndpoint, "baseUrl" | "model">): void {
  learned.delete(keyOf(endpoint));
}

/** Remembers that an endpoint answered only without the schema. An error of the server may have passed by itself, and is not remembered. */
export function noteNoSchema(endpoint: ModelEndpoint, failure: ChatFailure): void {
  if (failure.status === 500) return;
  learned.set(keyOf(endpoint), { ...capabilitiesOf(endpoint), schema: false });
}

/** Whether a refusal may be due to the schema though it does not say so. */
export const mayBeAboutSchema = ({ status, code }: ChatFailure): boolean =>
  code === "model_unreachable" && status !== null && [400, 422, 500, 501].includes(status);

const refuses =
  /unsupported|not support|n't support|unrecogni[sz]ed|unknown|unexpected|extra (?:inputs|fields)|not permitted|not allowed|forbidden|invalid|only the default|deprecated|instead|must be/iu;
const tooMuch = /too (?:large|long|high)|at most|maximum context|context length/iu;

/**
 * Learns from a refusal what the endpoint does not accept, and returns it; null if the refusal is about something else. `body`: what was sent.
 */
export function learnFrom(
  failure: ChatFailure,
  endpoint: ModelEndpoint,
  body: Record<string, unknown>,
  mayDropSchema: boolean,
): keyof Capabilities | null {
  if (failure.status !== 400 && failure.status !== 422 && failure.status !== 501) return null;
  const said = failure.message;
  const known = capabilitiesOf(endpoint);
  const note = (change: Partial<Capabilities>) => learned.set(keyOf(endpoint), { ...known, ...change });
  const isAbout = (name: RegExp) => name.test(said) && refuses.test(said) && !tooMuch.test(said);
  if ("max_tokens" in body && isAbout(/max_completion_tokens/iu)) {
    note({ tokenLimitName: "max_completion_tokens" });
    return "tokenLimitName";
  }
  if ("max_completion_tokens" in body && isAbout(/max_completion_tokens/iu)) {
    note({ tokenLimitName: "max_tokens" });
    return "tokenLimitName";
  }
  if ("temperature" in body && isAbout(/\btemperature\b/iu)) {
    note({ temperature: false });
    return "temperature";
  }
  if ("top_p" in body && isAbout(/\btop_?p\b/iu)) {
    note({ topP: false });
    return "topP";
  }
  if ("seed" in body && isAbout(/\bseed\b/iu)) {
    note({ seed: false });
    return "seed";
  }
  if ("stream_options" in body && isAbout(/stream_options|include_usage/iu)) {
    note({ streamUsage: false });
    return "streamUsage";
  }
  if (known.lengths && "response_format" in body && /min_?(?:length|items)|max_?items/iu.test(said)) {
    note({ lengths: false });
    return "lengths";
  }
  if ("response_format" in body && mayDropSchema && /response_format|json_schema|schema|structured|grammar|guided/iu.test(said)) {
    note({ schema: false });
    return "schema";
  }
  return null;
}
