import "server-only";
import { sql } from "kysely";
import { found } from "@/lib/domain/errors";
import { judgeParameters } from "@/lib/domain/judge";
import { type ModelPrice, priceFor } from "@/lib/domain/model-price";
import type { RoleInRun } from "@/prisma/column-types";
import { db } from "./client";
import { listModelPriceRows } from "./model-prices";

/** A judge with everything that a run freezes. Prices are its own, else its model's in the price table. */
export interface JudgeToStart extends Awaited<ReturnType<typeof findJudge>> {
  /** The judges in the other parts, priced the same way. */
  roles: { [role: string]: RoleInRun & { name: string } };
}

/** The judge with its chosen prompts; `prompts` null: the built-in ones. */
async function findJudge(id: string) {
  const row = await db()
    .selectFrom("judges as j")
    .leftJoin("promptVersions as v", "v.id", "j.promptVersionId")
    .select(["j.id", "j.projectId", "j.name", "j.kind", "j.archivedAt", "j.baseUrl", "j.model", "j.protocol", "j.parameters", "j.options"])
    .select(["v.texts as prompts", "j.inputPriceUsd", "j.outputPriceUsd"])
    .where("j.id", "=", id)
    .executeTakeFirst();
  const { archivedAt, parameters, ...judge } = found(row, "judge");
  return { ...judge, archived: archivedAt !== null, parameters: judgeParameters.parse(parameters) };
}

/** The judges that take this one's other parts, if they have an endpoint. */
async function findRoles(id: string): Promise<JudgeToStart["roles"]> {
  const rows = await db()
    .selectFrom("judges as j")
    .crossJoinLateral(({ ref }) => sql<{ role: string; id: string }>`jsonb_each_text(${ref("j.roles")})`.as<"part">(sql`part (role, id)`))
    .innerJoin("judges as o", (join) =>
      join.onRef("o.projectId", "=", "j.projectId").on((eb) => eb(eb.cast<string>("o.id", "text"), "=", eb.ref("part.id"))),
    )
    .select(["part.role", "o.id as judgeId", "o.name", "o.baseUrl", "o.model", "o.parameters", "o.inputPriceUsd", "o.outputPriceUsd"])
    .where("j.id", "=", id)
    .execute();
  return Object.fromEntries(
    rows.flatMap(({ role, baseUrl, model, parameters, ...party }) =>
      baseUrl === null || model === null ? [] : [[role, { ...party, baseUrl, model, parameters: judgeParameters.parse(parameters) }]],
    ),
  );
}

/** `embeddingsModel`: the model used for embeddings, replacing the part's own at the same endpoint. Throws not_found. */
export async function getJudgeToStart(id: string, embeddingsModel?: string): Promise<JudgeToStart> {
  const [found, parties, prices] = await Promise.all([findJudge(id), findRoles(id), listModelPriceRows()]);
  const roles = Object.fromEntries(Object.entries(parties).map(([role, party]) => [role, withPrice(party, prices)]));
  const judge = { ...withPrice(found, prices), roles };
  const embedding = embeddingsModel === undefined ? null : embeddingAt(judge, embeddingsModel);
  return embedding === null ? judge : { ...judge, roles: { ...roles, embedding: withPrice(embedding, prices) } };
}

/** The part "embedding" with this model, at the endpoint of the judge named for the part, else at the judge's own. Null: neither has an endpoint. */
function embeddingAt(judge: JudgeToStart, model: string): JudgeToStart["roles"][string] | null {
  const named = judge.roles.embedding;
  if (named?.model === model) return named;
  const { baseUrl, parameters, name } = named ?? judge;
  if (baseUrl === null) return null;
  return { judgeId: named?.judgeId ?? judge.id, name, baseUrl, model, parameters, inputPriceUsd: null, outputPriceUsd: null };
}

type Priced = { model: string | null; inputPriceUsd: number | null; outputPriceUsd: number | null };

function withPrice<P extends Priced>(party: P, prices: readonly ModelPrice[]): P {
  const listed = party.model === null ? null : priceFor(party.model, prices);
  return {
    ...party,
    inputPriceUsd: party.inputPriceUsd ?? listed?.inputPriceUsd ?? null,
    outputPriceUsd: party.outputPriceUsd ?? listed?.outputPriceUsd ?? null,
  };
}
