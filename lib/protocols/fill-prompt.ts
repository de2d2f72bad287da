import type { Prompt } from "./protocol";

const opening = /\{\{#(\w+)\}\}/gu;
const place = /\{\{(\w+)\}\}/gu;

/**
 * Fills the placeholders of a prompt. `{{name}}` becomes the value; `{{#name}} … {{/name}}` is kept only if the value is neither empty nor absent.
 * Values are inserted verbatim and never searched for placeholders, so a sample's text stays text. Runs of empty lines left by a removed section shrink to one.
 */
export function fillPrompt(text: string, values: Readonly<Record<string, string | null | undefined>>): string {
  const kept = keepParts(text, values)
    .replaceAll(/\n{3,}/gu, "\n\n")
    .trim();
  return kept.replaceAll(place, (_, name: string) => values[name] ?? "");
}

function keepParts(text: string, values: Readonly<Record<string, string | null | undefined>>): string {
  const unclosed = new Set<string>();
  let kept = "";
  let from = 0;
  for (const { 0: mark, 1: name = "", index } of text.matchAll(opening)) {
    if (index < from || unclosed.has(name)) continue;
    const closing = `{{/${name}}}`;
    const end = text.indexOf(closing, index + mark.length);
    if (end === -1) unclosed.add(name);
    else {
      kept += text.slice(from, index) + (values[name] ? text.slice(index + mark.length, end) : "");
      from = end + closing.length;
    }
  }
  // What was kept may hold further parts.
  return from === 0 ? text : keepParts(kept + text.slice(from), values);
}

/** Problems of an edited prompt, each naming the placeholder; empty if the prompt is usable. */
export function promptProblems(prompt: Prompt, text: string): string[] {
  const marks = unpairedMarks(text);
  const names = [...text.matchAll(/\{\{[#/]?([^{}]*)\}\}/gu)].map((match) => match[1] ?? "");
  const unknown = [...new Set(names)].filter((name) => !Object.hasOwn(prompt.places, name));
  const missing = prompt.required.filter((name) => !text.includes(`{{${name}}}`));
  return [
    ...(text.trim() === "" ? ["The prompt is empty."] : []),
    ...unknown.map(
      (name) =>
        `{{${name}}} is not a placeholder of this prompt; use ${Object.keys(prompt.places)
          .map((known) => `{{${known}}}`)
          .join(", ")}.`,
    ),
    ...missing.map((name) => `{{${name}}} (${prompt.places[name]}) is required.`),
    ...marks.map((mark) => `${mark} has no counterpart.`),
  ];
}

/** Section marks that close nothing, or that stay open past the end of the enclosing section. */
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
