import { knownErrors, knownModel, knownScore, learnedShare, qualityIn } from "./known-judge.ts";
import { choose, fillSchema, lengthOf, type Manner, sentenceFor, type Value } from "./stand-in-fill.ts";
import { type Asked, type ChatRequest, numberFrom, type Part, readQuestion, sentencesOf } from "./stand-in-question.ts";

/** Every way in which the stand-in's chat can fail or answer oddly on request. */
export const faults = [
  "401",
  "404-model",
  "429",
  "429-retry-after",
  "500",
  "503",
  "hang",
  "reset",
  "slow",
  "empty-body",
  "html-body",
  "no-json-schema",
  "no-temperature",
  "no-seed",
  "max-completion-tokens-only",
  "no-usage",
  "think",
  "reasoning-field",
  "stream-cut",
  "content-filter",
  "truncated-json",
  "fenced-json",
  "prose",
  "refusal",
  "empty",
  "off-scale",
  "score-word",
  "two-scores",
  "non-latin-digits",
  "wrong-language",
  "huge",
] as const;
export type Fault = (typeof faults)[number];

const proposal = [
  ["Clarity", "A reader understands it at first reading."],
  ["Correctness", "What it says is true and holds no made-up facts."],
  ["Completeness", "It covers what was asked for and leaves nothing important out."],
  ["Coherence", "Each sentence follows from the one before."],
  ["Overall quality", "All in all, it does what was asked for."],
] as const;

const levels = ["hardly at all", "in a few places", "in part", "mostly", "throughout"].map((description, index) => ({
  value: index + 1,
  description,
}));

const proposedCriteria = (): Value => ({
  criteria: proposal.map(([name, definition], index) => ({
    name,
    definition,
    group: name === "Coherence" ? "task-specific" : "general",
    overall: index === proposal.length - 1,
    levels,
  })),
});
const proposedLines = proposal.map(([name, definition], index) => `${index + 1}. ${name}: ${definition}`).join("\n");

const isObject = (value: Value): value is { [key: string]: Value } => typeof value === "object" && value !== null && !Array.isArray(value);

/** The reply as an object: after the schema, or with one key for each part that is wanted as a line. Null: free text is wanted. */
function replyObject(asked: Asked, manner: Manner): Value | null {
  if (asked.wantsCriteria) return proposedCriteria();
  if (asked.schema !== null) return fillSchema(asked.schema, asked, manner);
  if (asked.parts.length === 0) return null;
  return Object.fromEntries(asked.parts.map((part) => [part.label, fillPart(part, asked, manner)]));
}

function fillPart({ label, want }: Part, asked: Asked, manner: Manner): Value {
  const path = [label.toLowerCase()];
  if (want.kind === "choice") return choose(want.options, asked, manner, path);
  if (want.kind === "text") return sentenceFor(path, asked);
  return Array.from({ length: lengthOf(label, asked) }, (_, index) => {
    const at = [...path, String(index)];
    const side = asked.outputB === "" ? "" : `${index % 2 === 0 ? "[A]" : "[B]"} `;
    if (label === "Evidence") return `${side}"${sentenceFor([...at, "quote"], asked)}" ${sentenceFor([...at, "comment"], asked)}`;
    if (want.entry.startsWith("Name:")) return `${sentenceFor([...at, "name"], asked)}: ${sentenceFor([...at, "definition"], asked)}`;
    return sentenceFor([...path, ...(want.entry.includes("question") ? ["question"] : []), String(index)], asked);
  });
}

/** An object as lines, one for each part; parts of parts under both names. */
function linesOf(value: Value, label: string): string[] {
  if (Array.isArray(value))
    return [`${label}:`, ...value.map((entry) => `- ${isObject(entry) ? Object.values(entry).join(" ") : String(entry)}`)];
  if (isObject(value))
    return Object.entries(value).flatMap(([key, inner]) => linesOf(inner, label === "" ? capital(key) : `${label} ${key}`));
  return [`${label}: ${String(value)}`];
}
const capital = (text: string) => (/^[a-z]\d/u.test(text) ? text : text.slice(0, 1).toUpperCase() + text.slice(1).replaceAll("_", " "));

const render = (value: Value, asked: Asked): string => {
  if (asked.wantsCriteria && asked.schema === null) return proposedLines;
  return asked.schema === null ? linesOf(value, "").join("\n") : JSON.stringify(value);
};

/** A paragraph that depends on the question, as a model writes without a required format. */
function freeText({ prompt, output }: Asked): string {
  const said = sentencesOf(output || prompt.replaceAll(/<\/?[\w-]+>/gu, ""))
    .slice(0, 2)
    .join(" ");
  return `Put plainly, this is what matters here: ${said} That is the ${(numberFrom(prompt) % 900) + 100}th way of saying it.`;
}

/** A reply's judgements (numbers and choices), each with its label. */
const judgementsIn = (lines: string[]) => lines.filter((line) => /: (?:-?\d+(?:\.\d+)?|\[[A-Z]\]|tie|yes|no)$/u.test(line));

const arabicDigits = (text: string) =>
  text.replaceAll(/\d+$/gmu, (digits) => [...digits].map((digit) => String.fromCodePoint(0x0660 + Number(digit))).join(""));

