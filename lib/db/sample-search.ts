import "server-only";
import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { db } from "./client";

const { ref } = expressionBuilder<{ s: DB["samples"] }, "s">();

/** The texts of a sample in which a search looks. */
const searched = ["externalId", "input", "output", "outputB", "system", "systemB", "subset"] as const;

/** Up to so many samples found are listed by their ids; more are soon met in the order of the list. */
const mostListed = 1000;
/** Shorter texts have no three-letter piece, and are in most samples. */
const shortestIndexed = 3;

const patternOf = (search: string) => `%${search.trim().replace(/[\\%_]/g, "\\$&")}%`;

/** Whether a sample `s` holds the text, in small letters or capitals. */
export const holdsText = (search: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    searched.map((column) => sql`${ref(`s.${column}`)} ilike ${patternOf(search)}`),
    sql` or `,
  )})`;

/** All of a sample's searched texts in one, as the index `samples_search_idx` has them. */
const together = sql`(${ref("s.externalId")} || chr(31) || ${ref("s.input")} || chr(31) || ${ref("s.output")} || chr(31)
  || coalesce(${ref("s.outputB")}, '') || chr(31) || coalesce(${ref("s.system")}, '') || chr(31)
  || coalesce(${ref("s.systemB")}, '') || chr(31) || coalesce(${ref("s.subset")}, ''))`;

/**
 * The ids of a task's samples that hold a text, found by the index; null where nothing is searched, or where so many hold it that a list meets them
 * soon in its own order. Without the extension pg_trgm there is no index, and every sample of the task is read until enough are found.
 */
export async function findSamplesWith(taskId: string, search = ""): Promise<string[] | null> {
  if (search.trim().length < shortestIndexed) return null;
  const found = await db()
    // Materialized: planned without the limit, which would have PostgreSQL read the samples in their order instead of the index.
    .with(
      (cte) => cte("found").materialized(),
      (q) =>
        q
          .selectFrom("samples as s")
          .select("s.id")
          .where("s.taskId", "=", taskId)
          .where(sql<SqlBool>`${together} ilike ${patternOf(search)}`)
          .where(holdsText(search)),
    )
    .selectFrom("found")
    .select("id")
    .limit(mostListed + 1)
    .execute();
  return found.length > mostListed ? null : found.map(({ id }) => id);
}
