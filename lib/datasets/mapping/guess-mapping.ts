import { isAnswer, turnsOf } from "@/lib/domain/chat-turns";
import type { KnownColumn } from "@/lib/domain/import-columns";
import type { ImportMapping } from "@/lib/domain/import-mapping";
import { knownColumn } from "../columns";
import { ownRatingColumns } from "../own-export";
import { valueAt } from "./value-at";

type Row = Readonly<Record<string, unknown>>;

/** Other names of a field, the likeliest first: plain names and paths into nested records. */
const synonyms: Readonly<Partial<Record<KnownColumn, readonly string[]>>> = {
  id: ["sample_id", "example_id", "item_id", "idx", "index", "uid", "uuid", "key", "question_id", "doc_id", "data_id"],
  input: [
    "prompt",
    "instruction",
    "question",
    "query",
    "problem",
    "dialogue",
    "document",
    "article",
    "source",
    "context",
    "messages",
    "conversations",
    "conversation",
    "inputs.input",
    "inputs.question",
    "inputs.prompt",
    "inputs.messages",
    "inputs",
  ],
  output: [
    "response",
    "answer",
    "completion",
    "generation",
    "prediction",
    "model_output",
    "summary",
    "translation",
    "hypothesis",
    "outputs.output",
    "outputs.answer",
    "outputs.response",
    "outputs",
  ],
  output_a: ["output_1", "output1", "response_a", "response_1", "response1", "answer_a", "answer_1", "answer1", "completion_a"],
  output_b: ["output_2", "output2", "response_b", "response_2", "response2", "answer_b", "answer_2", "answer2", "completion_b"],
  system: ["model", "model_id", "model_name", "generator", "system_id"],
  system_a: ["model_a", "model_1", "model1", "generator_1", "generator_a", "system_1"],
  system_b: ["model_b", "model_2", "model2", "generator_2", "generator_b", "system_2"],
  reference: ["gold", "target", "reference_answer", "expected_output", "expectedOutput", "expected", "ground_truth"],
  image_url: ["image", "image_path"],
  gold_label: ["winner", "preferred"],
  subset: ["category", "dataset", "split"],
};
const ratingSynonyms: Readonly<Partial<Record<KnownColumn, readonly string[]>>> = {
  sample_id: ["item_id", "example_id", "doc_id", "id"],
  criterion: ["dimension", "aspect", "metric"],
  rater: ["annotator", "annotator_id", "worker", "worker_id", "judge"],
  score: ["rating", "value"],
  reason: ["comment", "rationale", "explanation"],
};

const plain = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");

/**
 * Which column holds what, by the columns' names (a known name before a synonym) and by what the first rows hold: chat turns are an input, and an
 * `instruction` comes before its `input`; columns annotator1, annotator2 … of short values are ratings of one rater each. Fields that nothing fits are left out.
 */
export function guessMapping(names: readonly string[], rows: readonly Row[]): ImportMapping {
  const own = ownRatingColumns(names);
  if (own !== null) return { fields: own, ratings: null, guess: false };
  const fields: ImportMapping["fields"] = {};
  const taken = new Set<string>();
  const take = (field: KnownColumn, source: string, column = source) => {
    fields[field] ??= source;
    taken.add(column);
  };
  for (const name of names) {
    const column = knownColumn(name);
    if (column !== null) take(column, readable(rows, name) ? name : (textWithin(name, rows) ?? name), name);
  }
  const has = (field: KnownColumn) => fields[field] !== undefined;
  const find = (candidates: readonly string[] = []) =>
    candidates.map((path) => candidate(path, names, rows)).find((path) => path !== null && !taken.has(path));
  const fill = (table: typeof synonyms) => (field: KnownColumn) => {
    const path = has(field) ? undefined : find(table[field]);
    if (path) take(field, path);
  };
  const wide = wideRatings(
    names.filter((name) => !taken.has(name)),
    rows,
  );
  if (isRatings(names, fields))
    for (const field of ["sample_id", "criterion", "rater", "score", "reason"] as const) fill(ratingSynonyms)(field);
  else {
    joinInstruction(names, fields, taken);
    for (const field of ["output_a", "output_b", "input", "id"] as const) fill(synonyms)(field);
    const pairwise = has("output_a") || has("output_b");
    if (!pairwise && !chatAnswer(fields, rows)) fill(synonyms)("output");
    for (const field of pairwise ? (["system_a", "system_b", "gold_label"] as const) : (["system"] as const)) fill(synonyms)(field);
    for (const field of ["reference", "image_url", "subset"] as const) fill(synonyms)(field);
    // Langfuse's items hold an expected output and no other.
    const { reference } = fields;
    if (!pairwise && !has("output") && !chatAnswer(fields, rows) && reference && /^expectedOutput(?:\.|$)/.test(reference)) {
      fields.output = reference;
      delete fields.reference;
    }
  }
  return { fields, ratings: wide, guess: false };
}

