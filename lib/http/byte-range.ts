import "server-only";

/** The bytes from `start` up to but without `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * What a request's `Range` asks for of a file of `size` bytes: null for the whole file, "unsatisfiable" for none of its bytes. Several ranges at
 * once, other units and what is malformed are ignored, as HTTP allows.
 */
export function parseRange(header: string | null, size: number): ByteRange | "unsatisfiable" | null {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (from === "" && to === "") return null;
  if (from === "") {
    const start = Math.max(size - Number(to), 0);
    return start < size ? { start, end: size } : "unsatisfiable";
  }
  const start = Number(from);
  const last = to === "" ? size - 1 : Number(to);
  if (last < start && to !== "") return null;
  return start < size ? { start, end: Math.min(last + 1, size) } : "unsatisfiable";
}
