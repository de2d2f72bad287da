import type { ImportWarning } from "@/lib/domain/import";

const EXAMPLES = 3;

/** Counts odd but accepted values, one warning per code, with the first few places. */
export class WarningTally {
  readonly #byCode = new Map<string, { message: string; count: number; places: string[] }>();

  add(code: string, message: string, place?: string): void {
    const known = this.#byCode.get(code);
    const entry = known ?? { message, count: 0, places: [] };
    if (!known) this.#byCode.set(code, entry);
    entry.count++;
    if (place !== undefined && entry.places.length < EXAMPLES) entry.places.push(place);
  }

  /** The warnings in order of first occurrence. */
  list(): ImportWarning[] {
    return [...this.#byCode].map(([code, { message, count, places }]) => ({
      code,
      message: places.length === 0 ? message : `${message} ${count > places.length ? "First: " : "There: "}${places.join("; ")}`,
      count,
    }));
  }
}
