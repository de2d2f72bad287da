import "server-only";
import { type Expression, sql } from "kysely";
import { pendingAfter, type UnitKey } from "./batch-work";
import { db } from "./client";

/** Bytes of text held at once; a single sample may be larger. */
const batchBytes = 8_000_000;

/** The next pending units of a run with the texts to measure: a batch, or fewer if texts are long. */
export async function listMetricUnits(runId: string, after: UnitKey | null) {
  return db()
    .selectFrom((from) =>
      from
        .selectFrom(pendingAfter(runId, after).as("u"))
        .innerJoin("samples as s", "s.id", "u.sampleId")
        .innerJoin("criteria as c", "c.id", "u.criterionId")
        .select(["u.sampleId", "u.criterionId", "s.output", "s.outputB", "s.reference", "c.scale"])
        .select(({ fn, ref }) => {
          const bytes = (text: Expression<string | null>) => sql<number>`coalesce(octet_length(${text}), 0)`;
          const total = sql<number>`${bytes(ref("s.output"))} + ${bytes(ref("s.outputB"))} + ${bytes(ref("s.reference"))}`;
          return [
            fn
              .sum<number>(total)
              .over((over) => over.orderBy("s.id").orderBy("u.criterionId"))
              .as("bytes"),
            fn
              .agg<number>("row_number")
              .over((over) => over.orderBy("s.id").orderBy("u.criterionId"))
              .as("place"),
          ];
        })
        .as("units"),
    )
    .select(["sampleId", "criterionId", "output", "outputB", "reference", "scale"])
    .where((eb) => eb.or([eb("bytes", "<=", batchBytes), eb("place", "=", 1)]))
    .orderBy("sampleId")
    .orderBy("criterionId")
    .execute();
}

export type MetricUnit = Awaited<ReturnType<typeof listMetricUnits>>[number];
