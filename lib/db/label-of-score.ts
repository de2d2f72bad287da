import "server-only";
import { type Expression, sql } from "kysely";
import type { Scale } from "@/lib/domain/criterion";

/** In SQL: the label that a score names on a categorical scale; null on a scale of numbers. */
export const labelOfScore = (scale: Expression<Scale>, score: Expression<number | null>) =>
  sql<string | null>`case when ${scale}->>'kind' = 'categorical' then ${scale}->'levels'->(${score})::int->>'label' end`;
