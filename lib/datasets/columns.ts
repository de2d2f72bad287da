import { type KnownColumn, knownColumns, type RecordKind, ratingColumns, sampleColumns } from "@/lib/domain/import-columns";

const known = new Set<string>(knownColumns);
const isKnown = (name: string): name is KnownColumn => known.has(name);

/** The known column that a header or key names, ignoring case: "Sample ID" is sample_id. Null for the user's own columns. */
export function knownColumn(name: string): KnownColumn | null {
  const plain = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
  return isKnown(plain) ? plain : null;
}

/** Ratings name the sample they belong to; everything else is treated as samples. */
export const recordKind = (has: (column: KnownColumn) => boolean): RecordKind =>
  has("sample_id") || (has("rater") && has("criterion")) ? "rating" : "sample";

/**
 * Whether a known column belongs to rows with these columns; others are metadata of a sample, and left out of a rating. A gold label is a
 * pair's, and `label` another name for it.
 */
export function belongsTo(kind: RecordKind, column: KnownColumn, has: (column: KnownColumn) => boolean): boolean {
  if (kind === "rating") return (ratingColumns as readonly string[]).includes(column);
  if (column === "gold_label") return has("output_a");
  if (column === "label") return has("output_a") && !has("gold_label");
  return (sampleColumns as readonly string[]).includes(column);
}

/** Required columns that are missing for rows of this kind, with the message for each. */
export function missingColumns(kind: RecordKind, has: (column: KnownColumn) => boolean): { field: string; message: string }[] {
  const missing: { field: string; message: string }[] = [];
  const need = (column: KnownColumn) => {
    if (!has(column)) missing.push({ field: column, message: `The column "${column}" is missing.` });
  };
  if (kind === "rating") {
    need("sample_id");
    need("criterion");
    need("rater");
    if (!has("score") && !has("label")) missing.push({ field: "score", message: `A rating needs the column "score" or "label".` });
    return missing;
  }
  need("id");
  need("input");
  if (has("output_a") || has("output_b")) {
    need("output_a");
    need("output_b");
    if (has("output"))
      missing.push({
        field: "output",
        message: `A sample has either "output" or both "output_a" and "output_b", not all three.`,
      });
  } else need("output");
  return missing;
}
