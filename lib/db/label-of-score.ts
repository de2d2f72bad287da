import "server-only";
import { type Expression, sql } from "kysely";
import type { Scale } from "@/lib/domain/criterion";

/** In SQL: the label that a score names on a categorical scale; null on a scale of numbers. */
export const labelOfScore = (scale: Expression<Scale>, score: Expression<number | null>) =>
  sql<string | null>`case when ${scale}->>'kind' = 'categorical' then ${scale}->'levels'->(${score})::int->>'label' end`;

/** In SQL: the scores that an annotator marked as also acceptable, as files have them: labels where the criterion has labels. */
export const namedScores = (scale: Expression<Scale>, scores: Expression<number[]>) =>
  sql<(number | string)[]>`case when ${scores} = '{}' then '[]'::jsonb else (
    select jsonb_agg(coalesce(to_jsonb(${labelOfScore(scale, sql.ref("point"))}), to_jsonb(point)) order by point) from unnest(${scores}) point
  ) end`;
