import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { listDueWatches } from "@/lib/db/judge-watches";
import { startWatchBody } from "@/lib/domain/judge-watch";
import { temporaryDatabase } from "@/lib/testing/database";
import { type JudgedStudy, judgedStudy } from "@/lib/testing/judged-study";
import { instanceAdmin } from "@/lib/testing/small-study";
import { advanceWatch } from "@/lib/workflows/advance-watch";
import { endJudgeWatch } from "@/lib/workflows/end-judge-watch";
import { listAudit } from "@/lib/workflows/list-audit";
import { listJudgeWatches } from "@/lib/workflows/list-judge-watches";
import { lookAtJudge } from "@/lib/workflows/look-at-judge";
import { startJudgeWatch } from "@/lib/workflows/start-judge-watch";
import { updateJudge } from "@/lib/workflows/update-judge";
import { knownModel } from "../../e2e/support/known-judge";
import { type StandInLlm, startStandInLlm } from "../../e2e/support/stand-in-llm";
import { draftJudge } from "./draft-judge";
import { giveUp, workPiece } from "./work";

temporaryDatabase();
let standIn: StandInLlm;
let study: JudgedStudy;
beforeAll(async () => {
  standIn = await startStandInLlm({ retryAfterSeconds: 0.01 });
  study = await judgedStudy(standIn.url, 24);
  await pool().query("update samples set output = 'quality ' || (1 + (position * 7 % 40) / 10.0) where task_id = $1", [study.taskId]);
});
afterAll(async () => {
  await standIn.close();
});
let judgeId = "";
beforeEach(async () => {
  judgeId = (await study.addJudge(knownModel)).id;
});

const never = () => new AbortController().signal;
const workOff = () => draftJudge(judgeId, { stopping: never(), ending: never(), sliceMs: 60_000, work: workPiece, giveUp });
const start = (body: Record<string, unknown> = {}) =>
  startJudgeWatch(instanceAdmin, { taskId: study.taskId, ...startWatchBody.parse({ judgeId, samples: 20, looks: 3, ...body }) });
const get = async (id: string) => (await listJudgeWatches(instanceAdmin, { taskId: study.taskId })).items.find((watch) => watch.id === id);
/** Drafts what is asked, and lets the watch go on, as the worker does. */
async function goOn(id: string) {
  await workOff();
  await advanceWatch(id);
  return get(id);
}
async function begun() {
  const { id } = await start();
  await goOn(id);
  await goOn(id);
  return id;
}
async function look(id: string) {
  await lookAtJudge(instanceAdmin, { watchId: id });
  await advanceWatch(id);
  return goOn(id);
}

describe("a watched judge", () => {
  test("is asked twice at the beginning, then when its time has come, about the same samples and not for the study", async () => {
    const { id, asks, samples } = await start();
    expect([asks.length, samples]).toEqual([1, 20]);
    expect((await goOn(id))?.asks.map(({ number, evidence }) => [number, evidence])).toEqual([
      [1, null],
      [2, null],
    ]);
    const waiting = await goOn(id);
    expect(waiting?.asks).toHaveLength(2);
    expect(Date.parse(waiting?.nextAt ?? "") - Date.now()).toBeGreaterThan(23 * 3_600_000);
    expect(await listDueWatches()).not.toContain(id);
    await pool().query("update judge_watches set next_at = now() - interval '1 second' where id = $1", [id]);
    expect(await listDueWatches()).toContain(id);
    await advanceWatch(id);
    const looked = await goOn(id);
    expect(looked?.asks.at(-1)).toMatchObject({ number: 3, run: { status: "done" }, evidence: { look: 1, n: 40, missing: 0, flags: [] } });
    expect(looked?.asks.at(-1)?.evidence?.models).toEqual({ before: [knownModel], fresh: [] });
    const { rows } = await pool().query<{ variant: string; units: string }>(
      "select r.variant, string_agg(u.sample_id || '/' || u.criterion_id, ' ' order by u.sample_id, u.criterion_id) as units from runs r join run_units u on u.run_id = r.id where r.judge_id = $1 group by r.id, r.variant",
      [judgeId],
    );
    expect(rows).toHaveLength(3);
    expect(new Set(rows.map(({ variant, units }) => `${variant} ${units}`)).size).toBe(1);
    expect(rows[0]?.variant).toBe("trial");
  });

  test("whose model becomes another one raises both flags, and what was found stays", async () => {
    const id = await begun();
    await updateJudge(instanceAdmin, { judgeId, model: "stand-in" });
    const watch = await look(id);
    expect(watch?.flags.toSorted()).toEqual(["drift", "model-changed"]);
    const evidence = watch?.asks.at(-1)?.evidence;
    expect(evidence?.models).toEqual({ before: [knownModel], fresh: ["stand-in"] });
    expect(evidence?.shift.shift.interval?.confidence).toBeCloseTo(1 - 0.05 / 3);
    await expect(pool().query("update judge_watch_asks set evidence = '{}' where watch_id = $1 and number = 3", [id])).rejects.toThrow();
    await updateJudge(instanceAdmin, { judgeId, model: knownModel });
    expect((await look(id))?.asks.at(-1)?.evidence?.flags).toEqual([]);
  });

  test("that no longer answers could not be measured", async () => {
    const id = await begun();
    await updateJudge(instanceAdmin, { judgeId, model: "t:prose" });
    expect((await look(id))?.asks.at(-1)?.evidence).toMatchObject({
      flags: ["model-changed", "not-measured"],
      n: 0,
      why: expect.stringContaining("0 inputs"),
    });
  });

  test("is not asked any more after the last look, or once the watch is ended or the judge archived", async () => {
    const id = await begun();
    for (const number of [1, 2]) expect((await look(id))?.endedAt, String(number)).toBeNull();
    const ended = await look(id);
    expect([ended?.asks.length, ended?.nextAt]).toEqual([5, null]);
    expect(ended?.endedAt).not.toBeNull();
    await expect(lookAtJudge(instanceAdmin, { watchId: id })).rejects.toThrow("has ended");
    const again = await start();
    expect((await endJudgeWatch(instanceAdmin, { watchId: again.id })).endedAt).not.toBeNull();
    await goOn(again.id);
    expect((await get(again.id))?.asks).toHaveLength(1);
    const third = await begun();
    await updateJudge(instanceAdmin, { judgeId, archived: true });
    await lookAtJudge(instanceAdmin, { watchId: third });
    await advanceWatch(third);
    expect(await get(third)).toMatchObject({ nextAt: null, asks: { length: 2 } });
    const verbs = (await listAudit(instanceAdmin, { projectId: study.projectId, limit: 100 })).items.map(({ verb }) => verb);
    expect(verbs.filter((verb) => verb === "judge.watch").length).toBeGreaterThanOrEqual(3);
    expect(verbs).toContain("judge.watch-end");
  });

  test("is watched once in a task, and only if it asks a model", async () => {
    await start();
    await expect(start()).rejects.toThrow("watched in this task already");
    const { rows } = await pool().query<{ id: string }>(
      "insert into judges (project_id, name, kind, protocol, options) values ($1, 'words', 'metric', 'length', '{}') returning id",
      [study.projectId],
    );
    await expect(start({ judgeId: rows[0]?.id })).rejects.toThrow("asks no model");
  });

  test("is advanced by one worker at a time", async () => {
    const { id } = await start();
    await workOff();
    await Promise.all([1, 2, 3, 4].map(() => advanceWatch(id)));
    expect((await get(id))?.asks).toHaveLength(2);
  });
});
