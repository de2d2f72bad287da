import "server-only";
import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import type { GroupedBy } from "@/lib/domain/grouped-by";
import { fundamentalDimensions } from "@/lib/domain/made-dimension";
import { isByScores } from "@/lib/domain/score-conditions";
import { smallestGroup } from "@/lib/domain/smallest-group";
import { anyOf } from "./any-of";
import type { UnitIds } from "./asked-again";
import { db } from "./client";
import { mostFrequent } from "./most-frequent";
import { hasForm } from "./output-formats";
import type { FoundSelection } from "./rating-conditions";
import { valueIn } from "./sample-columns";
import { inWorkOf } from "./samples-in-work";
import { isBesideDraft, tiny } from "./selected-beside-drafts";
import {
  alsoJudged,
  alsoRated,
  isOfSamples,
  judgedBy,
  othersOn,
  peopleByUnit,
  ratedWithDraft,
  ratersByCriterion,
  scoredByOther,
} from "./selected-ratings";

/**
 * Whether the selection is about people's ratings; otherwise about a judge's scores alone, of which a report that is narrowed to some people's work leaves
 * out none.
 */
export const needsPeople = ({
  judgeId,
  humanId,
  humanScore,
  people,
  ratings,
  pairable,
  apart,
  item,
  spread,
  timed,
  besides,
  everybody,
  planted,
  firstRated,
  ...rest
}: FoundSelection) =>
  judgeId === null ||
  humanId !== null ||
  people !== "each" ||
  isBesideDraft(rest) ||
  [humanScore, ratings, pairable, apart, item, spread, timed, besides, everybody, planted, firstRated].some(
    (condition) => condition !== undefined,
  );

/**
 * Whether a unit must have a current score of the judge. Alpha with a judge also uses units that people alone have rated; what the judge said when it was
 * asked again, and what people did beside a draft, rest on the scores of single runs.
 */
const needsJudge = (selection: FoundSelection) =>
  selection.judgeId !== null &&
  selection.pairable !== "judge" &&
  selection.item === undefined &&
  selection.units === null &&
  !isBesideDraft(selection);

/** Whether its units depend on the judge's scores; otherwise these are only shown. */
const usesJudge = (selection: FoundSelection) =>
  needsJudge(selection) ||
  selection.pairable === "judge" ||
  [selection.judgeScore, selection.apart, selection.right].some((condition) => condition !== undefined);

const meanOf = (scores: Expression<number[]>) => sql<number | null>`(select avg(v.score) from unnest(${scores}) as v (score))`;

const medianOf = (scores: Expression<number[]>) =>
  sql<number | null>`(select percentile_cont(0.5) within group (order by v.score) from unnest(${scores}) as v (score))`;

const middles = { most: mostFrequent, median: medianOf, mean: meanOf };

const distances = { above: sql``, below: sql`-`, either: sql`abs` };

/** Whether a score is this one, or from it up to another. */
const isAt = (score: Expression<number | null>, from: number, below: number | undefined) =>
  below === undefined
    ? sql<SqlBool>`abs(${score} - ${from}::float8) < ${tiny}::float8`
    : sql<SqlBool>`(${score} >= ${from}::float8 - ${tiny}::float8 and ${score} < ${below}::float8 - ${tiny}::float8)`;

/** How far the scores of a unit are apart, as the report sorts them; names have no distance, and their range is null. */
function isSpread(
  scores: Expression<number[]>,
  range: Expression<number | null>,
  spread: "unanimous" | "mild" | "split",
): RawBuilder<SqlBool> {
  const apart = sql`(${scores}[cardinality(${scores})] - ${scores}[1])`;
  const several = sql`cardinality(${scores}) >= 2`;
  if (spread === "unanimous") return sql<SqlBool>`(${several} and ${apart} = 0)`;
  const isMild = sql`case when ${range} is null then ${mostFrequent(scores)} is not null else ${apart} <= ${range} / 4.0 + ${tiny}::float8 end`;
  return sql<SqlBool>`(${several} and ${apart} > 0 and ${spread === "mild" ? sql`` : sql`not`} (${isMild}))`;
}

/** How many of a unit's ratings the selection is about. */
function matched(scores: Expression<number[]>, judgeScore: Expression<number | null>, selection: FoundSelection): RawBuilder<number> {
  const { humanScore, people, pairable } = selection;
  if (!needsPeople(selection)) return sql`1`;
  if (pairable === "judge") return sql`cardinality(${scores}) + (${judgeScore} is not null)::int`;
  if (humanScore === undefined || people !== "each") return sql`cardinality(${scores})`;
  return sql`(select count(*)::int from unnest(${scores}) as v (score) where v.score = ${humanScore})`;
}

/**
 * The units of a selection: one row each with people's scores, the judge's score, and how many ratings and draft lines of it the figure counts. The one
 * query behind every link from the report.
 */
