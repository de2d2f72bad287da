import "server-only";
import { AppError } from "@/lib/domain/errors";
import type { ChatMessage, ContentPart, ReplySchema } from "@/lib/protocols/protocol";
import { capabilitiesOf, forgetCapabilities } from "./capabilities";
import { complete } from "./complete";
import { embed } from "./embed";
import { listModels } from "./list-models";
import type { RetryOptions } from "./retry";
import type { ModelEndpoint } from "./send-request";

/** One thing tried at an endpoint. `ok` null: neither good nor bad, only as it is. */
export interface Probe {
  what: string;
  ok: boolean | null;
  seen: string;
}

const user = (content: string | ContentPart[]): ChatMessage[] => [{ role: "user", content }];
const word = user("Reply with the one word yes.");
const yesNo: ReplySchema = {
  name: "answer",
  schema: {
    type: "object",
    properties: { answer: { type: "string", enum: ["yes", "no"] } },
    required: ["answer"],
    additionalProperties: false,
  },
};
/** One red pixel. */
const pixel = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";
/** Longer than the context of most models. */
const farTooLong = "salt ".repeat(200_000);

export interface ProbeOptions extends RetryOptions {
  /** Whether to send a question of a megabyte as well, which a model with a very long context answers, and bills. */
  overflow: boolean;
  onProbe?: (probe: Probe) => void;
}

/** Tries everything that judges may need of an endpoint, one small request each, and says what was seen. */
export async function probeEndpoint(endpoint: ModelEndpoint, options: ProbeOptions): Promise<Probe[]> {
  forgetCapabilities(endpoint);
  const { overflow, onProbe, ...asking } = options;
  const ask = (
    messages: ChatMessage[],
    more: Partial<ModelEndpoint> = {},
    schema: ReplySchema | null = null,
    structuredOutput: "on" | "off" = "off",
  ) => complete({ ...endpoint, ...more }, { messages: () => messages, schema, structuredOutput }, asking);
  const tried: [string, () => Promise<Omit<Probe, "what">>][] = [
    ["lists its models", () => seeModels(endpoint, options.signal)],
    [
      "answers, and says how many tokens it used",
      async () => {
        const { text, inputTokens, outputTokens, latencyMs } = await ask(word);
        const used =
          inputTokens === null || outputTokens === null ? "no usage, so costs are unknown" : `${inputTokens} + ${outputTokens} tokens`;
        return { ok: true, seen: `"${shortened(text)}", ${used}, ${latencyMs} ms` };
      },
    ],
    [
      "streams",
      async () => {
        const { text, inputTokens } = await ask(word, { stream: true });
        return { ok: true, seen: `"${shortened(text)}"${inputTokens === null ? ", no usage at the end" : ", with usage"}` };
      },
    ],
    [
      "follows a JSON schema",
      async () => {
        const { text } = await ask(user("Is salt white? Answer as JSON."), {}, yesNo, "on");
        const follows = /^\s*\{\s*"answer"\s*:\s*"(?:yes|no)"\s*\}\s*$/u.test(text);
        return { ok: follows, seen: shortened(text) };
      },
    ],
    [
      "gives the same answer to the same seed",
      async () => {
        const [one, two] = [await ask(word, { seed: 7, temperature: 1 }), await ask(word, { seed: 7, temperature: 1 })];
        if (!capabilitiesOf(endpoint).seed) return { ok: null, seen: "it accepts no seed" };
        return { ok: null, seen: one.text === two.text ? "yes, twice" : "no" };
      },
    ],
    [
      "accepts temperature and top_p",
      async () => {
        await ask(word, { temperature: 0.3, topP: 0.9 });
        const { temperature, topP, tokenLimitName } = capabilitiesOf(endpoint);
        return { ok: null, seen: `temperature ${yes(temperature)}, top_p ${yes(topP)}, ${tokenLimitName}` };
      },
    ],
    [
      "says that a reply was cut off at the limit of tokens",
      async () => {
        const { finishReason, outputTokens } = await ask(user("Count to a hundred in words."), { maxTokens: 3 });
        return { ok: finishReason === "length", seen: `finish_reason ${finishReason ?? "missing"}, ${outputTokens ?? "unknown"} tokens` };
      },
    ],
    [
      "reasons",
      async () => {
        const { reasoning } = await ask(user("What is 17 times 23? Reply with the number."), {
          maxTokens: Math.max(endpoint.maxTokens, 400),
        });
        return { ok: null, seen: { none: "not visibly", tags: "in tags within the text", field: "in a field of its own" }[reasoning] };
      },
    ],
    [
      "takes images",
      async () => {
        const { text } = await ask(
          user([
            { type: "text", text: "Which colour is this?" },
            { type: "image_url", image_url: { url: pixel } },
          ]),
        );
        return { ok: null, seen: `yes: "${shortened(text)}"` };
      },
    ],
    [
      "turns texts into vectors",
      async () => ({ ok: null, seen: `of ${(await embed(endpoint, ["salt"], asking)).vectors[0]?.length ?? 0} numbers` }),
    ],
    [
      "refuses a model it does not have",
      async () => {
        const { text } = await ask(word, { model: "no-such-model-for-redline" });
        return { ok: null, seen: `no, it answers under any name: "${shortened(text)}"` };
      },
    ],
    ...(overflow
      ? [
          ["refuses a question that is too long", () => seeOverflow(() => ask(user(farTooLong)))] as [
            string,
            () => Promise<Omit<Probe, "what">>,
          ],
        ]
      : []),
  ];
  const found: Probe[] = [];
  for (const [what, look] of tried) {
    const probe = { what, ...(await look().catch((error: unknown) => refused(what, error))) };
    found.push(probe);
    onProbe?.(probe);
  }
  return found;
}

async function seeModels(endpoint: ModelEndpoint, signal: AbortSignal): Promise<Omit<Probe, "what">> {
  const models = await listModels(endpoint, signal);
  if (models === null) return { ok: null, seen: "no list" };
  const has = models.includes(endpoint.model);
  return { ok: has, seen: `${models.length}, ${has ? "this one among them" : "this one not among them"}` };
}

const seeOverflow = async (ask: () => Promise<{ text: string }>): Promise<Omit<Probe, "what">> =>
  ask().then(
    () => ({ ok: null, seen: "no, it answers a question of a megabyte" }),
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return { ok: /longer than the model accepts/u.test(error.message), seen: error.message };
    },
  );

/** What is not needed by every judge may be refused; the words show that the refusal was understood. */
const optional = ["takes images", "turns texts into vectors", "refuses a model it does not have", "reasons"];

function refused(what: string, error: unknown): Omit<Probe, "what"> {
  if (!(error instanceof AppError)) throw error;
  return { ok: optional.includes(what) ? null : false, seen: `${error.code}: ${error.message.slice(0, 200)}` };
}

const yes = (is: boolean) => (is ? "yes" : "no");
const shortened = (text: string) => text.replaceAll(/\s+/gu, " ").trim().slice(0, 40);
