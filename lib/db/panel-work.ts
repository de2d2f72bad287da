import "server-only";
import { batchSize, pendingAfter, placeOf, type UnitKey } from "./batch-work";
import { pool } from "./client";
import { newestDrafts } from "./newest-drafts";

/** What a member of a panel said of a unit. */
export interface MemberDraft {
  judgeId: string;
  draftId: string;
  score: number;
}

export interface PanelUnit extends UnitKey {
  /** At most one per member. */
  drafts: MemberDraft[];
}

/** The names of judges by id; judges that are gone have none. */
export async function findJudgeNames(judgeIds: readonly string[]): Promise<Map<string, string>> {
  const result = await pool().query<{ id: string; name: string }>("select id, name from judges where id = any($1)", [judgeIds]);
  return new Map(result.rows.map((row) => [row.id, row.name]));
}

/** The next pending units of a panel's run, each with what its members say of it now under the same criteria set. Who says nothing is left out. */
export async function listPanelUnits(
  panel: { runId: string; criteriaSetId: string | null; members: readonly string[] },
  after: UnitKey | null,
): Promise<PanelUnit[]> {
  const said = newestDrafts({
    set: "$6",
    and: "r.judge_id = any($5) and d.sample_id = page.sample_id and d.criterion_id = page.criterion_id",
  });
  const result = await pool().query<PanelUnit>(
    `with page as (
       select sample_id, criterion_id from run_units
       ${pendingAfter}
     )
     select page.sample_id as "sampleId", page.criterion_id as "criterionId", (
       select coalesce(jsonb_agg(jsonb_build_object('judgeId', said.judge_id, 'draftId', said.id, 'score', said.score)), '[]')
       from (${said}) said where said.score is not null) as drafts
     from page order by page.sample_id, page.criterion_id`,
    [panel.runId, ...placeOf(after), batchSize, panel.members, panel.criteriaSetId],
  );
  return result.rows;
}