/** The score of the judge whose errors are known, if this is the one asked. Examples in its prompt take most of them away. */
function withKnownErrors(request: ChatRequest, asked: Asked): Asked {
  const quality = request.model === knownModel ? qualityIn(asked.output) : null;
  if (quality === null) return asked;
  const left = asked.said.includes("<example-output-") ? 1 - learnedShare : 1;
  const { output: key, min, max } = asked;
  const criterion = Object.keys(knownErrors).find((name) => asked.criterion.startsWith(name)) ?? "";
  return { ...asked, score: knownScore({ quality, criterion, key, left, min, max }) };
}

/** The reply's content: plausible and deterministic per request, or corrupted according to the fault. */
export function replyContent(request: ChatRequest, fault: Fault | null): string {
  const asked = withKnownErrors(request, readQuestion(request));
  const object = replyObject(asked, "good");
  if (fault === "refusal") return "I'm sorry, but I can't help with that.";
  if (fault === "empty" || fault === "content-filter") return "";
  if (fault === "prose") return "The text is quite good on the whole, although a few things could have been said with more care.";
  if (object === null) return spoilFreeText(freeText(asked), fault);
  const good = render(object, asked);
  switch (fault) {
    case "truncated-json":
      return good.startsWith("{") ? good.slice(0, Math.floor(good.length / 2)) : `{"conclusion": "The text`;
    case "fenced-json":
      return `Here is my evaluation:\n\`\`\`json\n${JSON.stringify(lowerKeys(object))}\n\`\`\`\nLet me know if you need more.`;
    case "think":
      return `<think>\n${wrongIdea(asked)} No, let me look again.\n</think>\n${good}`;
    case "off-scale":
      return render(replyObject(asked, "off-scale") ?? object, asked);
    case "score-word":
      return render(replyObject(asked, "word") ?? object, asked);
    case "two-scores":
      return twice(object, asked) ?? good;
    case "non-latin-digits":
      return judgementsIn(linesOf(object, "")).some((line) => /\d$/u.test(line)) ? arabicDigits(linesOf(object, "").join("\n")) : good;
    case "wrong-language":
      return inChinese(object, asked) ?? good;
    case "huge":
      return `${good}\n${"and so on and on ".repeat(12_000)}`;
    default:
      return good;
  }
}

function spoilFreeText(text: string, fault: Fault | null): string {
  if (fault === "truncated-json") return text.slice(0, Math.floor(text.length / 2));
  if (fault === "think") return `<think>\nA first idea. No, let me look again.\n</think>\n${text}`;
  if (fault === "fenced-json") return `\`\`\`\n${text}\n\`\`\``;
  return fault === "huge" ? `${text}\n${"and so on and on ".repeat(12_000)}` : text;
}

/** Keys as written by a model that turns lines into JSON unasked. */
const lowerKeys = (value: Value): Value =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toLowerCase().replaceAll(" ", "_"), inner]))
    : value;

const wrongIdea = (asked: Asked) => {
  const first = judgementsIn(linesOf(replyObject(asked, "other") ?? "", ""))[0];
  return `A first idea: ${first ?? "it may be so"}.`;
};

/** Every judgement, and then another one: as lines, or in one of the ways in which JSON says it twice. Null: the reply holds no judgement. */
function twice(object: Value, asked: Asked): string | null {
  const other = replyObject(asked, "other") ?? object;
  const first = judgementsIn(linesOf(object, ""));
  const second = judgementsIn(linesOf(other, ""));
  if (first.length === 0 || asked.wantsCriteria) return null;
  const lines = `Conclusion: It is hard to say.\n${first.join("\n")}\nOn second thoughts it is better.\n${second.join("\n")}`;
  if (asked.schema === null) return lines;
  const [one, two] = [JSON.stringify(object), JSON.stringify(other)];
  const ways = [
    `${one}\n${two}`,
    `[${one}, ${two}]`,
    `\`\`\`json\n${one}\n\`\`\`\n\`\`\`json\n${two}\n\`\`\``,
    `${one}\nOn second thoughts:\n${second.join("\n")}`,
  ];
  return [...ways, lines][numberFrom(asked.prompt + asked.criterion) % (ways.length + 1)] ?? lines;
}

const chinese: Record<string, string> = { score: "评分", verdict: "裁决" };

/** A reply with its one judgement in Chinese. Null: it holds none, or several. */
function inChinese(object: Value, asked: Asked): string | null {
  const judgements = judgementsIn(linesOf(object, "").filter((line) => !line.startsWith("- ")));
  const [, label = "", value = ""] = /^(.*): (.*)$/u.exec(judgements[0] ?? "") ?? [];
  const word = chinese[label.toLowerCase()];
  if (judgements.length !== 1 || word === undefined || asked.wantsCriteria) return null;
  const said = label.toLowerCase() === "score" ? `${value}分（满分${asked.max}分）` : value;
  return `1. 结论：这段文字基本符合标准。\n2. ${word}：${said}\n3. 证据：\n- “${sentencesOf(asked.output)[0] ?? ""}”`;
}

/** A unit vector that is similar for texts with the same words. */
export function embed(text: string, dimensions = 64): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const at = numberFrom(word) % dimensions;
    vector[at] = (vector[at] ?? 0) + 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

export const countTokens = (text: string) => Math.ceil(text.length / 4);
