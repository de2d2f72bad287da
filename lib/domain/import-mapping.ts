import { z } from "zod";
import { type KnownColumn, knownColumns } from "./import-columns";

const source = z.string().trim().min(1).max(1000);

/**
 * Where a file's columns go. `fields`: for a field of Redline, the file's column, a JSON path (`outputs.answer`, `turns[0]`), several of them joined
 * with "+" (their texts follow each other after an empty line), or `=text` for the same text in every row. `ratings`: columns that each hold one
 * rating of the row's sample, one column per rater or one per criterion.
 */
export const importMapping = z.strictObject({
  fields: z.partialRecord(z.enum(knownColumns), source).default({}),
  ratings: z
    .strictObject({ per: z.enum(["rater", "criterion"]), columns: z.array(source).min(1).max(1000) })
    .nullable()
    .default(null),
  /** Whether fields that are left out are found by the columns' names and content. */
  guess: z.boolean().default(true),
});
export type ImportMapping = z.infer<typeof importMapping>;

/** What was found in a file, for the page where its columns are mapped. */
export const foundColumns = z.object({
  file: z.string(),
  columns: z.array(z.object({ name: z.string(), example: z.string() })),
  /** As the file was read. */
  mapping: importMapping,
  /** Whether Redline chose the mapping by the columns' names and content. */
  guessed: z.boolean(),
});
export type FoundColumns = z.infer<typeof foundColumns>;

/** A mapping that a project keeps under a name. */
export const savedMapping = z.object({ name: z.string(), mapping: importMapping });
export type SavedMapping = z.infer<typeof savedMapping>;

/** `saveAs`: kept under this name once the file can be read so. */
export const mapImportBody = z.object({ mapping: importMapping, saveAs: z.string().trim().min(1).max(200).optional() });

const isKnown = (name: string): name is KnownColumn => (knownColumns as readonly string[]).includes(name);

/**
 * Parses `input=question,output=answer` and `wide:annotator1..3` or `criteria:fluency,coherence`, as on the command line and in a URL. A text says
 * what is wrong.
 */
export function parseMapping(map: string | undefined, ratings: string | undefined): ImportMapping | string {
  const fields: ImportMapping["fields"] = {};
  for (const part of map === undefined ? [] : listed(map)) {
    const cut = part.indexOf("=");
    const [field, from] = [part.slice(0, cut).trim(), part.slice(cut + 1).trim()];
    if (cut < 1 || from === "") return `"${part}" is not FIELD=COLUMN, such as input=question`;
    if (!isKnown(field)) return `"${field}" is not a field of Redline; the fields are ${knownColumns.join(", ")}`;
    if (fields[field] !== undefined) return `the field "${field}" is mapped twice`;
    fields[field] = from;
  }
  if (ratings === undefined) return { fields, ratings: null, guess: true };
  const [, per, columns] = /^(wide|criteria):(.+)$/su.exec(ratings.trim()) ?? [];
  if (per === undefined || columns === undefined)
    return `"${ratings}" is neither wide:COLUMN,… (a column for each rater) nor criteria:COLUMN,… (a column for each criterion)`;
  return { fields, ratings: { per: per === "wide" ? "rater" : "criterion", columns: listed(columns).flatMap(series) }, guess: true };
}

/** The parts between commas; a comma in a name is written with a backslash before it. */
const listed = (text: string): string[] =>
  text
    .split(/(?<!\\),/u)
    .map((part) => part.replaceAll("\\,", ",").trim())
    .filter((part) => part !== "");

/** annotator1..3: annotator1, annotator2, annotator3. */
function series(name: string): string[] {
  const [, stem = "", from = "", to = ""] = /^(.*?)(?<!\d)(\d+)\.\.(\d+)$/u.exec(name) ?? [];
  const [first, last] = [Number(from), Number(to)];
  if (from === "" || last < first || last - first > 999) return [name];
  return Array.from({ length: last - first + 1 }, (_, index) => `${stem}${first + index}`);
}
