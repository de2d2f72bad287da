import { agreeing, openReply, plainKey } from "../open-reply";
import { plainLines } from "../plain-lines";
import type { Reading, ReplyForm } from "../protocol";

/** The fixed dimensions, which the judge turns into questions for each instruction. */
export const dimensions = ["relevance", "factuality", "adherence"] as const;

export interface ConcreteQuestion {
  dimension: (typeof dimensions)[number];
  question: string;
}

/** Reads the questions for each dimension, the first `count` of each; unreadable if a dimension has fewer. */
export function readQuestions(reply: string, count: number): Reading<ConcreteQuestion[]> {
  const open = openReply(reply, (key) => dimensionOf(key) !== undefined);
  if (!open.ok) return open;
  const { answer, json } = open.value;
  const agreed = agreeing(json.length === 0 ? [inLines(answer)] : json.map(({ value }) => inJson(value)));
  if (!agreed.ok) return agreed;
  const found = agreed.value;
  const questions: ConcreteQuestion[] = [];
  for (const dimension of dimensions) {
    const asked = found.filter((one) => one.dimension === dimension).slice(0, count);
    if (asked.length < count) {
      return { ok: false, problem: `The reply has ${asked.length} of the ${count} questions wanted for ${dimension}.` };
    }
    questions.push(...asked);
  }
  return { ok: true, value: questions };
}

/** The dimension a key names: "relevance", or "relevance question 1", which models derive from a line's label. */
const dimensionOf = (key: string): ConcreteQuestion["dimension"] | undefined =>
  dimensions.find((name) => new RegExp(`^${name}(?: questions?)?(?: ?\\d{1,2})?$`, "u").test(key));

function inJson(value: Record<string, unknown>): ConcreteQuestion[] {
  const keys = Object.keys(value);
  const only = keys.length === 1 ? value[keys[0] ?? ""] : undefined;
  const fields = typeof only === "object" && only !== null && !Array.isArray(only) ? { ...only } : value;
  return Object.entries(fields).flatMap(([key, list]) => {
    const dimension = dimensionOf(plainKey(key));
    return dimension === undefined ? [] : textsIn(list).map((question) => ({ dimension, question }));
  });
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(textsIn)
    : typeof value === "string" && value.trim() !== ""
      ? [value.trim()]
      : typeof value === "object" && value !== null && "question" in value
        ? textsIn(value.question)
        : [];

const label =
  /^(?:[-*•]\s+)?(?:\p{Nd}{1,2}\s?[.)、]\s?)?(relevance|factuality|adherence)(?:\s(?:question\s)?\p{Nd}{1,2})?(?:\s\([^()]{0,80}\))?\s?[:：]\s*(.*)$/iu;
const bullet = /^(?:[-*•–]|(?:question\s|q)?\p{Nd}{1,2}\s?[.):、：])\s*(?:\p{Nd}{1,2}\s?[.)]\s*)?/iu;

/** A dimension's questions follow its label, on the same line or below, one per line. */
function inLines(answer: string): ConcreteQuestion[] {
  let dimension: ConcreteQuestion["dimension"] | undefined;
  return plainLines(answer).flatMap((line) => {
    const labelled = label.exec(line);
    if (labelled !== null) dimension = dimensions.find((name) => name === labelled[1]?.toLowerCase());
    const text = labelled === null ? line : (labelled[2] ?? "");
    const question = text.replace(bullet, "").trim();
    // An unmarked line that is not a question is chatter around the list.
    if (bullet.test(text) && dimension !== undefined && question !== "") return [{ dimension, question }];
    return dimension === undefined || !/[?？؟]\s*(?:\([^()]*\))?$/u.test(question) ? [] : [{ dimension, question }];
  });
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** The labels that head the questions in a reply written as lines, in order. */
export const questionLabels = (count: number): string[] =>
  dimensions.flatMap((dimension) => Array.from({ length: count }, (_, index) => `${capital(dimension)} question ${index + 1}`));

/** Questions of typical length. */
export function typicalQuestions(count: number, form: ReplyForm): string {
  const question = "Does the text do what the input asks for in this one point, and say so in plain words?";
  if (form === "text")
    return questionLabels(count)
      .map((label) => `${label}: ${question}`)
      .join("\n");
  return JSON.stringify(Object.fromEntries(dimensions.map((dimension) => [dimension, Array.from({ length: count }, () => question)])));
}
