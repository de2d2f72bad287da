import { hash } from "node:crypto";
import type { SampleRecord } from "@/lib/domain/import";

const sha256 = (text: string) => hash("sha256", text);

/** The key shared by samples with the same input: the hash of the input's text or, if the file gives one, of its name for the input. */
export function inputKey(sample: Pick<SampleRecord, "input" | "inputId">): string {
  return sha256(sample.inputId === null ? sample.input : `id:${sample.inputId}`);
}

/**
 * Hash of everything imported for a sample but its id, to distinguish a repeated import (same hash, nothing to do) from a changed one (refused).
 * The order of metadata keys does not matter. Without gold label and subset the hash is the same as before those fields existed.
 */
export function contentHash(sample: Omit<SampleRecord, "kind" | "row">): string {
  const { input, output, outputB, system, systemB, goldLabel, subset, reference, imageUrl, inputId, metadata } = sample;
  const added = goldLabel === null && subset === null ? [] : [goldLabel, subset];
  return sha256(JSON.stringify([input, output, outputB, system, systemB, reference, imageUrl, inputId, sorted(metadata), ...added]));
}

/** A JSON value in which the order of keys makes no difference. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  // Pairs instead of an object, where a key such as "2" or "__proto__" would not keep its position.
  const pairs = Object.entries(value).map(([key, inner]): [string, unknown] => [key, sorted(inner)]);
  return { pairs: pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)) };
}
