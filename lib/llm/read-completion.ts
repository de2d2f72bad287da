import "server-only";
import { z } from "zod";

/** The result of one request. */
export interface ChatReply extends Usage {
  text: string;
  finishReason: string | null;
  /** What the server calls the model that answered, with its fingerprint; null: it does not say. */
  servedBy: string | null;
  /** Where the model's reasoning is: nowhere, in tags within the text, or in a separate field that is not part of the text. */
  reasoning: "none" | "tags" | "field";
}

/** Tokens as the endpoint reported them; null: not reported. */
export interface Usage {
  inputTokens: number | null;
  outputTokens: number | null;
}

/** A completion, or why there is none. `ownWords`: `problem` without what the endpoint said that is not a model's answer. `passes`: the failure is transient, so asking again may help. `usage`: tokens reported nevertheless. */
export type CompletionReading =
  | { ok: true; reply: ChatReply }
  | { ok: false; problem: string; ownWords: string; passes: boolean; usage: Usage; refusal: Refusal | null };

/** An error that an endpoint sent in place of a completion, though with status 200: its words, and its code where that is a status. */
export interface Refusal {
  said: string;
  status: number | null;
}

const content = z.union([z.string(), z.array(z.object({ type: z.string().nullish(), text: z.string().nullish() }))]).nullish();
const part = z.object({
  content,
  refusal: z.string().nullish(),
  // vLLM, llama.cpp and DeepSeek call it reasoning_content; Ollama, newer vLLM and OpenRouter reasoning.
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
  tool_calls: z.array(z.object({ function: z.object({ name: z.string().nullish() }).nullish() })).nullish(),
});
/** A plausible number of tokens. Anything else counts as not reported: it must neither corrupt a budget nor lose the answer. */
export const tokenCount = z.int().min(0).max(1_000_000_000).nullish().catch(null);
const usage = z.object({ prompt_tokens: tokenCount, completion_tokens: tokenCount }).nullish().catch(null);
/** Why a reply ended, in OpenAI's words: gateways pass on Anthropic's, Gemini's, Mistral's and Cohere's. */
const finish = z
  .string()
  .nullish()
  .transform((said) => {
    if (said == null) return said;
    if (/^(?:max_(?:output_)?tokens|model_length|token_limit|length_limit|max_length)$/iu.test(said)) return "length";
    return /^(?:safety|content_filtered|prohibited_content|blocklist|recitation)$/iu.test(said) ? "content_filter" : said;
  });
const name = z.string().max(1000).nullish().catch(null);
const served = { model: name, system_fingerprint: name };
const completion = z.object({
  choices: z.array(z.object({ message: part, finish_reason: finish, error: z.unknown().optional() })).min(1),
  usage,
  ...served,
});
const chunk = z.object({
  choices: z.array(z.object({ delta: part.nullish(), finish_reason: finish, error: z.unknown().optional() })).nullish(),
  usage,
  error: z.unknown().optional(),
  ...served,
});

interface Gathered extends Usage {
  text: string;
  refusal: string;
  reasoning: string;
  /** The tool that the model called instead of answering. */
  tool: string | null;
  finishReason: string | null;
  servedBy: string | null;
}

/** "gpt-x-2026-01-01 fp_0a1b": a change of either is another model. */
const servedBy = ({ model, system_fingerprint }: { model?: string | null; system_fingerprint?: string | null }): string | null =>
  [model, system_fingerprint].filter((part) => part).join(" ") || null;

const unreported: Usage = { inputTokens: null, outputTokens: null };

const failed = (
  problem: string,
  {
    ownWords = problem,
    passes = true,
    usage = unreported,
    refusal = null,
  }: { ownWords?: string; passes?: boolean; usage?: Usage; refusal?: Refusal | null } = {},
): CompletionReading => ({
  ok: false,
  problem,
  ownWords,
  passes,
  refusal,
  usage: { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens },
});

/** Reads the body of an answer, whole or streamed. The body decides which: some servers do not stream although they were asked to. */
export function readCompletion(body: string): CompletionReading {
  if (body.trim() === "") return failed("The endpoint answered with nothing.");
  if (/^\s*(?:data:|event:|id:|:)/u.test(body)) return readStream(body);
  const json = parseJson(body);
  if (json === undefined) return failed("The endpoint's answer is not JSON: is the base URL right?");
  const parsed = completion.safeParse(json);
  const choice = parsed.data?.choices[0];
  if (choice === undefined) return withoutChoice(json);
  if (choice.error != null) return brokenOff(json, choice.error, parsed.data?.usage);
  return conclude({
    text: textOf(choice.message.content),
    refusal: choice.message.refusal ?? "",
    reasoning: choice.message.reasoning_content ?? choice.message.reasoning ?? "",
    tool: toolOf(choice.message),
    finishReason: choice.finish_reason ?? null,
    servedBy: servedBy(parsed.data ?? {}),
    inputTokens: parsed.data?.usage?.prompt_tokens ?? null,
    outputTokens: parsed.data?.usage?.completion_tokens ?? null,
  });
}

/** Server-sent events. A stream that was cut off is not an answer, however much arrived; one that finished without [DONE] is. */
function readStream(body: string): CompletionReading {
  const sum: Gathered = { text: "", refusal: "", reasoning: "", tool: null, finishReason: null, servedBy: null, ...unreported };
  let isDone = false;
  for (const data of eventsOf(body)) {
    if (data === "[DONE]") {
      isDone = true;
      continue;
    }
    const json = parseJson(data);
    // The last event before a cut may be half an object.
    if (json === undefined) break;
    const parsed = chunk.safeParse(json).data;
    if (parsed === undefined) return failed("The endpoint's stream contains something that is not part of a chat completion.");
    const error = parsed.error ?? parsed.choices?.[0]?.error;
    if (error != null) return brokenOff(json, error, null);
    add(sum, parsed);
  }
  if (!isDone && sum.finishReason === null) return failed("The endpoint's answer was cut off in mid-stream.");
  return conclude(sum);
}

