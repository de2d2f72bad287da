import "server-only";

const verbs = ["select", "insert", "update", "delete", "with", "begin", "commit", "rollback", "copy", "set", "listen", "notify"];
/** Statements are few and written in the code, so each is looked at once; but those that copy out, which have their values in them. */
const mostKnown = 1000;
const known = new Map<string, string>();

/**
 * What a statement is called in a trace: its verb and the first table that it names, such as `select samples`. Its text is not kept, and what is quoted is
 * skipped, since values may be written there.
 */
export function statementName(text: string): string {
  const found = known.get(text);
  if (found !== undefined) return found;
  const bare = text.replace(/'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$/g, " ");
  const verb = /^[\s(]*([a-z]+)/i.exec(bare)?.[1]?.toLowerCase() ?? "";
  const table = /\b(?:from|into|update|copy)\s+(?:only\s+)?(?:"?\w+"?\.)?"?([a-z_]{1,63})\b/i.exec(bare)?.[1]?.toLowerCase();
  const name = !verbs.includes(verb) ? "other" : table === undefined ? verb : `${verb} ${table}`;
  if (verb !== "copy" && known.size < mostKnown) known.set(text, name);
  return name;
}
