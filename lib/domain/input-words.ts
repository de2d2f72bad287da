import type { z } from "zod";

type Raw = z.core.$ZodRawIssue;

const kinds: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "a list",
  null: "null",
  tuple: "a list",
};

const formats: Record<string, string> = {
  uuid: "must be an id (a UUID)",
  guid: "must be an id (a UUID)",
  email: "must be an email address",
  url: "must be an address that begins with http:// or https://",
  datetime: "must be a time such as 2026-11-23T08:30:00Z",
  date: "must be a day such as 2026-11-23",
};

const plural = (count: number | bigint, one: string, many: string) =>
  `${count.toLocaleString("en-US")} ${Number(count) === 1 ? one : many}`;

/** A bound in words: what is counted depends on what has the bound. */
function bound(issue: Raw & { code: "too_small" | "too_big" }): string {
  const low = issue.code === "too_small";
  const limit = issue.code === "too_small" ? issue.minimum : issue.maximum;
  const [atLeast, atMost] = ["at least", "at most"];
  const side = low ? atLeast : atMost;
  if (issue.origin === "string") {
    if (low && Number(limit) === 1) return "must not be empty";
    return `must have ${side} ${plural(limit, "character", "characters")}`;
  }
  if (issue.origin === "array" || issue.origin === "set") {
    if (low && Number(limit) === 1) return "must not be empty";
    return `must have ${side} ${plural(limit, "entry", "entries")}`;
  }
  const size = limit.toLocaleString("en-US");
  if (issue.inclusive === false) return low ? `must be more than ${size}` : `must be less than ${size}`;
  return `must be ${side} ${size}`;
}

const listed = (values: readonly unknown[]) => {
  const words = values.map((value) => (typeof value === "string" ? `"${value}"` : String(value)));
  return words.length < 2 ? (words[0] ?? "nothing") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
};

/** What is wrong with one field, in words that follow its name: "name: is missing". Undefined: its schema has words of its own. */
export function inputWords(issue: Raw): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "is missing";
      return `must be ${kinds[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return issue.input === undefined ? "is missing" : `must be ${listed(issue.values)}`;
    case "too_small":
    case "too_big":
      return bound(issue);
    case "invalid_format":
      return formats[issue.format] ?? "is not written as it should be";
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return issue.keys.length === 1 ? `"${issue.keys[0]}" is not a field here` : `${listed(issue.keys)} are not fields here`;
    case "invalid_key":
      return "has a name that is not allowed here";
    case "invalid_union":
      return "is none of what can be here";
    default:
      return undefined;
  }
}

/** A field and what is wrong with it. */
export interface InputProblem {
  path: string;
  message: string;
}

const dotted = (path: readonly PropertyKey[]) => path.map(String).join(".");

/** The problems of a rejected value, one per field. If the value could be several things, the problems are those of its closest match. */
export function inputProblems(issues: readonly z.core.$ZodIssue[], base: readonly PropertyKey[] = []): InputProblem[] {
  return issues.flatMap((issue) => {
    const path = [...base, ...issue.path];
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => ({ path: dotted([...path, key]), message: "is not a field here" }));
    if (issue.code !== "invalid_union" || issue.errors.length === 0 || issue.message !== "is none of what can be here")
      return [{ path: dotted(path), message: issue.message }];
    const inside = issue.errors.filter((errors) => errors.every((one) => one.path.length > 0));
    const nearest = inside.sort((a, b) => a.length - b.length)[0];
    if (nearest) return inputProblems(nearest, path);
    const words = new Set(issue.errors.flatMap((errors) => errors.map((one) => one.message.replace(/^must be /, ""))));
    return [{ path: dotted(path), message: `must be ${[...words].join(" or ")}` }];
  });
}
