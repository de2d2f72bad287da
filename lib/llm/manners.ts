import "server-only";
import type { ChatFailure, ModelEndpoint } from "./chat-once";

/** The largest number of tokens goes by two names; which one an endpoint knows is found out by asking. */
export type TokenLimitName = "max_tokens" | "max_completion_tokens";

/** What an endpoint turned out to take for one model. */
export interface Manners {
  schema: boolean;
  tokenLimitName: TokenLimitName;
  temperature: boolean;
  seed: boolean;
  /** Usage at the end of a stream. */
  streamUsage: boolean;
}

/** For the life of this process. */
const learned = new Map<string, Manners>();
const keyOf = ({ baseUrl, model }: Pick<ModelEndpoint, "baseUrl" | "model">) => `${baseUrl}\n${model}`;

/** What is known of an endpoint: learned by asking, else what `judge test` found, else that it takes everything. */
export function mannersOf(endpoint: ModelEndpoint): Manners {
  const found = endpoint.capabilities;
  return (
    learned.get(keyOf(endpoint)) ?? {
      schema: found?.structuredOutput !== false,
      tokenLimitName: found?.tokenLimitName ?? "max_tokens",
      temperature: found?.temperature !== false,
      seed: found?.seed !== false,
      streamUsage: true,
    }
  );
}

/** Forgets what was learned of an endpoint, so that it is found out afresh. */
export function forgetManners(endpoint: Pick<ModelEndpoint, "baseUrl" | "model">): void {
  learned.delete(keyOf(endpoint));
}

const refuses =
  /unsupported|not support|n't support|unrecogni[sz]ed|unknown|unexpected|extra (?:inputs|fields)|not permitted|not allowed|forbidden|invalid|only the default|deprecated|instead|must be/iu;
const tooMuch = /too (?:large|long|high)|at most|maximum context|context length/iu;

/**
 * Learns from a refusal what the endpoint does not take. Says what it was, or null where the refusal is about something else. `body`: what was sent.
 */
export function learnFrom(
  failure: ChatFailure,
  endpoint: ModelEndpoint,
  body: Record<string, unknown>,
  mayDropSchema: boolean,
): keyof Manners | null {
  if (failure.status !== 400 && failure.status !== 422 && failure.status !== 501) return null;
  const said = failure.message;
  const manners = mannersOf(endpoint);
  const note = (change: Partial<Manners>) => learned.set(keyOf(endpoint), { ...manners, ...change });
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
  if ("seed" in body && isAbout(/\bseed\b/iu)) {
    note({ seed: false });
    return "seed";
  }
  if ("stream_options" in body && isAbout(/stream_options|include_usage/iu)) {
    note({ streamUsage: false });
    return "streamUsage";
  }
  if ("response_format" in body && mayDropSchema && /response_format|json_schema|schema|structured|grammar|guided/iu.test(said)) {
    note({ schema: false });
    return "schema";
  }
  return null;
}
