import "server-only";
import { type Expression, sql } from "kysely";

/** The most frequent of an array of scores; null if several are equally frequent, or there are none. */
export const mostFrequent = (scores: Expression<number[]>) =>
  sql<number | null>`(select case when count(*) = 1 then min(of.score) end from (
    select v.score, rank() over (order by count(*) desc) as place from unnest(${scores}) as v (score) group by v.score) as of where of.place = 1)`;