export function unitsOf(selection: FoundSelection) {
  const all = db()
    .selectFrom("samples as s")
    .innerJoin("tasks as t", "t.id", "s.taskId")
    .innerJoin("criteria as c", (join) =>
      selection.made === undefined
        ? join.on("c.id", "=", anyOf(selection.criterionId === null ? selection.criterionIds : [selection.criterionId]))
        : join.onRef("c.sampleId", "=", "s.id").on(({ ref }) => isMade(selection, ref("c.criteriaSetId"), ref("c.name"))),
    )
    .leftJoin(peopleByUnit(selection).as("p"), (join) => join.onRef("p.sampleId", "=", "s.id").onRef("p.criterionId", "=", "c.id"))
    .leftJoin(judgedBy(selection, usesJudge(selection) ? selection.judgeId : null).as("j"), (join) =>
      join.onRef("j.sampleId", "=", "s.id").onRef("j.criterionId", "=", "c.id"),
    )
    .select(["s.id as sampleId", "s.position", "s.system", "s.subset", "s.inputKey", "s.goldLabel"])
    .select(["c.id as criterionId", "c.name as criterion", "c.position as criterionPosition", "j.score as judgeScore"])
    .select((eb) => [
      sql<number[]>`coalesce(${eb.ref("p.scores")}, '{}')`.as("scores"),
      sql<number>`coalesce(${eb.ref("p.lines")}, 0)`.as("lines"),
      sql<string[]>`coalesce(${eb.ref("p.words")}, '[]')`.as("words"),
      eb.ref("p.firstRated").as("firstRated"),
      (selection.small === "column" ? valueIn(selection.column ?? "") : sql<string | null>`null::text`).as("columnValue"),
      sql<number | null>`case when ${eb.ref("t.kind")} = 'pointwise' and ${eb.ref("c.scale")} ->> 'kind' is distinct from 'categorical'
        then (${eb.ref("c.scale")} ->> 'max')::float8 - (${eb.ref("c.scale")} ->> 'min')::float8 end`.as("range"),
    ])
    .where("s.taskId", "=", selection.taskId)
    .$if(selection.made !== undefined && selection.criterionId !== null, (q) => q.where("c.id", "=", selection.criterionId ?? ""))
    .$if(isByScores(selection), (q) => q.where("s.id", "not in", inWorkOf(selection.taskId, selection.readerId)))
    .$if(needsPeople(selection), (q) => q.where("p.sampleId", "is not", null))
    .$if(needsJudge(selection), (q) => q.where("j.sampleId", "is not", null))
    .$if(selection.units !== null, (q) =>
      q.where((eb) => eb(sql`(${eb.ref("s.id")}, ${eb.ref("c.id")})`, "in", unitsAt(selection.units ?? { samples: [], criteria: [] }))),
    )
    .where(isOfSamples(selection))
    .$if(selection.gold !== undefined, (q) => q.where((eb) => goldIs(eb.ref("s.goldLabel"), selection)))
    .$if(selection.adjudicated === true, (q) => q.where((eb) => eb.exists(labelOf(eb.ref("s.id"), eb.ref("c.id")))))
    .$if(selection.besides !== undefined, (q) =>
      q.where((eb) => eb(othersOn(selection, eb.ref("s.id"), eb.ref("c.id")), ">=", selection.besides ?? 1)),
    )
    .$if(selection.alsoId !== null && needsPeople(selection), (q) => q.where((eb) => eb.exists(alsoRated(selection, eb.ref("s.id")))))
    .$if(selection.alsoId !== null && selection.judgeId !== null, (q) => q.where((eb) => eb.exists(alsoJudged(selection, eb.ref("s.id")))))
    .$if(selection.withDraftId !== null, (q) => q.where((eb) => eb.exists(ratedWithDraft(selection, eb.ref("s.id"), eb.ref("c.id")))))
    .$if(selection.form !== undefined, (q) => q.where(hasForm(selection.form ?? "list")))
    .$if(selection.own === true, (q) => q.where((eb) => isOwnModel(eb.ref("s.system"), selection.model)))
    .$if(selection.other !== null, (q) => q.where((eb) => eb.exists(scoredByOther(selection, eb.ref("s.id"), eb.ref("c.id")))));
  const counted = db()
    .selectFrom(all.as("unit"))
    .selectAll("unit")
    .select(({ ref }) => matched(ref("unit.scores"), ref("unit.judgeScore"), selection).as("ratings"));
  const {
    people,
    humanScore,
    humanBelow,
    judgeScore,
    judgeBelow,
    ratings,
    pairable,
    apart,
    gap = 0,
    item,
    right,
    spread,
    everybody,
    small,
    firstRated,
    outputs,
  } = selection;
  const chosen = db()
    .selectFrom(counted.as("u"))
    .$if(needsPeople(selection) && item === undefined, (q) => q.where("u.ratings", ">", 0))
    .$if(item !== undefined, (q) => q.where("u.lines", ">", 0))
    .$if(judgeScore !== undefined, (q) => q.where(({ ref }) => isAt(ref("u.judgeScore"), judgeScore ?? 0, judgeBelow)))
    .$if(ratings !== undefined, (q) => q.where(({ ref }) => sql<SqlBool>`cardinality(${ref("u.scores")}) >= ${ratings}`))
    .$if(pairable === "people", (q) => q.where(({ ref }) => sql<SqlBool>`cardinality(${ref("u.scores")}) >= 2`))
    .$if(pairable === "judge", (q) => q.where("u.ratings", ">=", 2))
    .$if(everybody === true, (q) =>
      q.where(({ ref }) => sql<SqlBool>`(${ref("u.criterionId")}, cardinality(${ref("u.scores")})) in ${ratersByCriterion(selection)}`),
    )
    .$if(people === "most", (q) => q.where(({ ref }) => sql<SqlBool>`${mostFrequent(ref("u.scores"))} is not null`))
    .$if(people !== "each" && humanScore !== undefined, (q) =>
      q.where(({ ref }) => isAt(middles[people === "each" ? "most" : people](ref("u.scores")), humanScore ?? 0, humanBelow)),
    )
    .$if(firstRated !== undefined, (q) => q.where(({ ref }) => sql<SqlBool>`starts_with(${ref("u.firstRated")}, ${firstRated})`))
    .$if(spread !== undefined, (q) => q.where(({ ref }) => isSpread(ref("u.scores"), ref("u.range"), spread ?? "split")))
    .$if(apart !== undefined, (q) =>
      q.where(
        ({ ref }) =>
          sql<SqlBool>`${distances[apart ?? "either"]} (${ref("u.judgeScore")} - ${medianOf(ref("u.scores"))}) >= greatest(${gap}::float8 - ${tiny}::float8, ${tiny}::float8)`,
      ),
    )
    .$if(right !== undefined, (q) =>
      q.where(({ ref }) => {
        const verdict = needsPeople(selection) ? mostFrequent(ref("u.scores")) : ref("u.judgeScore");
        return sql<SqlBool>`(sign(${verdict}) = case ${ref("u.goldLabel")} when 'A' then 1 when 'B' then -1 else 0 end) = ${right}`;
      }),
    );
  return db()
    .selectFrom(
      chosen
        .selectAll("u")
        .select(({ ref }) => {
          const groups: Record<GroupedBy, Expression<string | null>> = {
            ...{ system: ref("u.system"), subset: ref("u.subset"), column: ref("u.columnValue"), day: ref("u.firstRated") },
            month: sql`left(${ref("u.firstRated")}, 7)`,
          };
          const shared = small === undefined ? ref("u.inputKey") : groups[small];
          return [
            sql<string | null>`${shared}`.as("shared"),
            alike(small === undefined && outputs === undefined ? undefined : shared).as("alike"),
          ];
        })
        .as("u"),
    )
    .$if(small !== undefined, (q) => q.where("u.shared", "is not", null).where("u.alike", "<", smallestGroup))
    .$if(outputs !== undefined, (q) => q.where("u.alike", ">=", outputs ?? 1));
}

