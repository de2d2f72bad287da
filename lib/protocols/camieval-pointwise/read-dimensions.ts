import { agreeing, openReply, plainKey } from "../open-reply";
import { plainLines } from "../plain-lines";
import type { Reading, ReplyForm } from "../protocol";

export interface Dimension {
  name: string;
  definition: string;
}

/** Reads the dimensions derived for one sample: exactly `count`, with distinct names, none of them `taken`. */
export function readDimensions(reply: string, count: number, taken: readonly string[]): Reading<Dimension[]> {
  const open = openReply(reply, (key) => key === "dimensions" || key === "criteria" || numbered.test(key));
  if (!open.ok) return open;
  const { answer, json } = open.value;
  const agreed = agreeing(json.length === 0 ? [inLines(answer)] : json.map(({ value }) => inJson(value)));
  if (!agreed.ok) return agreed;
  const found = agreed.value;
  if (found.length !== count) return unreadable(`The reply has ${found.length} dimensions; ${count} are wanted.`);
  const nameless = found.find(({ name, definition }) => name === "" || definition === "");
  if (nameless !== undefined)
    return unreadable(`A dimension lacks its ${nameless.name === "" ? "name" : `definition: "${nameless.name.slice(0, 100)}"`}.`);
  const long = found.find(({ name, definition }) => name.length > 200 || definition.length > 4000);
  if (long !== undefined) return unreadable(`A dimension is too long to be one: "${long.name.slice(0, 100)}".`);
  const keys = [...taken, ...found.map(({ name }) => name)].map(keyOf);
  const twice = found.find(({ name }) => keys.filter((key) => key === keyOf(name)).length > 1);
  return twice === undefined
    ? { ok: true, value: found }
    : unreadable(`The dimension "${twice.name}" appears twice, or is judged already.`);
}

const unreadable = (problem: string): Reading<Dimension[]> => ({ ok: false, problem });
const keyOf = (name: string) =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** A line's label as a key: "dimension 1 name", and "dimension 1" with both in it. */
const numbered = /^dimension (\d{1,2})(?: (name|definition))?$/u;
const isFields = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

function inJson(value: Record<string, unknown>): Dimension[] {
  const nested = Object.values(value).filter(isFields);
  const flat = [value, ...nested].find((level) => Object.keys(level).some((key) => numbered.test(plainKey(key))));
  if (flat !== undefined) return byNumber(flat).map(dimensionOf);
  const list = [value, ...nested].flatMap((level) => Object.values(level)).find((one): one is unknown[] => Array.isArray(one)) ?? [];
  return list.map((one) => dimensionOf(isFields(one) ? one : {}));
}

const dimensionOf = (fields: Record<string, unknown>): Dimension => ({
  name: text(fields.name ?? fields.dimension ?? fields.title),
  definition: text(fields.definition ?? fields.description),
});

/** The fields of each dimension, from keys that contain its number. */
function byNumber(fields: Record<string, unknown>): Record<string, unknown>[] {
  const found = new Map<string, Record<string, unknown>>();
  for (const [key, said] of Object.entries(fields)) {
    const [, number, part] = numbered.exec(plainKey(key)) ?? [];
    if (number === undefined) continue;
    found.set(number, { ...found.get(number), ...(part === undefined ? (isFields(said) ? said : {}) : { [part]: said }) });
  }
  return [...found.values()];
}

const text = (value: unknown) => (typeof value === "string" ? value.trim() : "");

const entry = /^(?:[-*•–]\s{0,3}|(?:dimension\s)?\p{Nd}{1,2}\s?[.):、：]\s{0,3}){1,2}([^:：–—]{1,300}?)\s?(?:[:：]|\s[–—-]\s)\s*(.*)$/iu;

const part = /^(?:[-*•]\s{1,3})?dimension\s\p{Nd}{1,2}\s(name|definition)\s?[:：]\s*(.*)$/iu;

/** Lines "Dimension 1 name: …" and "Dimension 1 definition: …", or marked lines "Name: definition". Lines without a mark are chatter around the list, or continue the definition before. */
function inLines(answer: string): Dimension[] {
  const found: Dimension[] = [];
  const lines = plainLines(answer);
  // Where dimensions have the labels that were asked for, a marked line is part of the comparison before them.
  const isLabelled = lines.some((line) => part.test(line));
  for (const line of lines) {
    const match = isLabelled ? null : entry.exec(line);
    const last = found.at(-1);
    const labelled = part.exec(line);
    if (labelled?.[1]?.toLowerCase() === "name") found.push({ name: (labelled[2] ?? "").trim(), definition: "" });
    else if (labelled !== null && last?.definition === "") last.definition = (labelled[2] ?? "").trim();
    else if (match !== null) found.push({ name: (match[1] ?? "").trim(), definition: (match[2] ?? "").trim() });
    else if (last !== undefined && last.definition === "") last.definition = line.replace(/^definition\s?[:：]\s*/iu, "");
  }
  return found;
}

/** The parts of dimensions written as lines. */
export const dimensionParts = (count: number): string =>
  Array.from(
    { length: count },
    (_, index) => `Dimension ${index + 1} name: a few words.\nDimension ${index + 1} definition: one or two sentences.`,
  ).join("\n");

/** Dimensions of typical length. */
export function typicalDimensions(count: number, form: ReplyForm): string {
  const dimensions = Array.from({ length: count }, (_, index) => ({
    name: `Answers point ${index + 1}`,
    definition: `A good text says what the input asks for in its point ${index + 1} and gives a reason; a weak one leaves it out or only repeats it.`,
  }));
  const comparison =
    "The good text gives a reason for each statement and keeps to the input; the weak one repeats itself, and its last part answers another question.";
  const thinking = "Nothing yet asks whether the reasons are given, or whether the parts follow from each other.";
  if (form === "json") return JSON.stringify({ comparison, thinking, dimensions });
  const lines = dimensions.map(
    ({ name, definition }, index) => `Dimension ${index + 1} name: ${name}\nDimension ${index + 1} definition: ${definition}`,
  );
  return [`Comparison: ${comparison}`, `Thinking: ${thinking}`, ...lines].join("\n");
}
