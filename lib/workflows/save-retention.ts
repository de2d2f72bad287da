import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { saveRetentionRows } from "@/lib/db/retention";
import { changedFields } from "@/lib/domain/audit";
import { type Actor, demandInstanceAdmin } from "@/lib/domain/policy";
import type { Retention } from "@/lib/domain/retention";

/** Sets how long the installation keeps exchanges, webhook deliveries and old log files. A worker deletes within the hour. */
export async function saveRetention(actor: Actor, rules: Retention): Promise<Retention> {
  demandInstanceAdmin(actor);
  await inTransaction(async (tx) => {
    const before = await saveRetentionRows(tx, rules, actor.userId);
    await appendAudit(tx, {
      projectId: null,
      userId: actor.userId,
      verb: "retention.set",
      targetKind: "instance",
      targetId: "retention",
      details: changedFields(before, rules),
    });
  });
  return rules;
}
