import { type Asked, type JsonSchema, numberFrom, sentencesOf, wantedCount } from "./stand-in-question.ts";

/** How choices and numbers are filled: the expected value; a different valid one; one off the scale; or words. */
export type Manner = "good" | "other" | "off-scale" | "word";
export type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

const wordsOf = (name: string) =>
  name
    .replaceAll("_", " ")
    .replaceAll(/([a-z])([A-Z])/gu, "$1 $2")
    .toLowerCase();

/** A value that the schema allows (or, depending on `manner`, barely violates), plausible for the property's name, and deterministic per request. */
export function fillSchema(schema: JsonSchema, asked: Asked, manner: Manner, path: string[] = []): Value {
  const first = schema.anyOf?.[0];
  if (first !== undefined) return fillSchema(first, asked, manner, path);
  if (schema.const !== undefined) return schema.const;
  const options = schema.enum?.filter((option) => option !== null);
  if (options !== undefined) return choose(options as (string | number)[], asked, manner, path);
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== "null") : schema.type;
  if (type === "object" || schema.properties !== undefined) {
    const entries = Object.entries(schema.properties ?? {});
    return Object.fromEntries(entries.map(([name, inner]) => [name, fillSchema(inner, asked, manner, [...path, name])]));
  }
  if (type === "array") return fillList(schema, asked, manner, path);
  if (type === "boolean") return numberFrom(`${path.join(".")}\n${asked.prompt}`) % 2 === 0;
  if (type === "number" || type === "integer") return choose(pointsOf(schema), asked, manner, path);
  return sentenceFor(path, asked).slice(0, schema.maxLength ?? 10_000);
}

const pointsOf = ({ minimum = 1, maximum = 5 }: JsonSchema) => {
  const whole = Math.min(Math.floor(maximum) - Math.ceil(minimum), 100);
  return whole < 0 ? [minimum, maximum] : Array.from({ length: whole + 1 }, (_, index) => Math.ceil(minimum) + index);
};

function fillList(schema: JsonSchema, asked: Asked, manner: Manner, path: string[]): Value[] {
  const count = Math.min(Math.max(lengthOf(path.at(-1) ?? "", asked), schema.minItems ?? 0), schema.maxItems ?? 100);
  return Array.from({ length: count }, (_, index) => fillSchema(schema.items ?? {}, asked, manner, [...path, String(index)]));
}

/** The number of entries in a list: as many as asked for, else two or three; for evidence, one per sentence. */
export function lengthOf(name: string, asked: Asked): number {
  if (name.toLowerCase() === "evidence") return Math.min(2, sentencesOf(asked.output).length);
  return wantedCount(asked, name) ?? 2 + (numberFrom(`${name}\n${asked.prompt}`) % 2);
}

/** One of the options, altered according to `manner`. */
export function choose(options: (string | number)[], asked: Asked, manner: Manner, path: string[]): string | number {
  const isNumber = typeof options[0] === "number";
  if (manner === "off-scale") return isNumber ? Math.max(...options.map(Number)) + 2 : "[C]";
  if (manner === "word") return isNumber ? "four" : "hard to say";
  const good = options.indexOf(goodOption(options, asked, path));
  return options[(manner === "other" ? good + 1 : good) % options.length] ?? options[0] ?? "";
}

function goodOption(options: (string | number)[], asked: Asked, path: string[]): string | number {
  const name = path.at(-1)?.toLowerCase() ?? "";
  if (path.length === 1 && name === "score" && options.includes(asked.score)) return asked.score;
  if (options.includes("[A]") && options.includes("[B]")) {
    if (path.includes("evidence")) return Number(path.at(-2)) % 2 === 0 ? "[A]" : "[B]";
    return preferred(options, asked);
  }
  const about = asked.output === "" ? asked.prompt : `${asked.criterion}\n${asked.output}`;
  return options[numberFrom(`${path.join(".")}\n${about}`) % options.length] ?? "";
}

/** A judge with consistent taste: it prefers the same text in either position, and calls a few pairs ties. */
function preferred(options: (string | number)[], { output, outputB }: Asked): string {
  const [a, b] = [numberFrom(output), numberFrom(outputB)];
  if (options.includes("tie") && (a === b || (a ^ b) % 7 === 0)) return "tie";
  return a >= b ? "[A]" : "[B]";
}

/** The text for a property, by its name. */
export function sentenceFor(path: string[], asked: Asked): string {
  const { output, outputB, criterion, score, min, max } = asked;
  const index = Number(path.findLast((step) => /^\d+$/u.test(step)) ?? 0);
  const name = path.findLast((step) => !/^\d+$/u.test(step))?.toLowerCase() ?? "answer";
  const isPair = outputB !== "";
  const place = (score - min) / (max - min);
  const sentences = sentencesOf(isPair && index % 2 === 1 ? outputB : output);
  const tail = `(${(numberFrom(`${path.join(".")}\n${asked.prompt}`) % 900) + 100})`;
  if (name === "quote") return sentences[isPair ? 0 : index] ?? sentences[0] ?? "nothing";
  if (name === "comment") return index === 0 ? "which bears on the criterion directly." : "which adds to the same picture.";
  if (isPair) return `${capital(wordsOf(name))}: [A] keeps to what was asked where [B] goes its own way ${tail}.`;
  if (name === "conclusion") {
    const manner = place > 0.66 ? "meets" : place > 0.33 ? "partly meets" : "hardly meets";
    return `The text ${manner} the criterion "${criterion}".`;
  }
  if (name === "explanation") {
    return `It has ${sentences.length} sentences, and each was held against the criterion. What they say ${place > 0.5 ? "supports it" : "falls short of it"}.`;
  }
  const subject = wordsOf(name);
  if (subject.includes("question")) return `Does the text do what its ${ordinal(index)} part asks for ${tail}?`;
  if (subject === "name" || subject === "dimension")
    return `${capital(["care", "reach", "order", "force", "warmth"][index] ?? `aspect ${index + 1}`)}`;
  return `As to its ${subject}, the ${ordinal(index)} thing to say is that the text keeps to its matter ${tail}.`;
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
const ordinal = (index: number) => ["first", "second", "third", "fourth", "fifth"][index] ?? `${index + 1}th`;
