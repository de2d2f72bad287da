import type { SampleRecord } from "@/lib/domain/import";
import { inputKey, sorted } from "./hash-sample";

type SampleContent = Omit<SampleRecord, "kind" | "row" | "externalId">;

/** A field to which a row gives another value; null: none. Of long texts, the part around the first difference. */
export interface FieldChange {
  field: string;
  before: string | null;
  after: string | null;
}

/** How a row differs from the stored sample, and the parts of its content that are stored in another form than the file has them. */
export interface SampleComparison {
  /** Empty: the row says what is stored. */
  changes: FieldChange[];
  inputId: string | null;
  metadata: Record<string, unknown>;
}

/**
 * Compares a row with a stored sample whose hash differs. In CSV a metadata number is text and a list is its JSON, and an input without its own id may be
 * named by its key, as in earlier exports: such values are the same, and stay in their stored form.
 */
export function compareSamples(given: SampleContent, stored: SampleContent & { inputKey: string }): SampleComparison {
  const hasSameInput = given.inputId === stored.inputId || given.inputId === stored.inputKey || inputKey(given) === stored.inputKey;
  const inputId = hasSameInput ? stored.inputId : given.inputId;
  const metadata = Object.fromEntries(
    Object.entries(given.metadata).map(([name, value]) => {
      const there = Object.hasOwn(stored.metadata, name);
      return [name, there && valueText(stored.metadata[name]) === valueText(value) ? stored.metadata[name] : value];
    }),
  );
  const changes = texts.flatMap(([name, field]) => changeOf(field, stored[name], given[name]));
  changes.push(...changeOf("input_id", stored.inputId, inputId));
  for (const name of new Set([...Object.keys(stored.metadata), ...Object.keys(metadata)])) {
    const [before, after] = [stored.metadata, metadata].map((values) => (Object.hasOwn(values, name) ? valueText(values[name]) : null));
    changes.push(...changeOf(name, before ?? null, after ?? null));
  }
  return { changes, inputId, metadata };
}

const texts = [
  ["input", "input"],
  ["output", "output"],
  ["outputB", "output_b"],
  ["system", "system"],
  ["systemB", "system_b"],
  ["goldLabel", "gold_label"],
  ["subset", "subset"],
  ["reference", "reference"],
  ["imageUrl", "image_url"],
] as const;

const valueText = (value: unknown): string => {
  const given = typeof value === "string" && /^[[{]/.test(value) ? parsed(value) : value;
  return typeof given === "string" ? given : JSON.stringify(sorted(given));
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function changeOf(field: string, before: string | null, after: string | null): FieldChange[] {
  if (before === after) return [];
  const start = before === null || after === null ? 0 : Math.max(0, firstDifference(before, after) - shownBefore);
  return [{ field, before: excerpt(before, start), after: excerpt(after, start) }];
}

const shownBefore = 40;
const shownCharacters = 240;

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

// Half a character at either end could not be stored.
const excerpt = (text: string | null, start: number) =>
  text === null || (start === 0 && text.length <= shownCharacters)
    ? text
    : `${start > 0 ? "…" : ""}${text.slice(start, start + shownCharacters).replaceAll(/\p{Surrogate}/gu, "")}${text.length > start + shownCharacters ? "…" : ""}`;
