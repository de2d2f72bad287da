import type { DraftContent } from "@/lib/domain/draft";
import type { Preference } from "@/lib/domain/pair-outputs";
import type { PreferencePatterns } from "./preference-patterns";
import { preferenceInValue } from "./read-preference";
import { labelOfKey } from "./verdict-form";
import { statementInConclusion } from "./verdict-in-lines";
import { nameOf, type Statement, verdictItem } from "./verdict-items";

type Fields = Record<string, unknown>;
type Name = (text: string) => string;

const verdictKeys =
  /^(?:final_?|overall_?)?(?:verdict|preference|preferred|winner|better|best|choice|decision|answer|result|label|judge?ment|score)(?:_?(?:output|answer|response|assistant|one))?$/iu;
const conclusionKeys = /^(?:conclusion|summary)$/iu;
const explanationKeys = /^(?:explanation|reasoning|rationale|analysis|reasons?|justification)s?$/iu;
const evidenceKeys = /^(?:evidences?|quotes?)$/iu;

/**
 * Every statement of a preference in the reply's JSON: under the requested key or those that models use instead (a repeated key counts twice), and
 * in a conclusion that states one outright. Empty if there is no verdict key. `source`: the JSON's text.
 */
export function verdictInJson(value: Fields, source: string, patterns: PreferencePatterns, name: Name): Statement[] {
  const fields = unwrap(value);
  const keys = Object.keys(fields).filter((key) => verdictKeys.test(key));
  if (keys.length === 0) return [];
  const repeated = [...source.matchAll(/(?<!\\)"(\w{1,40})"\s*:\s*"([^"\\]*)"/gu)].flatMap(([, key, text]) =>
    keys.includes(key ?? "") ? [text] : [],
  );
  const values = [...keys.map((key) => fields[key]), ...repeated];
  // A number beside a verdict in words ("score": 8) is not a second verdict.
  const given = values.some((one) => typeof one === "string") ? values.filter((one) => typeof one !== "number") : values;
  const stated = given.map((one): Statement => {
    const said = typeof one === "string" ? preferenceInValue(name(one), patterns) : null;
    return { line: 0, said: said ?? { problem: `The reply's verdict is neither [A] nor [B] nor a tie: ${shown(one)}.` } };
  });
  const concluded = Object.entries(fields).flatMap(([key, text]) =>
    conclusionKeys.test(key) && typeof text === "string" ? statementInConclusion(name(text), 0, patterns) : [],
  );
  return [...stated, ...concluded];
}

const shown = (value: unknown) => (JSON.stringify(value) ?? "nothing").slice(0, 100);

/** The items of a reply in JSON, in the reading order of a draft; an unknown key is an explanation. */
export function itemsOfJson(value: Fields, preference: Preference, name: Name): DraftContent["items"] {
  const entries = Object.entries(unwrap(value)).filter(([key]) => !verdictKeys.test(key));
  const of = (keys: RegExp) => entries.filter(([key]) => keys.test(key));
  const others = entries.filter(([key]) => ![conclusionKeys, explanationKeys, evidenceKeys].some((keys) => keys.test(key)));
  const explanations = [
    ...others.flatMap(([key, one]) => lines(one).map((line) => `${labelOfKey(key)}: ${line}`)),
    ...of(explanationKeys).flatMap(([, one]) => lines(one)),
  ];
  const items: DraftContent["items"] = [
    ...of(conclusionKeys)
      .flatMap(([, one]) => lines(one))
      .map((text) => ({ kind: "conclusion" as const, text: name(text) })),
    ...explanations.map((text) => ({ kind: "explanation" as const, text: name(text) })),
    verdictItem(preference),
    ...of(evidenceKeys)
      .flatMap(([, one]) => list(one).map(evidenceText))
      .map((text) => ({ kind: "evidence" as const, text: name(text) })),
  ];
  return items.filter(({ text }) => text.trim() !== "");
}

/** Some models wrap the requested object in another one. */
function unwrap(value: Fields): Fields {
  const keys = Object.keys(value);
  const only = keys.length === 1 ? value[keys[0] ?? ""] : undefined;
  return typeof only === "object" && only !== null && !Array.isArray(only) ? { ...only } : value;
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** The texts in a value, one for each line that an annotator can act on. */
function lines(value: unknown): string[] {
  if (typeof value === "string")
    return value
      .split(/\r?\n/u)
      .map((line) => line.trim())
      .filter((line) => line !== "");
  if (Array.isArray(value)) return value.flatMap(lines);
  return typeof value === "object" && value !== null ? [Object.values(value).flatMap(lines).join(" ")] : [];
}

function evidenceText(entry: unknown): string {
  if (typeof entry !== "object" || entry === null) return lines(entry).join(" ");
  const fields: Fields = { ...entry };
  const text = (one: unknown) => lines(one).join(" ");
  const side = /^\W*(?:\w+\s+)?([AB])\W*$/u.exec(text(fields.output ?? fields.side))?.[1];
  const quote = text(fields.quote ?? fields.text).replace(/^["“]|["”]$/gu, "");
  const parts = [
    side === "A" || side === "B" ? nameOf(side) : "",
    quote === "" ? "" : `"${quote}"`,
    text(fields.comment ?? fields.explanation ?? fields.reason),
  ];
  return parts.filter((part) => part !== "").join(" ");
}
