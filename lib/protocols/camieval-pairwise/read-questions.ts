import { fundamentalDimensions } from "@/lib/domain/made-dimension";
import { agreeing, openReply, plainKey } from "../open-reply";
import { plainLines } from "../plain-lines";
import type { Reading, ReplyForm } from "../protocol";

/** The fixed dimensions, from the most important to the least; the judge turns them into questions for each instruction. */
export const dimensions = fundamentalDimensions;

export interface ConcreteQuestion {
  dimension: (typeof dimensions)[number];
  question: string;
  /** What the judge worked out before it wrote the question, if the reply says so. */
  thinking?: string;
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

/** The dimension whose working-out a key holds. */
const thoughtAbout = (key: string) => dimensions.find((name) => key === `${name} thinking` || key === `${name} reasoning`);

const isFields = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

function inJson(value: Record<string, unknown>): ConcreteQuestion[] {
  const keys = Object.keys(value);
  const only = keys.length === 1 ? value[keys[0] ?? ""] : undefined;
  const fields = Object.entries(isFields(only) ? only : value);
  const thoughts: Thoughts = {};
  for (const [key, said] of fields) {
    const about = thoughtAbout(plainKey(key)) ?? dimensionOf(plainKey(key));
    const thought = isFields(said) ? said.thinking : thoughtAbout(plainKey(key)) === undefined ? undefined : said;
    if (about !== undefined && typeof thought === "string") thoughts[about] = thought.trim();
  }
  return fields.flatMap(([key, list]) => {
    const dimension = dimensionOf(plainKey(key));
    return dimension === undefined ? [] : textsIn(list).map((question) => withThought({ dimension, question }, thoughts));
  });
}

type Thoughts = Partial<Record<ConcreteQuestion["dimension"], string>>;

function withThought(question: ConcreteQuestion, thoughts: Thoughts): ConcreteQuestion {
  const thinking = thoughts[question.dimension];
  return thinking === undefined || thinking === "" ? question : { ...question, thinking };
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(textsIn)
    : typeof value === "string" && value.trim() !== ""
      ? [value.trim()]
      : isFields(value)
        ? textsIn(value.question ?? value.questions)
        : [];

const label =
  /^(?:[-*•]\s+)?(?:\p{Nd}{1,2}\s?[.)、]\s?)?(relevance|factuality|adherence)(?:\s(?:question\s)?\p{Nd}{1,2})?(?:\s\([^()]{0,80}\))?\s?[:：]\s*(.*)$/iu;
const bullet = /^(?:[-*•–]|(?:question\s|q)?\p{Nd}{1,2}\s?[.):、：])\s*(?:\p{Nd}{1,2}\s?[.)]\s*)?/iu;

const thinkingLabel =
  /^(?:[-*•]\s+)?(?:\p{Nd}{1,2}\s?[.)、]\s?)?(?:(relevance|factuality|adherence)\s)?(?:thinking|reasoning)\s?[:：]\s*(.*)$/iu;

/** A dimension's questions follow its label, on the same line or below, one per line; so does what was worked out before them. */
function inLines(answer: string): ConcreteQuestion[] {
  let dimension: ConcreteQuestion["dimension"] | undefined;
  let isThinking = false;
  const thoughts: Thoughts = {};
  const named = (name: string | undefined) => dimensions.find((known) => known === name?.toLowerCase());
  const questions = plainLines(answer).flatMap((line): ConcreteQuestion[] => {
    const thought = thinkingLabel.exec(line);
    const labelled = thought === null ? label.exec(line) : null;
    if (thought !== null || labelled !== null) isThinking = thought !== null;
    dimension = named(thought?.[1] ?? labelled?.[1]) ?? dimension;
    if (isThinking) {
      if (dimension !== undefined) thoughts[dimension] = [thoughts[dimension], thought?.[2] ?? line].join(" ").trim();
      return [];
    }
    const text = labelled === null ? line : (labelled[2] ?? "");
    const question = text.replace(bullet, "").trim();
    // An unmarked line that is not a question is chatter around the list.
    if (bullet.test(text) && dimension !== undefined && question !== "") return [{ dimension, question }];
    return dimension === undefined || !/[?？؟]\s*(?:\([^()]*\))?$/u.test(question) ? [] : [{ dimension, question }];
  });
  return questions.map((question) => withThought(question, thoughts));
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const thinkingParts: Record<ConcreteQuestion["dimension"], string> = {
  relevance: "one to three sentences on what it is about.",
  factuality: "one to three sentences on what is in fact correct here.",
  adherence: "one to three sentences on the demands it makes.",
};

/** The parts of a reply in lines, in order: for each dimension what was worked out, then its questions. */
export const questionParts = (count: number): string =>
  dimensions
    .flatMap((dimension) => [
      `${capital(dimension)} thinking: ${thinkingParts[dimension]}`,
      ...Array.from({ length: count }, (_, index) => `${capital(dimension)} question ${index + 1}: the question.`),
    ])
    .join("\n");

/** Questions of typical length. */
export function typicalQuestions(count: number, form: ReplyForm): string {
  const thinking =
    "The input asks for one thing in particular, and a text that does it says so in its first part. Nothing else is asked for.";
  const question = "Does the text do what the input asks for in this one point, and say so in plain words?";
  const asked = Array.from({ length: count }, () => question);
  if (form === "json")
    return JSON.stringify(
      Object.fromEntries(
        dimensions.flatMap((name) => [
          [`${name}_thinking`, thinking],
          [name, asked],
        ]),
      ),
    );
  return dimensions
    .flatMap((name) => [
      `${capital(name)} thinking: ${thinking}`,
      ...asked.map((text, index) => `${capital(name)} question ${index + 1}: ${text}`),
    ])
    .join("\n");
}
