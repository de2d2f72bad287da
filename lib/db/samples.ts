import "server-only";
import { sql } from "kysely";
import { AppError } from "@/lib/domain/errors";
import type { Page } from "@/lib/domain/page";
import type { SampleRow } from "@/lib/domain/project";
import { db } from "./client";

/** A page ends early when its texts exceed this, so that book-length cells do not exhaust memory. */
const pageBytes = 8_000_000;

export interface SampleFilter {
  taskId: string;
  /** Matched anywhere in id, input, outputs, systems or subset, ignoring case. */
  search?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** Samples in import order, paged by (position, id). `total` comes with the first page of a list that is not searched. Two queries at most. */
export async function listSampleRows(filter: SampleFilter): Promise<Page<SampleRow>> {
  const cursor = /^(\d{1,9})_([\da-f-]{36})$/.exec(filter.cursor ?? "");
  if (filter.cursor !== undefined && cursor === null) throw new AppError("bad_request", "This cursor is invalid.");
  const search = filter.search?.trim() ?? "";
  const rows = await readPage(filter.taskId, { search, cursor, limit: filter.limit });
  const last = rows.at(-1);
  const isLast = last === undefined || last.candidates <= rows.length;
  return {
    items: rows.map(({ candidates: _, ...row }) => row),
    nextCursor: isLast ? null : `${last.position}_${last.id}`,
    total: search === "" && cursor === null ? await countSamples(filter.taskId) : null,
  };
}

/** Samples after the cursor, as many as fit; `candidates` counts the available ones, up to one beyond the limit. */
function readPage(taskId: string, { search, cursor, limit }: { search: string; cursor: RegExpExecArray | null; limit: number }) {
  return db()
    .with(
      (cte) => cte("candidate").materialized(),
      () => candidates(taskId, search, cursor).limit(limit + 1),
    )
    .with("fitting", (q) =>
      q
        .selectFrom("candidate")
        .select(({ fn, ref }) => [
          "id",
          sql<number>`coalesce(${fn.sum("bytes")} over (order by ${ref("position")}, ${ref("id")} rows between unbounded preceding and 1 preceding), 0)`.as(
            "before",
          ),
        ]),
    )
    .selectFrom("fitting as f")
    .innerJoin("samples as s", "s.id", "f.id")
    .select(["s.id", "s.externalId", "s.position", "s.input", "s.output", "s.outputB", "s.system", "s.systemB", "s.goldLabel", "s.subset"])
    .select(["s.reference", "s.imageUrl", "s.inputId", "s.inputKey", "s.metadata"])
    .select((eb) => [
      eb
        .selectFrom("drafts as d")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .whereRef("d.sampleId", "=", "s.id")
        .$asScalar()
        .$notNull()
        .as("drafts"),
      eb
        .selectFrom("assignments as a")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .whereRef("a.sampleId", "=", "s.id")
        .where("a.status", "=", "submitted")
        .where("a.purpose", "=", "work")
        .$asScalar()
        .$notNull()
        .as("submitted"),
      eb
        .selectFrom("candidate")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .$asScalar()
        .$notNull()
        .as("candidates"),
    ])
    .where("f.before", "<", pageBytes)
    .orderBy("s.position")
    .orderBy("s.id")
    .limit(limit)
    .execute();
}

const searched = ["externalId", "input", "output", "outputB", "system", "systemB", "subset"] as const;

function candidates(taskId: string, search: string, cursor: RegExpExecArray | null) {
  const found = db()
    .selectFrom("samples")
    .select(({ fn, ref }) => [
      "id",
      "position",
      sql<number>`octet_length(${ref("input")}) + octet_length(${ref("output")}) + coalesce(octet_length(${ref("outputB")}), 0)
        + coalesce(octet_length(${ref("reference")}), 0) + ${fn<number>("pg_column_size", ["metadata"])}`.as("bytes"),
    ])
    .where("taskId", "=", taskId)
    .orderBy("position")
    .orderBy("id");
  const after =
    cursor === null
      ? found
      : found.where(({ eb, refTuple, tuple, cast, val }) =>
          eb(refTuple("position", "id"), ">", tuple(cast<number>(val(cursor[1]), "integer"), cast<string>(val(cursor[2]), "uuid"))),
        );
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return search === "" ? after : after.where((eb) => eb.or(searched.map((column) => eb(column, "ilike", pattern))));
}

async function countSamples(taskId: string): Promise<number> {
  const { total } = await db()
    .selectFrom("samples")
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .where("taskId", "=", taskId)
    .executeTakeFirstOrThrow();
  return total;
}
