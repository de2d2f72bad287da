import "server-only";
import { type Expression, expressionBuilder, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { type Page, readCursor } from "@/lib/domain/page";
import type { SampleRow } from "@/lib/domain/project";
import type { SampleFilter } from "@/lib/domain/sample-filter";
import type { SamplePlace } from "@/lib/domain/unit-selection";
import { db } from "./client";
import { placesIn } from "./list-places";
import { disagreementOn, disagreementsIn, isFlagged, isInState, wasRatedIn } from "./sample-conditions";
import { findSamplesWith, holdsText } from "./sample-search";
import { inWorkOf } from "./samples-in-work";

/** A page ends early when its texts exceed this, so that book-length cells do not exhaust memory. */
const pageBytes = 8_000_000;

interface Asked extends SampleFilter {
  taskId: string;
  readerId: string;
}

/** The same with the samples that a search found, where they are few. */
interface Listed extends Asked {
  known: string[] | null;
}

const withKnown = async (asked: Asked): Promise<Listed> => ({ ...asked, known: await findSamplesWith(asked.taskId, asked.search) });

/**
 * Samples in import order, paged by (position, id), or with the widest disagreement first, paged by their number. `total` comes with the first page of
 * a list that is not narrowed. Two queries at most, and one more for a search.
 */
export async function listSampleRows(
  filter: Asked & { cursor?: string | undefined; limit: number },
): Promise<Page<SampleRow> & { leftOut: number }> {
  const { cursor: text, limit, ...asked } = filter;
  const byNumber = asked.sort === "disagreement";
  const cursor = readCursor(text, byNumber ? "offset" : "position and id");
  const listed = await withKnown(asked);
  const rows = await readPage(listed, cursor, limit);
  const last = rows.at(-1);
  const isLast = last === undefined || last.candidates <= rows.length;
  const next = byNumber ? String(Number(cursor?.[0] ?? 0) + rows.length) : `${last?.position}_${last?.id}`;
  return {
    items: rows.map(({ candidates: _, leftOut: __, ...row }) => row),
    nextCursor: isLast ? null : next,
    total: isNarrowed(asked) || cursor !== null ? null : await countSamples([filter.taskId]),
    leftOut: asked.disagreement === undefined ? 0 : (last?.leftOut ?? (await leftOutOf(listed).executeTakeFirstOrThrow()).samples),
  };
}

/** How many samples that the reader has open are left out, as people may differ on them or not. */
const leftOutOf = (listed: Listed) =>
  candidates({ ...listed, disagreement: undefined, sort: "import" })
    .select(({ fn }) => fn.countAll<number>().as("samples"))
    .where("s.id", "in", inWorkOf(listed.taskId, listed.readerId));

const isNarrowed = ({ taskId: _, readerId: __, sort: ___, search, ...conditions }: Asked): boolean =>
  (search?.trim() ?? "") !== "" || Object.values(conditions).some((condition) => condition !== undefined && condition !== false);

/** Samples after the cursor, as many as fit; `candidates` counts the available ones, up to one beyond the limit. */
function readPage(listed: Listed, cursor: [string, string] | null, limit: number) {
  return (
    db()
      .with(
        (cte) => cte("candidate").materialized(),
        () =>
          after(candidates(listed), listed, cursor)
            .select(["s.id", sql<number>`(row_number() over (order by ${orderOf(listed)}))::int`.as("number")])
            .orderBy(orderOf(listed))
            .limit(limit + 1),
      )
      // Sizes are looked up afterwards, one by one: a sort would carry the texts of all samples with it, and a join might read them all.
      .with("sized", (q) =>
        q.selectFrom("candidate as c").select(({ selectFrom }) => [
          "c.id",
          "c.number",
          selectFrom("samples as s")
            .select(({ fn, ref }) =>
              sql<number>`octet_length(${ref("s.input")}) + octet_length(${ref("s.output")}) + coalesce(octet_length(${ref("s.outputB")}), 0)
              + coalesce(octet_length(${ref("s.reference")}), 0) + ${fn<number>("pg_column_size", ["s.metadata"])}`.as("bytes"),
            )
            .whereRef("s.id", "=", "c.id")
            .as("bytes"),
        ]),
      )
      .with("fitting", (q) =>
        q
          .selectFrom("sized")
          .select(({ fn, ref }) => [
            "id",
            "number",
            sql<number>`coalesce(${fn.sum("bytes")} over (order by ${ref("number")} rows between unbounded preceding and 1 preceding), 0)`.as(
              "before",
            ),
          ]),
      )
      .selectFrom("fitting as f")
      .innerJoin("samples as s", "s.id", "f.id")
      .select([
        "s.id",
        "s.externalId",
        "s.position",
        "s.input",
        "s.output",
        "s.outputB",
        "s.system",
        "s.systemB",
        "s.goldLabel",
        "s.subset",
      ])
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
      .$if(listed.disagreement !== undefined, (q) => q.select(leftOutOf(listed).$asScalar().$notNull().as("leftOut")))
      .where("f.before", "<", pageBytes)
      .orderBy("f.number")
      .limit(limit)
      .execute()
  );
}

/** A task's samples that a filter allows; of a search whose few samples are known already, among those. */
function candidates({ search = "", known, state, disagreement, flagged, system, subset, arm, import: importId, sort, ...reading }: Listed) {
  return db()
    .selectFrom("samples as s")
    .innerJoin("tasks as t", "t.id", "s.taskId")
    .where("s.taskId", "=", reading.taskId)
    .$if(sort === "disagreement", (q) => q.leftJoin(disagreementsIn(reading).as("people"), "people.sampleId", "s.id"))
    .$if(known !== null, (q) => q.where((eb) => eb("s.id", "=", eb.fn.any(eb.val(known ?? [])))))
    .$if(search.trim() !== "" && known === null, (q) => q.where(holdsText(search)))
    .$if(state !== undefined, (q) =>
      q.where((eb) => isInState({ id: eb.ref("s.id"), asked: eb.ref("t.annotatorsPerSample") }, state ?? "open")),
    )
    .$if(disagreement !== undefined, (q) =>
      q.where((eb) => eb(disagreementOn(eb.ref("s.id"), reading), disagreement === "wide" ? ">=" : ">", disagreement === "wide" ? 0.5 : 0)),
    )
    .$if(flagged === true, (q) => q.where((eb) => isFlagged(eb.ref("s.id"))))
    .$if(system !== undefined, (q) => q.where((eb) => eb.or([eb("s.system", "=", system ?? ""), eb("s.systemB", "=", system ?? "")])))
    .$if(subset !== undefined, (q) => q.where("s.subset", "=", subset ?? ""))
    .$if(arm !== undefined, (q) => q.where((eb) => wasRatedIn(eb.ref("s.id"), arm ?? "unstated")))
    .$if(importId !== undefined, (q) => q.where("s.importId", "=", importId ?? ""));
}

/** The order of a list, of samples `s`. */
function orderOf({ sort }: Listed) {
  const { ref } = expressionBuilder<{ s: DB["samples"] }, "s">();
  const asImported = sql`${ref("s.position")}, ${ref("s.id")}`;
  return sort === "disagreement" ? sql`"people"."most" desc nulls last, ${asImported}` : asImported;
}

/** The candidates after a cursor; those that are in no stored order are skipped one by one. */
function after(listed: ReturnType<typeof candidates>, { sort }: Listed, cursor: [string, string] | null) {
  if (cursor === null) return listed;
  if (sort === "disagreement") return listed.offset(Number(cursor[0]));
  return listed.where(({ eb, refTuple, tuple, cast, val }) =>
    eb(refTuple("s.position", "s.id"), ">", tuple(cast<number>(val(cursor[0]), "integer"), cast<string>(val(cursor[1]), "uuid"))),
  );
}

/** The position of a sample in a list, and the samples before and after it. */
export async function findSamplePlace(asked: Asked, sampleId: string): Promise<SamplePlace> {
  const listed = await withKnown(asked);
  const keyOf = (id: Expression<string>) => sql`json_build_object('sampleId', ${id}, 'criterionId', null)`;
  const list = candidates(listed)
    .select("s.id")
    .select(({ ref }) => placesIn(orderOf(listed), keyOf(ref("s.id"))));
  const row = await db()
    .selectFrom(list.as("at"))
    .select(["at.place", "at.previous", "at.next", "at.total"])
    .where("at.id", "=", sampleId)
    .executeTakeFirst();
  if (row !== undefined) return row;
  const counted = candidates(listed).select(({ fn }) => fn.countAll<number>().as("total"));
  return { place: null, total: (await counted.executeTakeFirstOrThrow()).total, previous: null, next: null };
}

/** How many samples these tasks have. */
export async function countSamples(taskIds: readonly string[]): Promise<number> {
  if (taskIds.length === 0) return 0;
  const of = db().selectFrom("samples").where("taskId", "in", taskIds);
  return (await of.select((eb) => eb.fn.countAll<number>().as("all")).executeTakeFirstOrThrow()).all;
}