/** Ratings name a criterion and a rater, or a score and a rater, and hold no texts to judge. */
function isRatings(names: readonly string[], fields: ImportMapping["fields"]): boolean {
  if (fields.input !== undefined || fields.output !== undefined || fields.output_a !== undefined) return false;
  const among = (field: KnownColumn) =>
    fields[field] !== undefined || names.some((name) => (ratingSynonyms[field] ?? []).includes(plain(name)));
  return among("rater") && among("criterion") && (among("score") || fields.label !== undefined);
}

/** Instructions in Alpaca's shape: `input` is what the instruction is about, and often empty. A file with Redline's own names is left as it is. */
function joinInstruction(names: readonly string[], fields: ImportMapping["fields"], taken: Set<string>): void {
  const instruction = names.find((name) => plain(name) === "instruction");
  if (instruction === undefined || fields.input === undefined) return;
  if (fields.id !== undefined && (fields.output !== undefined || fields.output_a !== undefined)) return;
  fields.input = `${instruction}+${fields.input}`;
  taken.add(instruction);
}

/** The path as the file spells it, if its rows have it. */
function candidate(path: string, names: readonly string[], rows: readonly Row[]): string | null {
  const name = names.find((each) => each === path) ?? names.find((each) => plain(each) === path);
  if (name !== undefined) return readable(rows, name) ? name : textWithin(name, rows);
  return path.includes(".") && rows.some((row) => valueAt(row, path) !== undefined) ? path : null;
}

const textKeys = [
  "text",
  "content",
  "value",
  ...["input", "output", "reference"].flatMap((field) => [field, ...(synonyms[field as KnownColumn] ?? [])]),
];

/** The path to the text of a column of nested records: under a usual name, or their only value. */
function textWithin(name: string, rows: readonly Row[]): string | null {
  const records = rows.map((row) => row[name]).filter((value) => value !== null && value !== undefined);
  if (records.some((value) => typeof value !== "object" || Array.isArray(value))) return null;
  const keysOf = (value: unknown) => Object.keys(value as object);
  const [only, ...others] = new Set(records.flatMap(keysOf));
  const key =
    only !== undefined && others.length === 0 ? only : textKeys.find((each) => records.every((value) => keysOf(value).includes(each)));
  if (key === undefined || key.includes(".") || records.length === 0) return null;
  return readable(records as Row[], key) ? `${name}.${key}` : null;
}

/** A nested record is no text, but a list of turns or of texts is. */
const readable = (rows: readonly Row[], name: string) =>
  rows.every((row) => {
    const value = row[name];
    return (
      typeof value !== "object" ||
      value === null ||
      (Array.isArray(value) && (turnsOf(value) !== null || value.every((part) => typeof part === "string")))
    );
  });

/** Whether the input is a conversation that ends with an answer, which is then the output. */
export function chatAnswer(fields: ImportMapping["fields"], rows: readonly Row[]): boolean {
  const path = fields.input;
  if (path === undefined || path.startsWith("=") || fields.output !== undefined) return false;
  return (
    rows.length > 0 &&
    rows.every((row) => {
      const last = turnsOf(valueAt(row, path))?.at(-1);
      return last !== undefined && isAnswer(last);
    })
  );
}

const raterColumn = /^(?:annotator|rater|annotation|judge|human|worker|expert|evaluator)[ _-]?(\d+|[a-z])$/i;

function wideRatings(names: readonly string[], rows: readonly Row[]): ImportMapping["ratings"] {
  const columns = names.filter((name) => raterColumn.test(name) && rows.every((row) => isShort(row[name])));
  return columns.length < 2 ? null : { per: "rater", columns };
}

const isShort = (value: unknown) => value === null || value === undefined || (typeof value !== "object" && String(value).length <= 40);
