import "server-only";
import type { z } from "zod";
import { listFailedUnitRows } from "@/lib/db/failed-units";
import { getRunPlace } from "@/lib/db/runs";
import type { failedUnit } from "@/lib/domain/judge";
import { cutPage, type Page, readCursor } from "@/lib/domain/page";
import { type Actor, demand, mayReadRaw } from "@/lib/domain/policy";

interface Input {
  runId: string;
  cursor?: string | undefined;
  limit: number;
}

/** Failed units of a run with the reason and the reply, as far as the reader may see it. Pages follow the order of samples and criteria. */
export async function listFailedUnits(actor: Actor, input: Input): Promise<Page<z.infer<typeof failedUnit>>> {
  demand(actor, "run.read", (await getRunPlace(input.runId)).projectId, "run");
  const place = readCursor(input.cursor, "two positions");
  const after = place === null ? null : { sample: Number(place[0]), criterion: Number(place[1]) };
  const rows = await listFailedUnitRows(input.runId, after, input.limit + 1);
  const page = cutPage(rows, input.limit, ({ samplePosition, criterionPosition }) => `${samplePosition}_${criterionPosition}`);
  return {
    items: page.rows.map(({ samplePosition: _, criterionPosition: __, isAnswer, rawReply, ...unit }) => ({
      ...unit,
      rawReply: isAnswer || mayReadRaw(actor) ? rawReply : null,
    })),
    nextCursor: page.nextCursor,
    total: null,
  };
}
