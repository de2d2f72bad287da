import { describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { Scale } from "@/lib/domain/criterion";
import { preferenceScale } from "@/lib/domain/pair-outputs";
import type { PanelAggregate } from "@/lib/domain/panel";
import { batchStudy, draftsOf, unitsOf } from "@/lib/testing/batch-study";
import { temporaryDatabase } from "@/lib/testing/database";
import { labelled } from "@/lib/testing/labels";
import { draftPanelRun } from "@/lib/workflows/draft-panel-run";

temporaryDatabase();

const signal = new AbortController().signal;
const oneToFive = { min: 1, max: 5, step: 1, levels: [] };
let studies = 0;

/** Three judges who each have a plain run, and samples to judge. */
async function panelStudy(kind: "pointwise" | "pairwise" = "pointwise", criteria = ["Clear"], samples = 1, scale: Scale = oneToFive) {
  const study = await batchStudy(`Panel ${++studies}`, kind, kind === "pointwise" ? scale : preferenceScale, criteria);
  const sampleIds: string[] = [];
  for (let index = 0; index < samples; index++) sampleIds.push(await study.addSample("rain", kind === "pairwise" ? "sun" : null, null));
  const members: { id: string; runId: string }[] = [];
  for (const name of ["Ada", "Ben", "Cleo"]) {
    const id = await study.addJudge(name, "endpoint", {});
    members.push({ id, runId: await study.addRun(id, { at: new Date("2026-01-02") }) });
  }
  const addPanel = async (aggregate: PanelAggregate) => {
    const judgeId = await study.addJudge(`panel ${aggregate}`, "panel", { aggregate, members: members.map((member) => member.id) });
    return study.addRun(judgeId);
  };
  /** One score per member for the first sample and criterion. */
  const addScores = async (scores: (number | null)[], at: { sample?: number; criterion?: number } = {}) => {
    const ids: string[] = [];
    for (const [index, score] of scores.entries()) {
      const runId = members[index]?.runId ?? "";
      ids.push(await study.addDraft(runId, sampleIds[at.sample ?? 0] ?? "", study.criterionIds[at.criterion ?? 0] ?? "", score));
    }
    return ids;
  };
  return { ...study, members, sampleIds, addPanel, addScores };
}

describe("a panel's run", () => {
  test("combines its members' scores and says who gave which", async () => {
    const { addPanel, addScores, members } = await panelStudy();
    const draftIds = await addScores([4, 4, 3]);
    const runId = await addPanel("mean");
    expect(await draftPanelRun({ runId }, { signal })).toBe(1);
    expect(await draftsOf(runId)).toEqual([
      {
        sample: "s0",
        criterion: "Clear",
        score: 11 / 3,
        items: [
          { kind: "conclusion", text: "Mean of 3 judges." },
          { kind: "explanation", text: "Ada: 4" },
          { kind: "explanation", text: "Ben: 4" },
          { kind: "explanation", text: "Cleo: 3" },
          { kind: "score", text: "Score: 3.6666666666666665" },
        ],
        raw: "Mean of 3 judges.\nAda: 4\nBen: 4\nCleo: 3\nScore: 3.6666666666666665",
        details: {
          aggregate: "mean",
          members: members.map((member, index) => ({ judgeId: member.id, draftId: draftIds[index], score: [4, 4, 3][index] })),
        },
        costUsd: 0,
      },
    ]);
  });

  test("decides labels by majority and names them, and says which ones share the most votes", async () => {
    const { addPanel, addScores } = await panelStudy("pointwise", ["Cause"], 2, labelled("made up", "out of date", "other"));
    await addScores([2, 0, 2]);
    await addScores([0, 1, 2], { sample: 1 });
    const runId = await addPanel("majority");
    await draftPanelRun({ runId }, { signal });
    expect((await draftsOf(runId)).map(({ sample, score, raw }) => [sample, score, raw])).toEqual([
      ["s0", 2, "Majority of 3 judges.\nAda: other\nBen: made up\nCleo: other\nLabel: other"],
    ]);
    expect((await unitsOf(runId)).at(1)).toMatchObject({
      code: "panel_undecided",
      message: "No majority: made up, out of date, other were given once each.",
    });
  });

  test("covers every criterion of its set", async () => {
    const { addPanel, addScores } = await panelStudy("pointwise", ["Clear", "True", "Overall"], 2);
    for (const sample of [0, 1]) for (const criterion of [0, 1, 2]) await addScores([1, 5, 1 + criterion + sample], { sample, criterion });
    const runId = await addPanel("median");
    expect(await draftPanelRun({ runId }, { signal })).toBe(6);
    expect((await draftsOf(runId)).map((draft) => [draft.sample, draft.criterion, draft.score])).toEqual([
      ["s0", "Clear", 1],
      ["s0", "True", 2],
      ["s0", "Overall", 3],
      ["s1", "Clear", 2],
      ["s1", "True", 3],
      ["s1", "Overall", 4],
    ]);
  });

  test("fails a unit that not every member has scored, names who is missing, and drafts it once they have", async () => {
    const { addPanel, addDraft, addScores, members, sampleIds, criterionIds } = await panelStudy();
    await addScores([4, null]);
    const runId = await addPanel("mean");
    await draftPanelRun({ runId }, { signal });
    expect(await unitsOf(runId)).toMatchObject([
      { status: "failed", code: "panel_incomplete", message: "There is no score by Ben, Cleo." },
    ]);
    expect(await draftsOf(runId)).toEqual([]);
    for (const member of members.slice(1)) {
      // The member whose reply could not be read is asked again in a separate run.
      const again = await pool().query<{ id: string }>(
        "insert into runs (task_id, judge_id, criteria_set_id, kind, status, protocol, prompt_version) select task_id, judge_id, criteria_set_id, kind, 'done', protocol, '1' from runs where id = $1 returning id",
        [member.runId],
      );
      await addDraft(again.rows[0]?.id ?? "", sampleIds[0] ?? "", criterionIds[0] ?? "", 5);
    }
    await pool().query("update run_units set status = 'pending' where run_id = $1", [runId]);
    await draftPanelRun({ runId }, { signal });
    expect((await draftsOf(runId)).map((draft) => draft.score)).toEqual([14 / 3]);
  });

  test("uses each member's draft from the newest plain run, neither a swapped one nor one drafted later in an older run", async () => {
    const { addPanel, addRun, addDraft, addScores, members, sampleIds, criterionIds } = await panelStudy();
    await addScores([1, 2, 2]);
    const unit = [sampleIds[0] ?? "", criterionIds[0] ?? ""] as const;
    const ada = members[0]?.id ?? "";
    await addDraft(await addRun(ada, { at: new Date("2026-01-03") }), ...unit, 4);
    await addDraft(await addRun(ada, { at: new Date("2026-01-01") }), ...unit, 5);
    await addDraft(await addRun(ada, { at: new Date("2026-01-04"), variant: "swapped" }), ...unit, 5);
    const runId = await addPanel("mean");
    await draftPanelRun({ runId }, { signal });
    expect((await draftsOf(runId))[0]).toMatchObject({
      score: 8 / 3,
      items: [{}, { text: "Ada: 4" }, { text: "Ben: 2" }, { text: "Cleo: 2" }, {}],
    });
  });

  test("counts a member whose newest draft was discarded as missing, whatever an older draft says", async () => {
    const { addPanel, addRun, addDraft, addScores, members, sampleIds, criterionIds } = await panelStudy();
    await addScores([1, 2, 2]);
    const droppedRun = await addRun(members[0]?.id ?? "", { at: new Date("2026-01-05") });
    await addDraft(droppedRun, sampleIds[0] ?? "", criterionIds[0] ?? "", null);
    await pool().query("update run_units set status = 'dropped' where run_id = $1", [droppedRun]);
    const runId = await addPanel("mean");
    await draftPanelRun({ runId }, { signal });
    expect(await unitsOf(runId)).toMatchObject([{ status: "failed", code: "panel_incomplete", message: "There is no score by Ada." }]);
  });

  test("decides pairs by majority, in text that can be swapped, and fails without a majority", async () => {
    const { addPanel, addScores } = await panelStudy("pairwise", ["Overall"], 2);
    await addScores([1, -1, -1]);
    await addScores([1, 0, -1], { sample: 1 });
    const runId = await addPanel("majority");
    await draftPanelRun({ runId }, { signal });
    expect(await draftsOf(runId)).toMatchObject([
      {
        sample: "s0",
        score: -1,
        items: [
          { kind: "conclusion", text: "Majority of 3 judges." },
          { kind: "explanation", text: "Ada: [A]" },
          { kind: "explanation", text: "Ben: [B]" },
          { kind: "explanation", text: "Cleo: [B]" },
          { kind: "score", text: "Verdict: [B]" },
        ],
      },
    ]);
    expect(await unitsOf(runId)).toMatchObject([
      { sample: "s0", status: "done" },
      { sample: "s1", status: "failed", code: "panel_undecided", message: expect.stringMatching(/No majority/) },
    ]);
  });

  test("makes no progress while paused, and leaves other judges' runs alone", async () => {
    const { addPanel, addScores, members } = await panelStudy();
    await addScores([1, 2, 3]);
    const runId = await addPanel("mean");
    await pool().query("update runs set status = 'paused' where id = $1", [runId]);
    expect(await draftPanelRun({ runId }, { signal })).toBe(0);
    expect(await draftPanelRun({ runId: members[0]?.runId ?? "" }, { signal })).toBe(0);
    expect(await unitsOf(runId)).toMatchObject([{ status: "pending", attempts: 0 }]);
  });
});
