import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { removeModelPriceRow } from "@/lib/db/model-prices";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demandInstanceAdmin } from "@/lib/domain/policy";

/** Removes a row from the price table. Runs keep the price they were started with. Throws not_found. */
export async function removeModelPrice(actor: Actor, input: { model: string }): Promise<{ ok: true }> {
  demandInstanceAdmin(actor);
  await inTransaction(async (client) => {
    const before = await removeModelPriceRow(client, input.model);
    if (before === null) throw new AppError("not_found", `The table has no price for "${input.model}".`);
    await appendAudit(client, {
      ...{ projectId: null, userId: actor.userId, verb: "price.remove", targetKind: "model", targetId: input.model },
      details: { before },
    });
  });
  return { ok: true };
}
