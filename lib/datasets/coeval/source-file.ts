import type { ImportProblem } from "@/lib/domain/import";
import { decodeWhole } from "../decode-utf8";

/** A staged file: its path within the upload, its size, and its bytes on demand. */
export interface SourceFile {
  path: string;
  size: number;
  bytes(): Promise<Uint8Array>;
}

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

export const isTextList = (value: unknown): value is string[] => Array.isArray(value) && value.every((entry) => typeof entry === "string");

/** `row` stays null: the release's files have samples and criteria, not rows. */
export const problemIn = (file: string, field: string | null, message: string): ImportProblem => ({ file, row: null, field, message });

/** Parses the file as one JSON object, or says what is wrong with it. */
export async function readJsonObject(file: SourceFile): Promise<{ object: Json } | { problem: ImportProblem }> {
  const text = decodeWhole(await file.bytes());
  if ("message" in text) return { problem: { file: file.path, row: text.row, field: null, message: text.message } };
  try {
    const value: unknown = JSON.parse(text.text);
    if (isObject(value)) return { object: value };
    return { problem: problemIn(file.path, null, "The file holds JSON, but not a JSON object.") };
  } catch (error) {
    return { problem: problemIn(file.path, null, `The file is not JSON: ${error instanceof Error ? error.message : String(error)}.`) };
  }
}
