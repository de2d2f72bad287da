import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { listModelPriceRows, saveModelPriceRow } from "@/lib/db/model-prices";
import { changedFields } from "@/lib/domain/audit";
import { AppError, found } from "@/lib/domain/errors";
import { type ModelPrice, pricedModel } from "@/lib/domain/model-price";
import { type Actor, demandInstanceAdmin } from "@/lib/domain/policy";

interface Input {
  model: string;
  inputPriceUsd: number;
  outputPriceUsd: number;
}

/** Sets the price of a model, or of all models whose names start with this. Runs keep the price they were started with. */
export async function saveModelPrice(actor: Actor, input: Input): Promise<ModelPrice> {
  demandInstanceAdmin(actor);
  const name = pricedModel.safeParse(input.model);
  if (!name.success)
    throw new AppError("invalid_input", "model: a name of 1 to 300 characters.", {
      details: { issues: [{ path: "model", message: "A name of 1 to 300 characters." }] },
    });
  const { inputPriceUsd, outputPriceUsd } = input;
  const price = { model: name.data, inputPriceUsd, outputPriceUsd };
  return inTransaction(async (client) => {
    const before = await saveModelPriceRow(client, { ...price, updatedById: actor.userId });
    await appendAudit(client, {
      projectId: null,
      userId: actor.userId,
      verb: "price.set",
      targetKind: "model",
      targetId: price.model,
      details: changedFields(before, { inputPriceUsd, outputPriceUsd }),
    });
    const rows = await listModelPriceRows(client);
    return found(
      rows.find((row) => row.model === price.model),
      "price",
    );
  });
}
