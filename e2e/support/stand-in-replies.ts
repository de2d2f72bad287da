import { createHash } from "node:crypto";

/** Every way in which the stand-in can be told to fail or to answer oddly. */
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
  "no-usage",
  "think",
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

export interface Message {
  role: string;
  content: string | { type: string; text?: string }[];
}

export interface ChatRequest {
  model: string;
  messages: Message[];
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  response_format?: { type: string; json_schema?: { schema?: JsonSchema } };
}

interface JsonSchema {
  properties?: Record<string, { enum?: number[]; minimum?: number; maximum?: number }>;
}

const textOf = (message: Message | undefined) =>
  typeof message?.content === "string" ? message.content : (message?.content ?? []).map((part) => part.text ?? "").join("\n");

/** A number made from a text, always the same for the same text. */
const numberFrom = (text: string) => createHash("sha256").update(text).digest().readUInt32BE(0);

const sentencesOf = (text: string) =>
  (text.match(/[^.!?。！？\n]+[.!?。！？]?/gu) ?? []).map((sentence) => sentence.trim()).filter((sentence) => sentence !== "");

/** What the prompt asks about: the last question in the conversation that shows a text. */
function readQuestion(request: ChatRequest) {
  const prompt = request.messages.map(textOf).findLast((text) => /<output-[0-9a-f]+>/u.test(text)) ?? textOf(request.messages.at(-1));
  const output = /<output-([0-9a-f]+)>\n([\s\S]*)\n<\/output-\1>/u.exec(prompt)?.[2] ?? "";
  const criterion = /^Criterion: (.*)$/mu.exec(prompt)?.[1] ?? "the criterion";
  const range = /^Scale: (-?[\d.]+) to (-?[\d.]+)/mu.exec(prompt);
  const listed = /Only these numbers may be given: (.+)\.$/mu.exec(prompt)?.[1]?.split(", ").map(Number);
  const schema = request.response_format?.json_schema?.schema?.properties;
  const [min, max] = [Number(range?.[1] ?? 1), Number(range?.[2] ?? 5)];
  const points = schema?.score?.enum ?? listed ?? [min, max];
  const score = points[numberFrom(`${criterion}\n${output}`) % points.length] ?? min;
  return {
    prompt,
    output,
    criterion,
    score,
    min,
    max,
    wantsJson: schema !== undefined,
    wantsCriteria: /"criteria"|1\. Name:/u.test(prompt),
  };
}

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

function proposeCriteria(asJson: boolean): string {
  if (!asJson) return proposal.map(([name, definition], index) => `${index + 1}. ${name}: ${definition}`).join("\n");
  return JSON.stringify({
    criteria: proposal.map(([name, definition], index) => ({ name, definition, overall: index === proposal.length - 1, levels })),
  });
}

function evaluate({ output, criterion, score, min, max, wantsJson }: ReturnType<typeof readQuestion>): string {
  const name = criterion.replace(/\.$/u, "");
  const place = (score - min) / (max - min);
  const manner = place > 0.66 ? "meets" : place > 0.33 ? "partly meets" : "hardly meets";
  const quotes = sentencesOf(output).slice(0, 2);
  const conclusion = `The text ${manner} the criterion "${name}".`;
  const explanation = `It has ${sentencesOf(output).length} sentences, and each was held against the criterion. What they say ${place > 0.5 ? "supports it" : "falls short of it"}.`;
  const comments = ["which bears on the criterion directly.", "which adds to the same picture."];
  if (wantsJson) {
    return JSON.stringify({
      conclusion,
      explanation,
      score,
      evidence: quotes.map((quote, index) => ({ quote, comment: comments[index] ?? "" })),
    });
  }
  const evidence = quotes.map((quote, index) => `- "${quote}" ${comments[index] ?? ""}`.trimEnd());
  return [`Conclusion: ${conclusion}`, `Explanation: ${explanation}`, `Score: ${score}`, "Evidence:", ...evidence].join("\n");
}

const asJson = (question: ReturnType<typeof readQuestion>) =>
  question.wantsCriteria ? proposeCriteria(true) : evaluate({ ...question, wantsJson: true });

/** The content of the reply: sensible, always the same for the same request, or spoilt as the fault says. */
export function replyContent(request: ChatRequest, fault: Fault | null): string {
  const question = readQuestion(request);
  const good = question.wantsCriteria ? proposeCriteria(question.wantsJson) : evaluate(question);
  const { score, max } = question;
  switch (fault) {
    case "truncated-json":
      return good.startsWith("{") ? good.slice(0, Math.floor(good.length / 2)) : `{"conclusion": "The text`;
    case "fenced-json":
      return `Here is my evaluation:\n\`\`\`json\n${asJson(question)}\n\`\`\`\nLet me know if you need more.`;
    case "think":
      return `<think>\nA first idea: Score: ${score === max ? question.min : max}. No, let me look again.\n</think>\n${good}`;
    case "prose":
      return "The text is quite good on the whole, although a few things could have been said with more care.";
    case "refusal":
      return "I'm sorry, but I can't help with that.";
    case "empty":
      return "";
    case "off-scale":
      return question.wantsJson
        ? JSON.stringify({ conclusion: "It is splendid.", explanation: "", score: max + 2, evidence: [] })
        : `Conclusion: It is splendid.\nScore: ${max + 2}`;
    case "score-word":
      return question.wantsJson
        ? JSON.stringify({ conclusion: "It is good.", explanation: "", score: "four", evidence: [] })
        : "Conclusion: It is good.\nScore: four";
    case "two-scores":
      return `Conclusion: It is hard to say.\nScore: ${question.min}\nOn second thoughts it is better.\nScore: ${max}`;
    case "non-latin-digits":
      return `Conclusion: It is as asked.\nScore: ${String(score).replaceAll(/\d/gu, (digit) => String.fromCodePoint(0x0660 + Number(digit)))}`;
    case "wrong-language":
      return `1. 结论：这段文字基本符合标准。\n2. 评分：${score}分（满分${max}分）\n3. 证据：\n- “${sentencesOf(question.output)[0] ?? ""}”`;
    case "huge":
      return `${good}\n${"and so on and on ".repeat(12_000)}`;
    default:
      return good;
  }
}

/** A vector that is alike for texts with the same words; of length 1. */
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
export const promptText = (request: ChatRequest) => request.messages.map(textOf).join("\n");
