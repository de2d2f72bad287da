import type { Prompt } from "./protocol";

const part = /\{\{#(\w+)\}\}([\s\S]*?)\{\{\/\1\}\}/gu;
const place = /\{\{(\w+)\}\}/gu;

/**
 * A prompt with its places filled. `{{name}}` becomes the value; `{{#name}} … {{/name}}` stays only where the value is neither empty nor absent.
 * Values are put in as they are and never looked at for places: what a sample says stays text. Lines left empty by a part shrink to one.
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

/** What is wrong with an edited prompt, in words that name the place; empty when it can be used. */
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
    ...missing.map((name) => `{{${name}}} (${prompt.places[name]}) must stand in it.`),
    ...marks.map((mark) => `${mark} has no counterpart.`),
  ];
}

/** Marks of parts that close nothing, or that nothing closes before the part round them ends. */
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
