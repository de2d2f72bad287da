import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { beforeEach, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { createJudgeBody } from "@/lib/domain/judge";
import type { Actor } from "@/lib/domain/policy";
import { temporaryDatabase } from "@/lib/testing/database";
import { choices, type PlannedStudy, plannableStudy } from "@/lib/testing/planned-study";
import { refusal } from "@/lib/testing/refusal";
import { member } from "@/lib/testing/small-study";
import { changePlan } from "./change-plan";
import { createJudge } from "./create-judge";
import { exportAudit } from "./export-audit";
import { invitePerson } from "./invite-person";
import { limitEndpoint } from "./limit-endpoint";
import { listAudit } from "./list-audit";
import { removeModelPrice } from "./remove-model-price";
import { resetPassword } from "./reset-password";
import { saveModelPrice } from "./save-model-price";
import { savePlan } from "./save-plan";
import { startPlan } from "./start-plan";
import { updateJudge } from "./update-judge";
import { updatePerson } from "./update-person";
import { updateProject } from "./update-project";
import { updateTask } from "./update-task";

temporaryDatabase();

let study: PlannedStudy;
let admin: Actor;
beforeEach(async () => {
  study = await plannableStudy(4);
  admin = await member(study.projectId, "admin", "Ada");
});

const logged = async (filter: object = {}) =>
  (await listAudit(study.researcher, { projectId: study.projectId, limit: 100, ...filter })).items;
const latest = async () => (await logged())[0];

test("changing a task, a project, a role, a judge and a plan logs the old and the new values of what changed, and nothing else", async () => {
  await updateTask(admin, { taskId: study.taskId, annotatorsPerSample: 3, reasonRequired: false, guidelines: "Read twice." });
  expect(await latest()).toMatchObject({
    ...{ who: "Ada", verb: "task.update", targetKind: "task", targetId: study.taskId, target: "Answers" },
    details: {
      before: { annotatorsPerSample: 2, guidelines: "" },
      after: { annotatorsPerSample: 3, guidelines: "Read twice." },
    },
  });
  expect(Object.keys((await latest())?.details.after ?? {})).toHaveLength(2);
  await updateProject(admin, { projectId: study.projectId, description: "New." });
  expect((await latest())?.details).toEqual({ before: { description: "" }, after: { description: "New." } });
  await updatePerson(admin, { projectId: study.projectId, userId: study.researcher.userId, role: "researcher" });
  expect(await latest()).toMatchObject({
    ...{ verb: "person.role", target: study.researcher.name },
    details: { before: { role: "researcher" }, after: { role: "researcher" } },
  });
  const content = choices(study, { people: 2 });
  await savePlan(admin, { taskId: study.taskId, ...content });
  for (const _ of [1, 2]) await savePlan(admin, { taskId: study.taskId, ...content, overlap: 1 });
  expect(await latest()).toMatchObject({ verb: "plan.save", details: { before: { overlap: 2 }, after: { overlap: 1 } } });
  expect(await logged({ verb: "plan.save" })).toHaveLength(2);
  await startPlan(admin, study);
  await changePlan(admin, { taskId: study.taskId, maxPerDay: 5 });
  expect((await latest())?.details).toEqual({ before: { maxPerDay: null }, after: { maxPerDay: 5 } });
});

test("no key, password, token or link is in the log", async () => {
  const secret = "sk-nobody-may-ever-read-this";
  const body = createJudgeBody.parse({ name: "Keyed", baseUrl: "http://127.0.0.1:1/v1", model: "m", apiKey: secret });
  const { id: judgeId } = await createJudge(admin, { projectId: study.projectId, ...body });
  await updateJudge(admin, { judgeId, apiKey: `${secret}-2` });
  expect((await latest())?.details).toEqual({ before: { apiKey: null }, after: { apiKey: "replaced" } });
  await updateJudge(admin, { judgeId, apiKey: "" });
  expect((await latest())?.details).toEqual({ before: { apiKey: null }, after: { apiKey: "removed" } });
  const { link, person } = await invitePerson(admin, { projectId: study.projectId, email: "new@example.org", role: "annotator" });
  const reset = await resetPassword(admin, { projectId: study.projectId, userId: person.userId });
  const sealed = await pool().query<{ key: string }>(
    "select key_hash as key from api_keys union select token_hash from set_password_links",
  );
  const log = JSON.stringify((await pool().query("select * from audit_events")).rows);
  const tokens = [link ?? "", reset.link].map((address) => new URL(address).searchParams.get("token") ?? "no token");
  for (const one of [secret, ...tokens, ...sealed.rows.map(({ key }) => key)]) expect(log).not.toContain(one);
  expect(log).toContain("new@example.org");
});

test("the log is filtered by person, verb, object and day, and paged without gaps or repeats", async () => {
  for (const name of ["One", "Two", "Three"])
    await updateProject(admin, { projectId: study.projectId, name: `${name} ${study.projectId}` });
  await updateTask(study.researcher, { taskId: study.taskId, description: "Other." });
  expect((await logged({ who: admin.userId })).map(({ verb }) => verb)).toEqual(Array(3).fill("project.update"));
  expect(await logged({ kind: "task", target: study.taskId })).toHaveLength(1);
  await pool().query("update audit_events set at = at - interval '3 days' where verb = 'task.update' and target_id = $1", [study.taskId]);
  const today = new Date().toISOString().slice(0, 10);
  expect((await logged({ from: today, verb: "task.update" })).length).toBe(0);
  expect((await logged({ to: today, verb: "task.update" })).length).toBe(1);
  const everything = await logged();
  const paged: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listAudit(admin, { projectId: study.projectId, limit: 2, cursor });
    paged.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(paged).toEqual(everything.map(({ id }) => id));
  const { people, verbs, kinds } = await listAudit(admin, { projectId: study.projectId, limit: 1 });
  expect(people.map(({ name }) => name)).toEqual(["Ada", study.researcher.name].sort());
  expect(verbs).toContain("task.update");
  expect(kinds).toContain("project");
});

test("the log is exported in full, as JSON Lines and as CSV in which no text runs as a formula", async () => {
  await updateProject(admin, { projectId: study.projectId, description: "=HYPERLINK(1)" });
  await pool().query("update users set name = '=cmd' where id = $1", [admin.userId]);
  const exported = async (format: "csv" | "jsonl", filter = {}) =>
    text(Readable.from((await exportAudit(study.researcher, { projectId: study.projectId, format, ...filter })).body));
  const events = (await exported("jsonl"))
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  expect(events).toEqual(await logged());
  const [header, first] = (await exported("csv", { verb: "project.update" })).split("\r\n");
  expect(header).toBe("\uFEFFat,who,verb,target_kind,target_id,target,before,after,details");
  expect(first).toContain(`,'=cmd,project.update,project,${study.projectId},`);
});

test("annotators and experts cannot read the log", async () => {
  for (const role of ["annotator", "expert"] as const) {
    const actor = await member(study.projectId, role);
    expect((await refusal(listAudit(actor, { projectId: study.projectId, limit: 1 }))).code).toBe("forbidden");
    expect((await refusal(exportAudit(actor, { projectId: study.projectId, format: "csv" }))).code).toBe("forbidden");
  }
});

/** Makes a change while another transaction that has made one of its own is still open, and lets that one end first. */
async function behind(sql: string, values: unknown[], change: () => Promise<unknown>): Promise<void> {
  const other = await pool().connect();
  try {
    await other.query("begin");
    await other.query(sql, values);
    const changing = change();
    const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await expect.poll(async () => (await pool().query(waiting)).rowCount).toBeGreaterThan(0);
    await other.query("commit");
    await changing;
  } finally {
    other.release();
  }
}

/**
 * Another request's change comes after this one has tried to insert the row, which waits for nobody by then, and before it reads what it replaces:
 * only a lock on the row makes it wait.
 */
async function between(table: string, sql: string, values: unknown[], change: () => Promise<unknown>): Promise<void> {
  const other = await pool().connect();
  const isWaiting = (lock: string) =>
    expect
      .poll(async () => {
        const found = "select 1 from pg_locks where not granted and locktype = any($1) and pid <> pg_backend_pid()";
        return (await pool().query(found, [lock === "advisory" ? [lock] : ["transactionid", "tuple"]])).rowCount;
      })
      .toBeGreaterThan(0);
  try {
    await other.query(`create or replace function hold() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(7); return null; end'`);
    await other.query(`create trigger held after insert on ${table} for each statement execute function hold()`);
    await other.query("select pg_advisory_lock(7)");
    const changing = change();
    await isWaiting("advisory");
    await other.query("begin");
    await other.query(sql, values);
    await other.query("select pg_advisory_unlock(7)");
    await isWaiting("row");
    await other.query("commit");
    await changing;
  } finally {
    await other.query(`drop trigger if exists held on ${table}`);
    other.release();
  }
}

test("the later of two simultaneous changes logs what the earlier one left", async () => {
  const { projectId, taskId } = study;
  const { userId } = await member(projectId, "annotator");
  await behind("update memberships set role = 'expert' where user_id = $1", [userId], () =>
    updatePerson(admin, { projectId, userId, role: "researcher" }),
  );
  expect((await latest())?.details).toMatchObject({ before: { role: "expert" }, after: { role: "researcher" } });
  await behind("update tasks set reason_required = true where id = $1", [taskId], () =>
    updateTask(admin, { taskId, reasonRequired: false, guidelines: "Read." }),
  );
  expect((await latest())?.details).toEqual({
    before: { reasonRequired: true, guidelines: "" },
    after: { reasonRequired: false, guidelines: "Read." },
  });
  await behind("update projects set description = 'Theirs.' where id = $1", [projectId], () =>
    updateProject(admin, { projectId, description: "Ours." }),
  );
  expect((await latest())?.details).toEqual({ before: { description: "Theirs." }, after: { description: "Ours." } });
  const server = "http://127.0.0.1:9/v1";
  const judge = await createJudge(admin, {
    projectId,
    ...createJudgeBody.parse({ name: "Model", baseUrl: server, model: "m", inputPriceUsd: 1 }),
  });
  await behind("update judges set input_price_usd = 7 where id = $1", [judge.id], () =>
    updateJudge(admin, { judgeId: judge.id, inputPriceUsd: 2 }),
  );
  expect((await latest())?.details).toEqual({ before: { inputPriceUsd: 7 }, after: { inputPriceUsd: 2 } });
  const limits = { requestsPerMinute: 60, tokensPerMinute: null, concurrency: 4 };
  await limitEndpoint(admin, { projectId, baseUrl: server, ...limits });
  expect((await latest())?.details).toEqual({
    before: { requestsPerMinute: null, concurrency: null },
    after: { requestsPerMinute: 60, concurrency: 4 },
  });
  await behind("update endpoints set concurrency = 9 where project_id = $1", [projectId], () =>
    limitEndpoint(admin, { projectId, baseUrl: server, ...limits, requestsPerMinute: 30 }),
  );
  expect((await latest())?.details).toEqual({
    before: { requestsPerMinute: 60, concurrency: 9 },
    after: { requestsPerMinute: 30, concurrency: 4 },
  });
  await between("endpoints", "update endpoints set concurrency = 8 where project_id = $1", [projectId], () =>
    limitEndpoint(admin, { projectId, baseUrl: server, ...limits }),
  );
  expect((await latest())?.details).toEqual({
    before: { requestsPerMinute: 30, concurrency: 8 },
    after: { requestsPerMinute: 60, concurrency: 4 },
  });
});

test("the later of two simultaneous changes of a price logs what the earlier one left, as does its removal", async () => {
  const root = { ...admin, instanceAdmin: true };
  const price = (inputPriceUsd: number) => saveModelPrice(root, { model: "m-large", inputPriceUsd, outputPriceUsd: 8 });
  const details = async () =>
    (await pool().query("select details from audit_events where target_kind = 'model' order by at desc, id desc limit 1")).rows[0]?.details;
  await price(1);
  expect(await details()).toEqual({
    before: { inputPriceUsd: null, outputPriceUsd: null },
    after: { inputPriceUsd: 1, outputPriceUsd: 8 },
  });
  await behind("update model_prices set input_price_usd = 5 where model = $1", ["m-large"], () => price(2));
  expect(await details()).toEqual({ before: { inputPriceUsd: 5 }, after: { inputPriceUsd: 2 } });
  await between("model_prices", "update model_prices set input_price_usd = 6 where model = $1", ["m-large"], () => price(4));
  expect(await details()).toEqual({ before: { inputPriceUsd: 6 }, after: { inputPriceUsd: 4 } });
  // A request that waits for a removal finds nothing to replace.
  await behind("delete from model_prices where model = $1", ["m-large"], () => price(3));
  expect(await details()).toEqual({
    before: { inputPriceUsd: null, outputPriceUsd: null },
    after: { inputPriceUsd: 3, outputPriceUsd: 8 },
  });
  await behind("update model_prices set output_price_usd = 6 where model = $1", ["m-large"], () =>
    removeModelPrice(root, { model: "m-large" }),
  );
  expect(await details()).toEqual({ before: { inputPriceUsd: 3, outputPriceUsd: 6 } });
});
