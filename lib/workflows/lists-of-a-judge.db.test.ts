import { expect, test } from "vitest";
import { GET as getRates } from "@/app/api/v1/tasks/[taskId]/criteria-rates/route";
import { GET as getRuns } from "@/app/api/v1/tasks/[taskId]/runs/route";
import { pool } from "@/lib/db/client";
import { keyHeaders, makeAccount, temporaryInstance } from "@/lib/testing/accounts";
import { panel, redlineAll } from "@/lib/testing/criteria-panel";
import { makeProposal } from "@/lib/testing/proposed-criteria";
import { discussCriteriaRound } from "./discuss-criteria-round";
import { listCriteriaRates } from "./list-criteria-rates";

temporaryInstance();

test("runs, and what a panel did to proposals, are narrowed to the judge that a report calls so", async () => {
  const study = await panel();
  const { projectId, taskId, moderator, roundId } = study;
  await redlineAll(study);
  await discussCriteriaRound(moderator, { roundId, withoutMissing: false });
  await pool().query("update judges set name = 'Ann' where project_id = $1", [projectId]);
  await makeProposal(taskId);
  const headers = await keyHeaders(await makeAccount({ roles: { [projectId]: "researcher" } }));
  const asked = (path: "runs" | "criteria-rates", query: string) => {
    const request = new Request(`http://127.0.0.1:3000/api/v1/tasks/${taskId}/${path}${query}`, { headers });
    return (path === "runs" ? getRuns : getRates)(request, { params: Promise.resolve({ taskId }) });
  };
  const runs = async (query: string) =>
    (await (await asked("runs", query)).json()).items.map((run: { judge: { name: string } }) => run.judge.name).sort();
  const rounds = async (query: string) =>
    (await (await asked("criteria-rates", query)).json()).items.map(({ judge }: { judge: string }) => judge);
  expect([await runs(""), await rounds("")]).toEqual([["Ann", "proposer"], ["Ann"]]);
  expect([await runs("?judge=Ann"), await rounds("?judge=Ann")]).toEqual([["Ann"], ["Ann"]]);
  // As it is called beside an annotator with its name.
  expect([await runs("?judge=Ann%20(judge)"), await rounds("?judge=Ann%20(judge)")]).toEqual([["Ann"], ["Ann"]]);
  expect([await runs("?judge=proposer"), await rounds("?judge=proposer")]).toEqual([["proposer"], []]);
  // Another may be named so itself, and have no round.
  await pool().query("update judges set name = 'Ann (judge)' where project_id = $1 and name = 'proposer'", [projectId]);
  expect([await runs("?judge=Ann%20(judge)"), await rounds("?judge=Ann%20(judge)")]).toEqual([["Ann (judge)"], []]);
  expect([await runs("?judge=Ann"), await rounds("?judge=Ann")]).toEqual([["Ann"], ["Ann"]]);
  for (const path of ["runs", "criteria-rates"] as const)
    for (const wrong of ["?judge=", "?arm=blind"]) expect((await asked(path, wrong)).status, `${path}${wrong}`).toBe(422);
});

test("a round whose judge's run was deleted is of no judge", async () => {
  const study = await panel();
  await redlineAll(study);
  await discussCriteriaRound(study.moderator, { roundId: study.roundId, withoutMissing: false });
  await pool().query("update criteria_rounds set proposal_draft_id = null where id = $1", [study.roundId]);
  const { taskId, moderator } = study;
  expect((await listCriteriaRates(moderator, { taskId })).items).toHaveLength(1);
  expect((await listCriteriaRates(moderator, { taskId, judge: "null" })).items).toEqual([]);
});
