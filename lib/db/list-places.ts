import "server-only";
import { type Expression, sql } from "kysely";
import type { SamplePlace } from "@/lib/domain/unit-selection";

/** The position of each row of a list, the keys of the rows before and after it, and how many rows there are. */
export function placesIn(order: Expression<unknown>, key: Expression<unknown>) {
  const inOrder = sql`over (order by ${order})`;
  return [
    sql<number>`count(*) over ()`.as("total"),
    sql<number>`(row_number() ${inOrder})::int`.as("place"),
    sql<SamplePlace["next"]>`lag(${key}) ${inOrder}`.as("previous"),
    sql<SamplePlace["next"]>`lead(${key}) ${inOrder}`.as("next"),
  ] as const;
}
