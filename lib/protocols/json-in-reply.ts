/** JSON found in a reply: bare, fenced, or between other words. `truncated`: it begins as JSON and never ends. */
export type JsonInReply = { kind: "found"; value: Record<string, unknown>; source: string } | { kind: "truncated" } | { kind: "none" };

/** Looks for one JSON object in a reply that may also hold a fence or prose. */
export function jsonInReply(reply: string): JsonInReply {
  const fenced = /```(?:json)?\s*\n?([\s\S]*?)(?:```|$)/iu.exec(reply)?.[1];
  for (const candidate of [reply, fenced]) {
    const start = candidate?.indexOf("{") ?? -1;
    if (candidate === undefined || start === -1) continue;
    const end = endOfObject(candidate, start);
    if (end === null) {
      if (/^\{\s*"[^"]*"\s*:/u.test(candidate.slice(start, start + 500))) return { kind: "truncated" };
      continue;
    }
    const source = candidate.slice(start, end);
    const value = parseObject(source);
    if (value !== null) return { kind: "found", value, source };
  }
  return { kind: "none" };
}

/** Where the object that begins at `start` ends, by its braces outside strings; null when it does not. */
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
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    // braces in prose are no JSON: the reply is then read as lines
    return null;
  }
}
