import { createHash } from "node:crypto";

export interface Message {
  role: string;
  content: string | { type: string; text?: string }[];
}

export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  enum?: (string | number | boolean | null)[];
  const?: string | number | boolean;
  anyOf?: JsonSchema[];
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
}

export interface ChatRequest {
  model: string;
  messages: Message[];
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  response_format?: { type: string; json_schema?: { schema?: JsonSchema } };
}

/** One part of a reply requested as lines. */
export interface Part {
  label: string;
  want: { kind: "choice"; options: (string | number)[] } | { kind: "text" } | { kind: "list"; entry: string };
}

/** What a request asks for, as far as the stand-in needs it. */
export interface Asked {
  /** The last message that shows a text, else the last message. */
  prompt: string;
  output: string;
  outputB: string;
  criterion: string;
  min: number;
  max: number;
  score: number;
  schema: JsonSchema | null;
  /** The request's whole text. */
  said: string;
  /** The parts requested as lines; empty if free text is requested or a schema is given. */
  parts: Part[];
  wantsCriteria: boolean;
}

export const textOf = (message: Message | undefined) =>
  typeof message?.content === "string" ? message.content : (message?.content ?? []).map((part) => part.text ?? "").join("\n");

export const promptText = (request: ChatRequest) => request.messages.map(textOf).join("\n");

/** A number derived from a text. */
export const numberFrom = (text: string) => createHash("sha256").update(text).digest().readUInt32BE(0);

export const sentencesOf = (text: string) =>
  (text.match(/[^.!?。！？\n]+[.!?。！？]?/gu) ?? []).map((sentence) => sentence.trim()).filter((sentence) => sentence !== "");

/** The text between a prompt's tags of that name. */
const tagged = (prompt: string, name: string) =>
  new RegExp(`<${name}-([0-9a-f]+)>\\n([\\s\\S]*)\\n</${name}-\\1>`, "u").exec(prompt)?.[2] ?? "";

/** Reads a request as a model would: what to judge, on which scale, and in which format to reply. */
export function readQuestion(request: ChatRequest): Asked {
  const texts = request.messages.filter((message) => message.role !== "assistant").map(textOf);
  const last = texts.at(-1) ?? "";
  const prompt = texts.findLast((text) => /<output-(?:[AB]-)?[0-9a-f]+>/u.test(text)) ?? last;
  const about = texts.findLast((text) => /^Criterion: /mu.test(text)) ?? prompt;
  const output = tagged(prompt, "output") || tagged(prompt, "output-A");
  const criterion = /^Criterion: (.*)$/mu.exec(about)?.[1] ?? "the criterion";
  const range = /^Scale: (-?[\d.]+) to (-?[\d.]+)/mu.exec(about);
  const listed = /Only these numbers may be given: (.+)\.$/mu.exec(about)?.[1]?.split(", ").map(Number);
  const schema = request.response_format?.json_schema?.schema ?? null;
  const [min, max] = [Number(range?.[1] ?? 1), Number(range?.[2] ?? 5)];
  const fromSchema = schema?.properties?.score?.enum?.filter((point) => typeof point === "number");
  const points = fromSchema ?? listed ?? [min, max];
  const score = points[numberFrom(`${criterion}\n${output}`) % points.length] ?? min;
  const form = texts.findLast((text) => /each on its own line:/u.test(text));
  return {
    prompt,
    output,
    outputB: tagged(prompt, "output-B"),
    criterion: criterion.replace(/\.$/u, ""),
    min,
    max,
    score,
    schema,
    said: texts.join("\n"),
    parts: schema !== null || form === undefined ? [] : readParts(form, points),
    wantsCriteria: schema === null ? /^\d\. Name(?: \(1-5\))?:/mu.test(last) : schema.properties?.criteria !== undefined,
  };
}

/** The requested number of entries in a list; null if left open. */
export function wantedCount({ said }: Asked, name: string): number | null {
  const given =
    new RegExp(`"${name}": a list of (?:exactly )?(\\d+)`, "iu").exec(said) ?? /(?:exactly|each of the) (\d+) \p{L}/iu.exec(said);
  return given === null ? null : Number(given[1]);
}

/** The parts listed after "each on its own line:", down to the first line that is not a part. */
function readParts(form: string, points: number[]): Part[] {
  const lines = form.slice(form.lastIndexOf("each on its own line:")).split("\n").slice(1);
  const parts: Part[] = [];
  for (const line of lines) {
    const before = parts.at(-1)?.want;
    if (line.startsWith("- ") && before?.kind === "list") {
      before.entry = line.slice(2);
      continue;
    }
    const [, label, what] = /^([\p{L}][\p{L}\p{N} _'-]{0,60}):\s*(.*)$/u.exec(line.trim()) ?? [];
    if (label === undefined || what === undefined) break;
    parts.push({ label, want: wantOf(what, points) });
  }
  return parts;
}

function wantOf(what: string, points: number[]): Part["want"] {
  if (what === "") return { kind: "list", entry: "" };
  const listed = /\bone of (.+?)(?:[.;]|$)/u.exec(what)?.[1];
  if (listed !== undefined) {
    const options = listed.split(/,\s*(?:or\s+)?|\s+or\s+/u).map((option) => option.trim().replaceAll(/^["“]|["”]$/gu, ""));
    return { kind: "choice", options: options.map((option) => (Number.isNaN(Number(option)) ? option : Number(option))) };
  }
  if (/^yes or no\b/iu.test(what)) return { kind: "choice", options: ["yes", "no"] };
  const range = /number\D*?(-?\d+(?:\.\d+)?) (?:to|and) (-?\d+(?:\.\d+)?)/iu.exec(what);
  if (range !== null) return { kind: "choice", options: [Number(range[1]), Number(range[2])] };
  return /^(?:the|a) number\b/iu.test(what) ? { kind: "choice", options: points } : { kind: "text" };
}