function add(sum: Gathered, piece: z.infer<typeof chunk>): void {
  const choice = piece.choices?.[0];
  sum.text += textOf(choice?.delta?.content);
  sum.refusal += choice?.delta?.refusal ?? "";
  sum.reasoning += choice?.delta?.reasoning_content ?? choice?.delta?.reasoning ?? "";
  sum.tool ??= toolOf(choice?.delta);
  sum.servedBy = servedBy(piece) ?? sum.servedBy;
  sum.finishReason = choice?.finish_reason ?? sum.finishReason;
  sum.inputTokens = piece.usage?.prompt_tokens ?? sum.inputTokens;
  sum.outputTokens = piece.usage?.completion_tokens ?? sum.outputTokens;
}

// The OpenAI client's reader copies the rest of a stream for every event: 2 MB of line breaks take it 20 s.
const eventsOf = (body: string): string[] =>
  body
    .replaceAll("\r\n", "\n")
    .split("\n\n")
    .flatMap((event) => {
      const lines = event.split("\n").flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trim()] : []));
      return lines.length === 0 ? [] : [lines.join("\n")];
    });

/** Asking again helps with an overloaded server, and not with a question it cannot take or an account it does not serve. */
const willNotPass = /context|too long|too many tokens|credit|quota|billing|balance|api.?key|not found|no such model|unknown model/iu;

/** Some gateways report a failure with status 200. */
function withoutChoice(json: unknown): CompletionReading {
  const said = errorText(json);
  if (said === null) return failed("The endpoint's answer is not a chat completion: is the base URL right?");
  return failed(`The endpoint answered 200 with an error: ${said.slice(0, 1000)}.`, {
    ownWords: "The endpoint answered 200 with an error.",
    passes: !willNotPass.test(said),
    refusal: { said: said.slice(0, 1000), status: statusIn(json) },
  });
}

/** An error in the middle of an answer, whole or streamed. */
function brokenOff(
  json: unknown,
  error: unknown,
  usage: { prompt_tokens?: number | null; completion_tokens?: number | null } | null | undefined,
) {
  const said = (errorText({ error }) ?? errorText(json) ?? JSON.stringify(error)).slice(0, 1000);
  return failed(`The endpoint broke off its answer: ${said}.`, {
    ownWords: "The endpoint broke off its answer.",
    passes: !willNotPass.test(said),
    refusal: { said, status: statusIn({ error }) },
    usage: { inputTokens: usage?.prompt_tokens ?? null, outputTokens: usage?.completion_tokens ?? null },
  });
}

const coded = z.object({ error: z.object({ code: z.coerce.number().int().min(400).max(599) }) });
const statusIn = (json: unknown): number | null => coded.safeParse(json).data?.error.code ?? null;

const toolOf = (message: z.infer<typeof part> | null | undefined): string | null => message?.tool_calls?.[0]?.function?.name ?? null;

function conclude({ text, refusal, reasoning, tool, ...rest }: Gathered): CompletionReading {
  if (tool !== null && text.trim() === "") return failed(`The model called a tool ("${tool}") instead of answering.`, { usage: rest });
  if (refusal !== "") return failed(`The model refused: ${refusal}`, { passes: false, usage: rest });
  if (rest.finishReason === "content_filter")
    return failed("The endpoint's content filter withheld the answer.", { passes: false, usage: rest });
  const tags = /<(?:think|thinking|thought|reasoning)>|<\/(?:think|thinking|thought|reasoning)>/iu.test(text);
  return { ok: true, reply: { text, ...rest, reasoning: reasoning !== "" ? "field" : tags ? "tags" : "none" } };
}

/** Some servers return the content in parts. Text parts count; reasoning has separate parts. */
const textOf = (given: z.infer<typeof content>): string =>
  typeof given === "string" ? given : (given ?? []).map(({ type, text }) => (type === "thinking" ? "" : (text ?? ""))).join("");

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller knows what that means.
    return undefined;
  }
}

const issue = z.object({ msg: z.string(), loc: z.array(z.union([z.string(), z.number()])).nullish() });
const errorBody = z.object({
  error: z.union([z.string(), z.object({ message: z.string(), code: z.union([z.string(), z.number()]).nullish() })]).optional(),
  message: z.string().optional(),
  detail: z.union([z.string(), z.array(issue)]).optional(),
});

/** The error message in any of the shapes that servers use: OpenAI's, a bare string, vLLM's, FastAPI's list of details. Null: none of these. */
function errorText(json: unknown): string | null {
  const parsed = errorBody.safeParse(json).data;
  if (parsed?.error !== undefined) {
    if (typeof parsed.error === "string") return parsed.error;
    const { message, code } = parsed.error;
    return typeof code === "string" && !message.includes(code) ? `${message} (${code})` : message;
  }
  if (parsed?.message !== undefined) return parsed.message;
  if (typeof parsed?.detail === "string") return parsed.detail;
  return parsed?.detail?.map(({ msg, loc }) => `${(loc ?? []).join(".")}: ${msg}`).join("; ") ?? null;
}

/** The message in the body of a refusal, cut to a thousand characters. */
export function readError(body: string): string {
  const json = parseJson(body);
  return ((json === undefined ? null : errorText(json)) ?? body.trim()).slice(0, 1000);
}
