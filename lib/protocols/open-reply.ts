import { answerIn } from "./answer-in";
import { type FoundJson, jsonInReply } from "./json-in-reply";
import type { Reading } from "./protocol";

/** A reply without its reasoning, with any JSON in it parsed. */
export interface OpenReply {
  answer: string;
  /** The objects that are answers, in order. */
  json: readonly FoundJson[];
  /** The text around the JSON. */
  around: string;
}

/**
 * Unwraps a reply; unreadable if it is empty, far too long, cut off, or nothing but reasoning. JSON counts only if it has a key that answers (at the
 * top or one level down): braces may also belong to a quotation. `answers` receives plain keys.
 */
export function openReply(reply: string, answers: (key: string) => boolean): Reading<OpenReply> {
  const answer = answerIn(reply);
  if (!answer.ok) return answer;
  const json = jsonInReply(answer.value);
  if (json.kind === "truncated") return { ok: false, problem: "The JSON of the reply is cut off." };
  const objects = json.kind === "found" ? json.objects : [];
  const found = objects.filter(({ value }) => [value, ...Object.values(value)].some((level) => hasKey(level, answers)));
  return { ok: true, value: { answer: answer.value, json: found, around: json.kind === "found" && found.length > 0 ? json.around : "" } };
}

const hasKey = (level: unknown, answers: (key: string) => boolean): boolean =>
  typeof level === "object" && level !== null && Object.keys(level).some((key) => answers(plainKey(key)));

/** A JSON key as plain words: "M1_Score" is "m1 score". */
export const plainKey = (key: string): string =>
  key
    .replaceAll(/[\s_-]+/gu, " ")
    .trim()
    .toLowerCase();

/** The one value that all answers of a reply agree on; unreadable if they differ. */
export function agreeing<T>(values: readonly T[]): Reading<T> {
  const [first, ...more] = values;
  if (first === undefined) return { ok: false, problem: "The reply holds no answer." };
  const text = JSON.stringify(first);
  return more.every((other) => JSON.stringify(other) === text)
    ? { ok: true, value: first }
    : { ok: false, problem: "The reply gives several answers that differ." };
}
