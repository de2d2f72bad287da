import "server-only";
import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Arm } from "@/lib/domain/assignment";
import type { UnitSelection } from "@/lib/domain/unit-selection";
import { mostFrequent } from "./most-frequent";

type Asked = Pick<UnitSelection, "shown" | "change" | "fate" | "moved" | "firstScore" | "behaviour" | "could" | "arm">;

/** Scores are decimals; a difference smaller than this is none. */
export const tiny = 1e-9;

/** Whether a selection is about ratings made beside a draft. */
export const isBesideDraft = ({ shown, change, ...rest }: Asked): boolean =>
  shown !== undefined || change !== undefined || needsNumbers(rest);

/** Whether it asks how far scores are apart, or what most people say; labels are only the same or not. */
export const needsNumbers = ({ fate, moved, firstScore, behaviour, could }: Asked): boolean =>
  [fate, moved, firstScore, behaviour, could].some((condition) => condition !== undefined);

/**
 * The ids of evaluations made beside a draft that fit a selection's change, as lib/report/score-distributions.ts defines it, or its fate, move or behaviour,
 * as draft-effect.ts and behaviours.ts in lib/report/chapters do; these are of one arm, without another that of drafts from the start.
 * `all`: everybody's ratings under the report's filter, with their arm, first score and the draft beside them; others' ratings count as well.
 */
export function besideDraft(all: Expression<unknown>, selection: Asked): RawBuilder<string> {
  const isFirst = sql<SqlBool>`(b.arm = 'blind' or (b.arm = 'blind-then-drafted' and b.first is not null))`;
  return sql<string>`(
    with b as materialized ${all},
    unit as (
      select b.sample_id, b.criterion_id,
        array_agg(b.rater) filter (where ${isFirst}) as unseen_by,
        array_agg(case when b.arm = 'blind' then b.final else b.first end) filter (where ${isFirst}) as unseen,
        array_agg(b.rater) filter (where b.arm = 'drafted') as seen_by,
        array_agg(b.final) filter (where b.arm = 'drafted') as seen
      from b group by b.sample_id, b.criterion_id)
    select b.id from b join unit on unit.sample_id = b.sample_id and unit.criterion_id = b.criterion_id
    where b.arm in (${sql.join(armsOf(selection))}) and (b.arm = 'drafted' or b.first is not null) and b.draft is not null${fits(selection)})`;
}

const armsOf = ({ arm, ...asked }: Asked): Arm[] => (arm ? [arm] : needsNumbers(asked) ? ["drafted"] : ["drafted", "blind-then-drafted"]);

/** Others' scores of the unit: those made without a draft, or with one. */
const others = (of: "unseen" | "seen") =>
  sql<
    number[]
  >`array(select o.score from unnest(unit.${sql.raw(of)}_by, unit.${sql.raw(of)}) as o (rater, score) where o.rater <> b.rater)`;

const changes = { up: sql`>`, down: sql`<`, same: sql`=`, changed: sql`<>` };

function fits({ change, fate, moved, firstScore, behaviour, could, arm }: Asked): RawBuilder<SqlBool> {
  const conditions = [
    ...(change === undefined ? [] : [sql<SqlBool>`b.final ${changes[change]} b.draft`]),
    ...(fate === undefined ? [] : [hasFate(fate)]),
    ...(moved === undefined ? [] : [hasMoved(moved)]),
    ...(firstScore === undefined ? [] : [sql<SqlBool>`b.first = ${firstScore}`]),
    ...(behaviour === undefined ? [] : [behaves(behaviour, true, arm === "blind-then-drafted")]),
    ...(could === undefined ? [] : [behaves(could, false, arm === "blind-then-drafted")]),
  ];
  return sql<SqlBool>`${sql.join(
    conditions.map((condition) => sql` and ${condition}`),
    sql``,
  )}`;
}

function hasFate(fate: NonNullable<Asked["fate"]>): RawBuilder<SqlBool> {
  const isKept = sql`b.final = b.draft`;
  const isRight = (score: RawBuilder<unknown>) => sql`abs(${score} - m.middle) < 1 - ${tiny}::float8`;
  const [draft, final] = [isRight(sql`b.draft`), isRight(sql`b.final`)];
  const conditions = {
    wrong: sql`not ${draft}`,
    right: draft,
    "wrong-kept": sql`not ${draft} and ${isKept}`,
    "wrong-put-right": sql`not ${draft} and not ${isKept} and ${final}`,
    "wrong-still-wrong": sql`not ${draft} and not ${isKept} and not ${final}`,
    "right-kept": sql`${draft} and ${isKept}`,
    "right-still-right": sql`${draft} and not ${isKept} and ${final}`,
    "right-made-wrong": sql`${draft} and not ${isKept} and not ${final}`,
  } as const;
  return sql<SqlBool>`exists (
    select 1 from (select count(*) as people, percentile_cont(0.5) within group (order by v.score) as middle
      from unnest(${others("unseen")}) as v (score)) as m
    where m.people >= 3 and ${conditions[fate]})`;
}

function hasMoved(moved: NonNullable<Asked["moved"]>): RawBuilder<SqlBool> {
  const nearer = sql`(abs(b.first - b.draft) - abs(b.final - b.draft))`;
  if (moved === "stayed") return sql<SqlBool>`abs(${nearer}) < ${tiny}::float8`;
  return moved === "towards" ? sql<SqlBool>`${nearer} >= ${tiny}::float8` : sql<SqlBool>`${nearer} <= -${tiny}::float8`;
}

/**
 * Whether a rating shows a behaviour, or could have. With a first score of the person's own, the majority is of others' scores without a draft; else of
 * those with one.
 */
function behaves(behaviour: NonNullable<Asked["behaviour"]>, isShown: boolean, hasFirst: boolean): RawBuilder<SqlBool> {
  const [isDraftRight, isRight] = [sql`b.draft = m.most`, sql`b.final = m.most`];
  const knewBetter = sql`b.first = m.most`;
  const wasWrong = hasFirst ? sql`not ${knewBetter}` : sql`true`;
  const bases = {
    correction: sql`not ${isDraftRight} and ${hasFirst ? knewBetter : sql`true`}`,
    scrutiny: sql`not ${isDraftRight} and ${wasWrong}`,
    subjectivity: sql`${isDraftRight} and ${wasWrong}`,
    "outlier-removed": hasFirst ? sql`${isDraftRight} and ${wasWrong}` : sql`false`,
  } as const;
  const signs = {
    correction: isRight,
    scrutiny: sql`b.final <> b.draft`,
    subjectivity: hasFirst ? sql`b.final = b.first` : sql`not ${isRight}`,
    "outlier-removed": isRight,
  } as const;
  return sql<SqlBool>`exists (select 1 from (select ${mostFrequent(others(hasFirst ? "unseen" : "seen"))} as most) as m
    where m.most is not null and ${bases[behaviour]} and ${isShown ? signs[behaviour] : sql`true`})`;
}
