import { textOfTurns, turnsOf } from "@/lib/domain/chat-turns";
import { valueAt } from "./value-at";

/** The columns or paths that a mapping's source joins; empty for a fixed text. A name that itself holds a plus sign comes first. */
export function pathsOf(source: string, names: readonly string[]): string[] {
  if (source.startsWith("=")) return [];
  return names.includes(source) ? [source] : source.split("+").map((path) => path.trim());
}

/** What a source says in a row: a fixed text, the value at its path, or the texts of several with an empty line between them. */
export function readSource(source: string, paths: readonly string[], row: Readonly<Record<string, unknown>>): unknown {
  if (source.startsWith("=")) return source.slice(1);
  const [only] = paths;
  if (only !== undefined && paths.length === 1) return asText(valueAt(row, only));
  return paths
    .map((path) => asText(valueAt(row, path)))
    .filter((part) => part !== null && part !== undefined && part !== "")
    .map((part) => (typeof part === "object" ? JSON.stringify(part) : String(part)))
    .join("\n\n");
}

/** A list of chat turns as text, a list of texts as paragraphs; anything else as it is. */
function asText(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const turns = Array.isArray(value) || "messages" in value || "conversations" in value ? turnsOf(value) : null;
  if (turns !== null) return textOfTurns(turns);
  if (Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === "string")) return value.join("\n\n");
  return value;
}