/** How many of the selected units share this with a unit, where it is asked. */
const alike = (shared: Expression<unknown> | undefined): RawBuilder<number> =>
  shared === undefined ? sql`1` : sql`count(*) over (partition by ${shared})`;

/** The same as isOwnModel in lib/report/own-model.ts. */
function isOwnModel(system: Expression<string | null>, model: string | null): RawBuilder<SqlBool> {
  const [a, b] = [sql`lower(${system})`, sql`lower(${model}::text)`];
  return sql<SqlBool>`(${a} = ${b} or starts_with(${a}, ${b} || '-') or starts_with(${b}, ${a} || '-'))`;
}

const unitsAt = ({ samples, criteria }: UnitIds) => sql`(select * from unnest(${samples}::uuid[], ${criteria}::uuid[]))`;

/** Whether a criterion of a set is a dimension of the selection's kind, made by its judge in a run over the reported criteria. */
const isMade = ({ criteriaSetId, judgeId, made }: FoundSelection, set: Expression<string>, name: Expression<string>) => {
  const eb = expressionBuilder<DB>();
  const isFundamental = (kinds: readonly string[]) => eb(eb.fn<string>("lower", [eb.fn("btrim", [name])]), "in", kinds);
  return eb.and([
    eb.exists(
      eb
        .selectFrom("criteriaSets as cs")
        .innerJoin("runs as r", "r.id", "cs.derivedByRunId")
        .select("cs.id")
        .where("cs.id", "=", set)
        .where("r.criteriaSetId", "=", criteriaSetId)
        .where("r.judgeId", "=", judgeId),
    ),
    made === "specific" ? eb.not(isFundamental(fundamentalDimensions)) : isFundamental([made ?? ""]),
  ]);
};

const labelOf = (sampleId: Expression<string>, criterionId: Expression<string>) =>
  db()
    .selectFrom("adjudications as label")
    .select("label.id")
    .where("label.sampleId", "=", sampleId)
    .where("label.criterionId", "=", criterionId)
    .where("label.finalScore", "is not", null);

function goldIs(label: Expression<string | null>, { gold }: FoundSelection): RawBuilder<SqlBool> {
  if (gold === "known") return sql`${label} is not null`;
  return gold === "decided" ? sql`${label} in ('A', 'B')` : sql`${label} = ${gold}`;
}
