import "server-only";
import { expressionBuilder, type RawBuilder, sql } from "kysely";
import { type Page, readCursor } from "@/lib/domain/page";
import { isByScores, withoutScores } from "@/lib/domain/score-conditions";
import type { SamplePlace, SelectedUnit, SelectionCounts } from "@/lib/domain/unit-selection";
import { db } from "./client";
import { jsonList, jsonOf } from "./json";
import { placesIn } from "./list-places";
import type { FoundSelection } from "./rating-conditions";
import { inWorkOf } from "./samples-in-work";
import { judgedBy } from "./selected-ratings";
import { needsPeople, unitsOf } from "./selected-units";

/**
 * The order of the list: as imported, or by the distance between the highest and the lowest rating, of which the reader is told nothing of samples that
 * they have open.
 */
function orderOf(units: ReturnType<typeof unitsOf>, { sort, taskId, readerId }: FoundSelection) {
  const { ref } = expressionBuilder(units);
  const scores = ref("u.scores");
  const distance = sql`case when ${ref("u.sampleId")} not in ${inWorkOf(taskId, readerId)}
    then ${scores}[cardinality(${scores})] - ${scores}[1] end desc nulls last`;
  const asImported = [ref("u.position"), ref("u.sampleId"), ref("u.criterionPosition")];
  return sql.join(sort === "disagreement" ? [distance, ...asImported] : asImported);
}

interface Counted {
  sampleId: string;
  criterionId: string;
  inputKey: string;
  ratings: number;
  lines: number;
}

const unit = expressionBuilder<{ u: Counted }, "u">();

/**
 * A page of a selection's units, with how many there are of everything it counts, and how many samples were left out as the reader has them open. The
 * cursor is the number of units before the page.
 */
export async function listSelectedUnits(
  selection: FoundSelection,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<SelectedUnit> & { counts: SelectionCounts; leftOut: number }> {
  const offset = Number(readCursor(cursor, "offset")?.[0] ?? 0);
  const units = unitsOf(selection);
  const order = orderOf(units, selection);
  const scored = ["u.scores", "u.ratings", "u.lines", "u.words"] as const;
  const { items, leftOut, ...counts } = await db()
    // What the page and the counts share is most of the work.
    .with(
      (cte) => cte("found").materialized(),
      () => units.select(["u.sampleId", "u.position", "u.inputKey", "u.criterionId", "u.criterion", "u.criterionPosition", ...scored]),
    )
    .with("counts", (from) => from.selectFrom("found as u").select(countsOf(selection)))
    .with("page", (from) =>
      from
        .selectFrom("found as u")
        .selectAll()
        .orderBy(order)
        .offset(offset)
        .limit(limit + 1),
    )
    .with("shown", (from) =>
      from
        .selectFrom("page as u")
        .innerJoin("samples as s", "s.id", "u.sampleId")
        .leftJoinLateral(
          judgedBy(selection, selection.judgeId)
            .where("said.sampleId", "=", unit.ref("u.sampleId"))
            .where("said.criterionId", "=", unit.ref("u.criterionId"))
            .as("j"),
          (join) => join.onTrue(),
        )
        .selectAll("u")
        .select(["s.externalId", "s.system", "s.systemB", "j.score as judgeScore"])
        .select((eb) => [
          sql<number>`${eb.ref("u.position")} + 1`.as("number"),
          sql<string>`left(${eb.ref("s.input")}, 200)`.as("inputStart"),
          eb("u.sampleId", "in", inWorkOf(selection.taskId, selection.readerId)).$castTo<boolean>().as("withheld"),
        ]),
    )
    .selectFrom("counts")
    .selectAll("counts")
    .select(({ selectFrom }) =>
      selectFrom("shown as u")
        .select((eb) =>
          jsonList(
            jsonOf(eb, [
              ...(["u.sampleId", "u.externalId", "u.number", "u.inputStart", "u.system", "u.systemB"] as const),
              ...(["u.criterionId", "u.criterion", "u.withheld", "u.judgeScore", ...scored] as const),
            ]),
            order,
          ).as("items"),
        )
        .$asScalar()
        .$notNull()
        .as("items"),
    )
    .executeTakeFirstOrThrow();
  return {
    items: items.slice(0, limit),
    nextCursor: items.length > limit ? String(offset + limit) : null,
    total: counts.units,
    counts,
    leftOut,
  };
}

/**
 * How many samples a selection leaves out: those that the reader has open and that it might have, whatever their scores. Without any, nothing but that is
 * looked up.
 */
function leftOutOf(selection: FoundSelection): RawBuilder<number> {
  if (!isByScores(selection)) return sql`0`;
  const open = inWorkOf(selection.taskId, selection.readerId);
  const people = needsPeople(selection) && selection.item === undefined;
  const ratings = people ? Math.max(selection.ratings ?? 1, selection.spread === undefined ? 1 : 2) : selection.ratings;
  const among = unitsOf({ ...withoutScores(selection), ratings, units: null })
    .select(({ fn }) => fn.count<number>("u.sampleId").distinct().as("samples"))
    .where("u.sampleId", "in", open);
  return sql`case when exists ${open} then ${among} else 0 end`;
}

/** How many units `u`, ratings, draft lines and samples a selection has, and how many samples are left out. */
const countsOf = (selection: FoundSelection) => [
  unit.fn.countAll<number>().as("units"),
  sql<number>`coalesce(sum(${unit.ref("u.ratings")}), 0)::int`.as("ratings"),
  sql<number>`coalesce(sum(${unit.ref("u.lines")}), 0)::int`.as("lines"),
  unit.fn.count<number>("u.sampleId").distinct().as("samples"),
  leftOutOf(selection).as("leftOut"),
  ...(selection.of === "inputs" ? [unit.fn.count<number>("u.inputKey").distinct().as("inputs")] : []),
];

/** The position of one of a sample's units in a selection, and the units before and after it. Without `criterionId`, the sample's first unit. */
export async function findUnitPlace(
  selection: FoundSelection,
  { sampleId, criterionId }: { sampleId: string; criterionId: string | null },
): Promise<SamplePlace> {
  const units = unitsOf(selection);
  const order = orderOf(units, selection);
  const list = units.select(["u.sampleId", "u.criterionId"]).select((eb) => placesIn(order, jsonOf(eb, ["u.sampleId", "u.criterionId"])));
  const row = await db()
    .selectFrom(list.as("at"))
    .select(["at.place", "at.previous", "at.next", "at.total"])
    .where("at.sampleId", "=", sampleId)
    .$if(criterionId !== null, (q) => q.where("at.criterionId", "=", criterionId ?? ""))
    .orderBy("at.place")
    .limit(1)
    .executeTakeFirst();
  return (
    row ?? {
      place: null,
      total: (await unitsOf(selection).select(countsOf(selection)).executeTakeFirstOrThrow()).units,
      previous: null,
      next: null,
    }
  );
}
