import "server-only";
import type { z } from "zod";
import { listFailedUnitRows } from "@/lib/db/failed-units";
import { getRunPlace } from "@/lib/db/runs";
import { AppError } from "@/lib/domain/errors";
import type { failedUnit } from "@/lib/domain/judge";
import type { Page } from "@/lib/domain/page";
import { type Actor, demand } from "@/lib/domain/policy";

interface Input {
  runId: string;
  cursor?: string | undefined;
  limit: number;
}

/** Failed units of a run with the reason and the model's reply. Pages follow the order of samples and criteria. */
export async function listFailedUnits(actor: Actor, input: Input): Promise<Page<z.infer<typeof failedUnit>>> {
  demand(actor, "run.read", (await getRunPlace(input.runId)).projectId, "run");
  const place = /^(\d{1,9})_(\d{1,9})$/u.exec(input.cursor ?? "");
  if (input.cursor !== undefined && place === null) throw new AppError("bad_request", "This cursor is invalid.");
  const after = place === null ? null : { sample: Number(place[1]), criterion: Number(place[2]) };
  const rows = await listFailedUnitRows(input.runId, after, input.limit + 1);
  const shown = rows.slice(0, input.limit);
  const last = rows.length > input.limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(({ samplePosition: _, criterionPosition: __, ...unit }) => unit),
    nextCursor: last ? `${last.samplePosition}_${last.criterionPosition}` : null,
    total: null,
  };
}
