import type { ExportFormat } from "@/lib/domain/export-format";

/** The formats that the page offers, in its order. */
export const exportFormats = [
  { value: "jsonl", label: "JSON Lines", words: "Everything: samples with their scores, evaluations with every action, and all drafts." },
  {
    value: "csv",
    label: "CSV",
    words: "One row per sample, with a column for each criterion and rater. For programs such as pandas: texts are written unchanged.",
  },
  {
    value: "excel",
    label: "CSV for Excel",
    words: "The same table for spreadsheets: opens with the right characters, and a text that looks like a formula is never run.",
  },
  {
    value: "long-csv",
    label: "Long CSV of scores",
    words: "One row per rating: unit, rater and value, as statistics programs and “redline stats alpha --long” read them.",
  },
  {
    value: "parquet",
    label: "Parquet",
    words: "One row per sample, as the CSV, with numbers as numbers: for pandas, Polars, R and DuckDB.",
  },
  {
    value: "long-parquet",
    label: "Long Parquet of scores",
    words: "One row per rating: sample, criterion, rater, score or label, arm and protocol.",
  },
  {
    value: "hugging-face",
    label: "Hugging Face dataset",
    words: "A zip of both Parquet tables and a dataset card. Unpack it, and “load_dataset” reads the folder.",
  },
  {
    value: "coeval",
    label: "CoEval release",
    words:
      "A zip in the layout of CoEval's own data: samples with one judge's drafts, and for each annotator every line with what they did to it.",
  },
  {
    value: "adjudicated-csv",
    label: "CSV of adjudicated labels",
    words:
      "One row per adjudicated unit: the label in force, the one given before the judge's draft was shown, and what it was compared with.",
  },
  {
    value: "redline",
    label: "Bundle",
    words:
      "The whole project, to be imported into another installation with “redline import”: criteria, drafts, every action, comments, the audit log, and the e-mail addresses of its people. For admins.",
  },
] as const satisfies readonly { value: ExportFormat; label: string; words: string }[];

/** Formats that hold several tasks; the others are tables of one. */
const ofSeveralTasks: readonly ExportFormat[] = ["jsonl", "coeval", "redline"];

/** Why these tasks cannot be exported together in a format, as the page says it in place of the button; null: they can. */
export function formatProblem(format: ExportFormat, tasks: readonly { kind: "pointwise" | "pairwise" }[]): string | null {
  if (tasks.length > 1 && !ofSeveralTasks.includes(format)) return "One task at a time: choose it above.";
  if (format !== "coeval" || tasks.every(({ kind }) => kind === "pointwise")) return null;
  return tasks.length > 1 ? "Not for pairs: choose another task above." : "Not for pairs.";
}

/** A format's name on the page. */
export const formatLabel = (format: ExportFormat): string => exportFormats.find(({ value }) => value === format)?.label ?? format;
