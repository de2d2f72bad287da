import type { Scale } from "@/lib/domain/criterion";
import { isOnScale } from "@/lib/domain/scale-points";
import type { ReplyForm, ReplySchema } from "../protocol";
import { optionalField, reasonField, strictList, strictObject } from "../strict-schema";

/** Whether a pairwise criterion allows a tie: its scale contains 0. */
export const allowsTie = (scale: Pick<Scale, "min" | "max" | "step">): boolean => isOnScale(scale, 0);

const sides = ["[A]", "[B]"];
const choicesOf = (allowTie: boolean) => (allowTie ? [...sides, "tie"] : sides);

/** The choices, as a prompt lists them. */
export const verdictChoices = (allowTie: boolean): string => choicesOf(allowTie).join(", ");

/** The verdict field of a reply's schema. */
export const verdictField = (allowTie: boolean): Record<string, unknown> => ({ type: "string", enum: choicesOf(allowTie) });

interface Shape<Part> {
  /** Whether to ask for conclusion, explanation and evidence (default) or only the verdict. */
  explained?: boolean;
  /** Parts that precede all others, by JSON key; in lines, the words of the key are the label. */
  before?: Record<string, Part>;
}

/** The schema of a reply that holds a verdict. */
export function verdictSchema(allowTie: boolean, { explained = true, before = {} }: Shape<Record<string, unknown>> = {}): ReplySchema {
  const verdict = verdictField(allowTie);
  const evidence = strictList(strictObject({ output: { type: "string", enum: sides }, quote: optionalField, comment: optionalField }));
  const schema = explained
    ? strictObject({ ...before, conclusion: reasonField, explanation: reasonField, verdict, evidence })
    : strictObject({ ...before, verdict });
  return { name: "verdict", schema };
}

/** The label of a JSON key in lines: "question1" is "Question 1". */
export function labelOfKey(key: string): string {
  const words = key
    .replaceAll(/[_-]+/gu, " ")
    .replaceAll(/(\p{Ll})(\p{Lu}|\d)/gu, "$1 $2")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A typical reply with a verdict. */
export function typicalVerdict(form: ReplyForm, { explained = true, before = {} }: Shape<string> = {}): string {
  const verdict = "[A]";
  const conclusion = "[A] does more of what was asked for, although [B] reads a little more easily.";
  const explanation =
    "[A] addresses every part of the input and each of its statements follows from the one before. [B] leaves one part open and repeats itself near the end.";
  const evidence = sides.map((output) => ({
    output,
    quote: "some words that stand in the text",
    comment: "which shows what was said above.",
  }));
  if (form === "json")
    return JSON.stringify(explained ? { ...before, conclusion, explanation, verdict, evidence } : { ...before, verdict });
  const first = Object.entries(before).map(([key, text]) => `${labelOfKey(key)}: ${text}`);
  if (!explained) return [...first, `Verdict: ${verdict}`].join("\n");
  const last = evidence.map(({ output, quote, comment }) => `- ${output} "${quote}" ${comment}`);
  return [...first, `Conclusion: ${conclusion}`, `Explanation: ${explanation}`, `Verdict: ${verdict}`, "Evidence:", ...last].join("\n");
}

/** The part of a prompt that asks for a verdict with conclusion, explanation and evidence, in either form. */
export const verdictForm = `Call the two {{outputName}} texts [A] and [B], exactly so, wherever you mention them.
{{#text}}Work in this order, and write exactly these parts, each on its own line:
{{#before}}{{before}}
{{/before}}Conclusion: one sentence that compares [A] and [B].
Explanation: two to four sentences that say, step by step, what speaks for and against each.
Verdict: one of {{choices}}.
Evidence:
- [A] or [B], then "words copied exactly from it" and what they show, one such line for each piece of evidence, at most five.{{/text}}{{#json}}Work in this order, and reply with one JSON object that has exactly these keys:
{{#before}}{{before}}
{{/before}}"conclusion": one sentence that compares [A] and [B].
"explanation": two to four sentences that say, step by step, what speaks for and against each.
"verdict": one of {{choices}}.
"evidence": a list of at most five objects, each with "output", [A] or [B], "quote", words copied exactly from it, and "comment", what they show.{{/json}}`;

/** What each placeholder of the form means. */
export const verdictPlaces = {
  choices: "the possible choices: [A], [B] and, if the criterion's scale has it, tie",
  before: "parts of the reply that come before the others, if the protocol has any",
  json: "included if the reply must follow a JSON schema",
  text: "included if the reply is written as lines",
} as const;
