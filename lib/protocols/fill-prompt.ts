import type { Prompt } from "./protocol";

const part = /\{\{#(\w+)\}\}([\s\S]*?)\{\{\/\1\}\}/gu;
const place = /\{\{(\w+)\}\}/gu;

/**
 * A prompt with its places filled. `{{name}}` becomes the value; `{{#name}} … {{/name}}` is kept only if the value is neither empty nor absent.
 * Values are inserted verbatim and never searched for places, so a sample's text stays text. Empty lines left by a section shrink to one.
 */
export function fillPrompt(text: string, values: Readonly<Record<string, string | null | undefined>>): string {
  const kept = keepParts(text, values)
    .replaceAll(/\n{3,}/gu, "\n\n")
    .trim();
  return kept.replaceAll(place, (_, name: string) => values[name] ?? "");
}

function keepParts(text: string, values: Readonly<Record<string, string | null | undefined>>): string {
  const kept = text.replaceAll(part, (_, name: string, inner: string) => (values[name] ? inner : ""));
  return kept === text ? text : keepParts(kept, values);
}

/** What is wrong with an edited prompt, naming the place; empty if it can be used. */
export function promptProblems(prompt: Prompt, text: string): string[] {
  const marks = unpairedMarks(text);
  const names = [...text.matchAll(/\{\{[#/]?([^}]*)\}\}/gu)].map((match) => match[1] ?? "");
  const unknown = [...new Set(names)].filter((name) => !Object.hasOwn(prompt.places, name));
  const missing = prompt.required.filter((name) => !text.includes(`{{${name}}}`));
  return [
    ...(text.trim() === "" ? ["The prompt is empty."] : []),
    ...unknown.map(
      (name) =>
        `{{${name}}} stands for nothing here; known are ${Object.keys(prompt.places)
          .map((known) => `{{${known}}}`)
          .join(", ")}.`,
    ),
    ...missing.map((name) => `{{${name}}} (${prompt.places[name]}) is required.`),
    ...marks.map((mark) => `${mark} has no counterpart.`),
  ];
}

/** Section marks that close nothing, or that are not closed before the enclosing section ends. */
function unpairedMarks(text: string): string[] {
  const open: string[] = [];
  const unpaired: string[] = [];
  for (const [mark, kind, name = ""] of text.matchAll(/\{\{([#/])(\w+)\}\}/gu)) {
    if (kind === "#") open.push(name);
    else if (open.at(-1) === name) open.pop();
    else unpaired.push(mark);
  }
  return [...open.map((name) => `{{#${name}}}`), ...unpaired];
}
