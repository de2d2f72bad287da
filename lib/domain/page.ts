import { z } from "zod";
import { AppError } from "./errors";

const ending = { nextCursor: z.string().nullable(), total: z.int().nullable() };

/** A page of a list; `nextCursor` null: this was the last. */
export const page = <T extends z.ZodType>(entry: T) => z.object({ items: z.array(entry), ...ending });
export interface Page<T> {
  items: T[];
  nextCursor: string | null;
  /** Null if counting costs more than the total is worth. */
  total: number | null;
}

/** What a cursor names: where the page before ended, or how many entries came before. */
const cursorShapes = {
  "time and id": /^(\d{4}-[\d:. +-]{10,40})_([\da-f-]{36})$/,
  "position and id": /^(\d{1,9})_([\da-f-]{36})$/,
  "two positions": /^(\d{1,9})_(\d{1,9})$/,
  offset: /^(\d{1,9})$/,
};

/** The parts of a cursor; null: the first page. Throws bad_request for a text that is not one. */
export function readCursor(text: string | undefined, shape: keyof typeof cursorShapes): [first: string, second: string] | null {
  if (text === undefined) return null;
  const [, first, second = ""] = cursorShapes[shape].exec(text) ?? [];
  if (first === undefined) throw new AppError("bad_request", "This cursor is invalid.");
  return [first, second];
}

/** The rows of a page, of which one more than fits was read if there is one, and where the next begins. */
export function cutPage<Row>(
  read: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): { rows: Row[]; nextCursor: string | null } {
  const rows = read.slice(0, limit);
  const last = read.length > limit ? rows.at(-1) : undefined;
  return { rows, nextCursor: last === undefined ? null : cursorOf(last) };
}

const cursor = z.string().max(500).optional().describe("The `nextCursor` of the page before; absent: the first page.");
const pageSize = z.coerce.number().int().min(1).max(500);

export const pageQuery = z.object({ cursor, limit: pageSize.default(50) });

/** The query of a list that is short as a rule and read as a whole. */
const wholeListQuery = z.object({ cursor, limit: pageSize.optional().describe("Absent: the whole list.") });

/**
 * The parts of an endpoint whose list is read as a whole and cut into pages at the door: all of it unless a `limit` is given. `keyOf` names an item, so
 * that a page goes on after it although items before it have come or gone.
 */
export function wholeList<
  Item extends z.ZodType,
  Rest extends z.ZodRawShape = Record<never, never>,
  Query extends z.ZodRawShape = Record<never, never>,
>(item: Item, keyOf: (item: z.output<Item>) => string, also: { reply?: Rest; query?: Query } = {}) {
  return {
    query: wholeListQuery.extend((also.query ?? {}) as Query),
    reply: page(item).extend((also.reply ?? {}) as Rest),
    keyOf: keyOf as (item: never) => string,
  };
}
