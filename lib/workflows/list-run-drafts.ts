import "server-only";
import { listRunDraftRows } from "@/lib/db/run-drafts";
import { getRunPlace } from "@/lib/db/runs";
import type { RunDraft } from "@/lib/domain/exchange";
import { cutPage, type Page, readCursor } from "@/lib/domain/page";
import { type Actor, demand } from "@/lib/domain/policy";

interface Input {
  runId: string;
  cursor?: string | undefined;
  limit: number;
}

/** Drafts of a run, in the order of samples and criteria; dimensions derived for one sample come with it. */
export async function listRunDrafts(actor: Actor, input: Input): Promise<Page<RunDraft>> {
  demand(actor, "run.read", (await getRunPlace(input.runId)).projectId, "run");
  const place = readCursor(input.cursor, "two positions");
  const after = place === null ? null : { sample: Number(place[0]), criterion: Number(place[1]) };
  const rows = await listRunDraftRows(input.runId, after, input.limit + 1);
  const page = cutPage(rows, input.limit, ({ samplePosition, criterionPosition }) => `${samplePosition}_${criterionPosition}`);
  return {
    items: page.rows.map(({ samplePosition: _, criterionPosition: __, ...draft }) => draft),
    nextCursor: page.nextCursor,
    total: null,
  };
}
