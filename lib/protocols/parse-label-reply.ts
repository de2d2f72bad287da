import type { Scale } from "@/lib/domain/criterion";
import type { DraftContent } from "@/lib/domain/draft";
import { labelOf, labelPattern, labelsOf, quotedLabels, scoreOfLabel } from "@/lib/domain/labels";
import { classifyLines } from "./classify-lines";
import type { FoundJson } from "./json-in-reply";
import { openReply, plainKey } from "./open-reply";
import { plainLines } from "./plain-lines";
import type { Reading } from "./protocol";
import { itemsOf } from "./read-structured";

/** A label that a reply states, and the line it is on; or what it states instead. */
type Stated = { score: number; line: number } | { problem: string };

/**
 * Reads a judge's reply about a categorical criterion, from the requested JSON or from lines. Exactly one label of the criterion must be stated, in any
 * case and with any quotation marks and punctuation around it; a text that is not one of the labels is unreadable, and so are two labels.
 */
export function parseLabelReply(reply: string, scale: Scale): Reading<DraftContent> {
  const opened = openReply(reply, isLabelWord);
  if (!opened.ok) return opened;
  const { answer, json, around } = opened.value;
  const lines = plainLines(json.length > 0 ? around : answer, "Label");
  const stated = [...json.flatMap((object) => labelsInJson(object, scale)), ...labelsInLines(lines, scale)];
  const found = agreed(stated.length > 0 || json.length > 0 ? stated : bareLabel(lines, scale), scale);
  if ("problem" in found) return { ok: false, problem: found.problem };
  const [first] = json;
  const items =
    first === undefined ? classifyLines(lines, found.line) : itemsOf(innermost(first.value), `Label: ${labelOf(scale, found.score) ?? ""}`);
  return { ok: true, value: { score: found.score, items, raw: reply } };
}

const labelWord = "(?:label|category|class|classification|answer|choice|verdict|score|rating)";
const qualified = `(?:(?:the|my|your|final|overall|chosen)\\s+){0,3}${labelWord}`;
const wholeWord = new RegExp(`^${qualified}$`, "iu");
/** Whether a key or heading announces the label. */
const isLabelWord = (text: string): boolean => wholeWord.test(plainKey(text));

/** "Label: supported", "3. Final label - “supported”.", "The label is supported": what follows the word. */
const statement = new RegExp(`^(?:\\p{Nd}{1,2}\\s*[.)、]\\s*)?${qualified}\\s*(?:[:：=–—]|-\\s|\\s(?:is|would\\s+be)\\s)\\s*(.*)$`, "iu");

function labelsInLines(lines: readonly string[], scale: Scale): Stated[] {
  return lines.flatMap((text, line): Stated[] => {
    const next = lines[line + 1];
    if (isLabelWord(text) && next !== undefined) return [read(next, line + 1, scale)];
    const said = statement.exec(text)?.[1];
    if (said === undefined) return [];
    return said === "" && next !== undefined ? [read(next, line + 1, scale)] : [read(said, line, scale)];
  });
}

/** A reply that is nothing but the label. */
const bareLabel = (lines: readonly string[], scale: Scale): Stated[] => (lines.length === 1 ? [read(lines[0] ?? "", 0, scale)] : []);

/** Every text under a key for the label, at any depth: a repeated key occurs twice in the source, though not in the object. */
function labelsInJson({ value, source }: FoundJson, scale: Scale): Stated[] {
  const given = Object.entries(innermost(value)).flatMap(([key, said]) => (isLabelWord(key) ? [said] : []));
  const repeated = [...source.matchAll(/(?<!\\)"([^"\\\n]{1,40})"\s*:\s*("(?:[^"\\]|\\.)*")/gu)].flatMap(([, key = "", text = ""]) =>
    isLabelWord(key) ? [unquoted(text)] : [],
  );
  return [...given, ...repeated].map((said) =>
    typeof said === "string"
      ? read(said, 0, scale)
      : { problem: `The reply's label is not a text: ${JSON.stringify(said).slice(0, 100)}.` },
  );
}

/** Some models wrap the requested object in another one. */
function innermost(value: Record<string, unknown>): Record<string, unknown> {
  if (Object.keys(value).some(isLabelWord)) return value;
  const inner = Object.values(value).find((one) => typeof one === "object" && one !== null && Object.keys(one).some(isLabelWord));
  return inner === undefined ? value : { ...(inner as object) };
}

const unquoted = (text: string): string => {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
};

const outer = /^[\s"'“”„‘’«»「」『』()[\]*_`.,;:!]+|(?<![\s"'“”„‘’«»「」『』()[\]*_`.,;:!])[\s"'“”„‘’«»「」『』()[\]*_`.,;:!]+$/gu;

/** The label that a text is, apart from what surrounds it, or that it begins with, before a remark that names no other label. */
function read(said: string, line: number, scale: Scale): Stated {
  const exact = scoreOfLabel(scale, said) ?? scoreOfLabel(scale, said.replaceAll(outer, ""));
  if (exact !== null) return { score: exact, line };
  const mentions = [...said.matchAll(new RegExp(labelPattern(labelsOf(scale) ?? []), "giu"))];
  const [first] = mentions;
  const begins = first !== undefined && said.slice(0, first.index).replaceAll(outer, "") === "";
  const rest = first === undefined ? "" : said.slice(first.index + first[0].length).replace(/^["'”’»」』*_`)\]]+/u, "");
  const score = first === undefined ? null : scoreOfLabel(scale, first[0]);
  if (begins && score !== null && mentions.length === 1 && /^\s*[.,;:!([–—]|^\s+-\s/u.test(rest)) return { score, line };
  return { problem: `The reply gives "${said.slice(0, 100)}", which is not one of the labels ${quotedLabels(labelsOf(scale) ?? [])}.` };
}

/** All statements must name the same label; the first one is its line. */
function agreed(stated: readonly Stated[], scale: Scale): Stated {
  const [first] = stated;
  if (first === undefined) return { problem: "The reply holds no label." };
  for (const one of stated) if ("problem" in one) return one;
  const scores = [...new Set(stated.flatMap((one) => ("score" in one ? [one.score] : [])))];
  if (scores.length === 1) return first;
  return { problem: `The reply gives ${quotedLabels(scores.map((score) => labelOf(scale, score) ?? ""))}; exactly one label is needed.` };
}
