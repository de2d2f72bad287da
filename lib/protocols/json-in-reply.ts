/** One JSON object in a reply. `source` is its text, which still has both values of a repeated key. */
export interface FoundJson {
  value: Record<string, unknown>;
  source: string;
}

/**
 * The JSON in a reply: bare, fenced, in a list, or between other words. `objects`: all of them at the top level, in order; `around`: the rest of the
 * reply. `truncated`: an object begins and never ends.
 */
export type JsonInReply =
  | { kind: "found"; objects: readonly [FoundJson, ...FoundJson[]]; around: string }
  | { kind: "truncated" }
  | { kind: "none" };

/** Braces that are not JSON are code or formulas; the search gives up after this many. */
const mostTries = 100;

/** Finds the JSON objects in a reply that may also contain fences or prose. */
export function jsonInReply(reply: string): JsonInReply {
  const objects: FoundJson[] = [];
  let around = "";
  let from = 0;
  let tries = 0;
  let start = reply.indexOf("{");
  while (start !== -1 && tries < mostTries) {
    const end = endOfObject(reply, start);
    if (end === null && /^\{\s*"[^"]*"\s*:/u.test(reply.slice(start, start + 500))) return { kind: "truncated" };
    const source = reply.slice(start, end ?? start);
    const value = parseObject(source);
    if (end === null || value === null || isQuoted(reply, start, end)) {
      tries++;
      start = reply.indexOf("{", start + 1);
      continue;
    }
    objects.push({ value, source });
    around += `${reply.slice(from, start)}\n`;
    from = end;
    start = reply.indexOf("{", end);
  }
  const [first, ...more] = objects;
  return first === undefined ? { kind: "none" } : { kind: "found", objects: [first, ...more], around: around + reply.slice(from) };
}

/** Whether the object is in quotation marks: then it is quoted from the sample, not written by the model. */
const isQuoted = (text: string, start: number, end: number) => /["“«「]/u.test(text[start - 1] ?? "") && /["”»」]/u.test(text[end] ?? "");

/** Where the object that begins at `start` ends, by its braces outside strings; null if it does not end. */
function endOfObject(text: string, start: number): number | null {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (inString && character === "\\") at++;
    else if (character === '"') inString = !inString;
    else if (!inString && character === "{") depth++;
    else if (!inString && character === "}" && --depth === 0) return at + 1;
  }
  return null;
}

function parseObject(text: string): Record<string, unknown> | null {
  for (const candidate of [text, withoutSlips(text)]) {
    try {
      const value: unknown = JSON.parse(candidate);
      return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
    } catch {
      // not valid JSON: repaired, or else braces in prose, which are read as lines
    }
  }
  return null;
}

/** Repairs the two slips that leave no doubt about what is meant: line breaks inside strings, and commas before a closing bracket. */
const withoutSlips = (text: string): string =>
  text.replaceAll(/"(?:[^"\\]|\\[\s\S])*"|,(?=\s*[}\]])/gu, (part) =>
    part === "," ? "" : part.replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t"),
  );
