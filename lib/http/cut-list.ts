import "server-only";
import { AppError } from "@/lib/domain/errors";
import type { Page } from "@/lib/domain/page";

interface Cut {
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** Where a page ended: the key of its last item, and its place, which counts where that item has gone. */
const cursorOf = (place: number, key: string): string => Buffer.from(JSON.stringify([place, key])).toString("base64url");

function readCursor(cursor: string): { place: number; key: string } {
  try {
    const [place, key] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
    if (Number.isSafeInteger(place) && typeof key === "string") return { place: place as number, key };
  } catch {
    // Refused below, like any other text that is not one of our cursors.
  }
  throw new AppError("bad_request", "This cursor is invalid.");
}

/** One page of a list that was read as a whole, with everything else that came with the list. */
export function cutList<T, R extends { items: T[] }>(whole: R, keyOf: (item: T) => string, { cursor, limit }: Cut): R & Page<T> {
  const { items } = whole;
  const start = cursor === undefined ? 0 : startAfter(items, keyOf, cursor);
  const end = Math.min(items.length, start + (limit ?? items.length));
  const last = items[end - 1];
  const more = end < items.length && last !== undefined;
  return { ...whole, items: items.slice(start, end), nextCursor: more ? cursorOf(end - 1, keyOf(last)) : null, total: items.length };
}

function startAfter<T>(items: readonly T[], keyOf: (item: T) => string, cursor: string): number {
  const { place, key } = readCursor(cursor);
  const now = items.findIndex((item) => keyOf(item) === key);
  // The items after one that has gone have moved up by one.
  return now === -1 ? place : now + 1;
}
