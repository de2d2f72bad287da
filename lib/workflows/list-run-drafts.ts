import "server-only";
import { listRunDraftRows } from "@/lib/db/run-drafts";
import { getRunPlace } from "@/lib/db/runs";
import { AppError } from "@/lib/domain/errors";
import type { RunDraft } from "@/lib/domain/exchange";
import type { Page } from "@/lib/domain/page";
import { type Actor, demand } from "@/lib/domain/policy";

interface Input {
  runId: string;
  cursor?: string | undefined;
  limit: number;
}

/** Drafts of a run, in the order of samples and criteria; dimensions derived for one sample come with it. */
export async function listRunDrafts(actor: Actor, input: Input): Promise<Page<RunDraft>> {
  demand(actor, "run.read", (await getRunPlace(input.runId)).projectId, "run");
  const place = /^(\d{1,9})_(\d{1,9})$/u.exec(input.cursor ?? "");
  if (input.cursor !== undefined && place === null) throw new AppError("bad_request", "This cursor is invalid.");
  const after = place === null ? null : { sample: Number(place[1]), criterion: Number(place[2]) };
  const rows = await listRunDraftRows(input.runId, after, input.limit + 1);
  const shown = rows.slice(0, input.limit);
  const last = rows.length > input.limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(({ samplePosition: _, criterionPosition: __, ...draft }) => draft),
    nextCursor: last ? `${last.samplePosition}_${last.criterionPosition}` : null,
    total: null,
  };
}
