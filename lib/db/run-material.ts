import "server-only";
import { type Expression, sql } from "kysely";
import { found } from "@/lib/domain/errors";
import { db } from "./client";
import { jsonList, jsonOf } from "./json";

/** What a run over these criteria would cover, with a preview of at most `most` evenly spaced samples. One statement. */
export async function findRunMaterial(taskId: string, criteriaSetId: string | null, sampleLimit: number | null, most: number) {
  const material = db()
    .with("chosen", (cte) =>
      cte
        .selectFrom("samples")
        .select(["id", "input", "output", "outputB", "reference", "imageUrl"])
        .select(({ fn }) =>
          fn
            .agg<number>("row_number")
            .over((over) => over.orderBy("position").orderBy("id"))
            .as("n"),
        )
        .where("taskId", "=", taskId)
        .orderBy("position")
        .orderBy("id")
        .$if(sampleLimit !== null, (samples) => samples.limit(sampleLimit ?? 0)),
    )
    .with("counted", (cte) => cte.selectFrom("chosen").select(({ fn }) => fn.countAll<number>().as("samples")))
    .with("spread", (cte) =>
      cte
        .selectFrom("chosen as s")
        .innerJoin("counted", (join) => join.onTrue())
        .selectAll("s")
        .where((eb) => {
          const places = (n: Expression<number>) => sql<number>`(${n}) * ${most} / ${eb.ref("samples")}`;
          return eb.or([eb("samples", "<=", most), eb(places(eb.ref("s.n")), "<>", places(eb("s.n", "-", 1)))]);
        }),
    )
    .with("applying", (cte) =>
      cte
        .selectFrom("chosen as s")
        .innerJoin("criteria as c", (join) =>
          join
            .on("c.criteriaSetId", "=", criteriaSetId)
            .on((eb) => eb.or([eb("c.sampleId", "is", null), eb("c.sampleId", "=", eb.ref("s.id"))])),
        )
        .select(({ fn, eb }) => [
          fn.countAll<number>().as("units"),
          fn
            .countAll<number>()
            .filterWhere(eb.and([eb("c.overall", "=", true), eb("c.sampleId", "is", null)]))
            .as("overallUnits"),
        ]),
    )
    .selectFrom("tasks as t")
    .innerJoin("counted", (join) => join.onTrue())
    .innerJoin("applying", (join) => join.onTrue())
    .select(["counted.samples", "applying.units", "applying.overallUnits"])
    .select((eb) => [
      jsonOf(eb, ["t.description", "t.inputName", "t.outputName", "t.kind"]).as("task"),
      eb
        .selectFrom("spread as s")
        .select((sample) =>
          jsonList(jsonOf(sample, ["s.id", "s.input", "s.output", "s.outputB", "s.reference", "s.imageUrl"]), sample.ref("s.n")).as("list"),
        )
        .$asScalar()
        .$notNull()
        .as("spread"),
      eb
        .selectFrom("criteria as c")
        .select((criterion) =>
          jsonList(
            jsonOf(criterion, ["c.id", "c.name", "c.definition", "c.scale", "c.overall", "c.sampleId"]),
            criterion.ref("c.position"),
          ).as("list"),
        )
        .where("c.criteriaSetId", "=", criteriaSetId)
        .where((criterion) =>
          criterion.or([
            criterion("c.sampleId", "is", null),
            criterion("c.sampleId", "in", criterion.selectFrom("spread").select("spread.id")),
          ]),
        )
        .$asScalar()
        .$notNull()
        .as("criteria"),
    ])
    .where("t.id", "=", taskId);
  return found(await material.executeTakeFirst(), "task");
}

/**
 * What a run would cover. `units`: all its units, of which `overallUnits` are on the overall criterion. `criteria`: the set's in order, with those
 * that belong to single samples (`sampleId`).
 */
export type RunMaterial = Awaited<ReturnType<typeof findRunMaterial>>;
export type SampleMaterial = RunMaterial["spread"][number];
