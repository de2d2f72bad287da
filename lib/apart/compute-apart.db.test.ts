import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { constants } from "node:os";
import { resolve } from "node:path";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { commandArgs } from "@/bin/lib/product.mjs";
import { withClaim } from "@/lib/db/claimed-request";
import { inTransaction, pool } from "@/lib/db/client";
import { claimReply } from "@/lib/db/idempotency";
import { findStoredReport } from "@/lib/db/stored-reports";
import { AppError } from "@/lib/domain/errors";
import { planSizeBody } from "@/lib/domain/study-plan";
import { childrenOf, computersOf, fieldsOf } from "@/lib/testing/child-processes";
import { temporaryDatabase } from "@/lib/testing/database";
import { choices, type PlannedStudy, plannableStudy } from "@/lib/testing/planned-study";
import { ratedStudy } from "@/lib/testing/rated-study";
import { refusal } from "@/lib/testing/refusal";
import { instanceAdmin, member } from "@/lib/testing/small-study";
import { getImport } from "@/lib/workflows/get-import";
import { listTaskPlans } from "@/lib/workflows/list-task-plans";
import { previewPlan } from "@/lib/workflows/preview-plan";
import { readTaskPeople } from "@/lib/workflows/read-task-people";
import { savePlan } from "@/lib/workflows/save-plan";
import { sizePlan } from "@/lib/workflows/size-plan";
import { stageImport } from "@/lib/workflows/stage-import";
import type { NumberedComputation } from "./computations";
import { computeApart } from "./compute-apart";
import { computeReportApart } from "./compute-report-apart";

temporaryDatabase();
let study: PlannedStudy;
let input: { taskId: string };
beforeAll(async () => {
  vi.stubEnv("REDLINE_COMMAND", JSON.stringify(await commandArgs(false)));
  study = await plannableStudy();
  input = { taskId: study.taskId };
});
afterEach(() => Reflect.deleteProperty(globalThis, "redlineComputers"));
afterAll(() => {
  vi.unstubAllEnvs();
});

test("a report is computed by another process and found in the database; a task that is gone is refused, and the process goes on", async () => {
  const { projectId, taskId } = await ratedStudy("pointwise", [3, 4]);
  const other = await ratedStudy("pointwise", [5]);
  const view = "without" as const;
  const [, refused] = await Promise.all([
    computeReportApart({ projectId, taskId, view }),
    refusal(computeReportApart({ projectId, taskId: crypto.randomUUID(), view })),
    computeReportApart({ projectId: other.projectId, taskId: other.taskId, view }),
  ]);
  expect(refused).toMatchObject({ code: "not_found", message: "There is no such task." });
  const ratings = async (of: string) => JSON.parse((await findStoredReport({ taskId: of, view }))?.body ?? "").counts.ratings;
  expect([await ratings(taskId), await ratings(other.taskId)]).toEqual([2, 1]);
});

/** The processes that compute for this one, or another: their number, their session's, and how far each of their threads steps back, by the kernel's account. */
const computers = (of?: number) =>
  computersOf(of).map((pid) => ({
    pid,
    session: fieldsOf(pid)[3],
    niceness: readdirSync(`/proc/${pid}/task`).map((thread) => Number(fieldsOf(`${pid}/task/${thread}`)[16])),
  }));

test("every thread of a process that computes gives way to those that answer people, and so does the session it leads", async () => {
  await Promise.all([computeApart("readTaskPeople", [study.researcher, input]), computeReportApart({ ...study, view: "without" })]);
  // Only there do threads and sessions have priorities of their own.
  if (process.platform !== "linux") return;
  const all = computers();
  expect(all.length).toBeGreaterThan(1);
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  for (const { pid, session, niceness } of all) {
    expect(session).toBe(pid);
    expect(niceness.length).toBeGreaterThan(4);
    expect(new Set(niceness)).toEqual(new Set([PRIORITY_BELOW_NORMAL]));
    const group = `/proc/${pid}/autogroup`;
    // Not every kernel shares by session. One that does takes only some changes a second.
    if (existsSync(group)) await expect.poll(() => readFileSync(group, "utf8")).toContain(`nice ${PRIORITY_BELOW_NORMAL}\n`);
  }
});

test("plans, sizes and people's figures are the same when another process computes them", async () => {
  const plan = choices(study, { overlap: 3 });
  const size = { ...input, ...planSizeBody.parse({ plan }) };
  const preview = { ...input, ...plan };
  expect(await computeApart("previewPlan", [study.researcher, preview])).toEqual(await previewPlan(study.researcher, preview));
  expect(await computeApart("sizePlan", [study.researcher, size])).toEqual(await sizePlan(study.researcher, size));
  expect(await computeApart("readTaskPeople", [study.researcher, input])).toEqual(await readTaskPeople(study.researcher, input));
});

test("a study that another process starts is the one that is listed, and what keeps it from starting is refused in the same words", async () => {
  await savePlan(study.researcher, { ...input, ...choices(study, {}) });
  const started = await computeApart("startPlan", [study.researcher, input]);
  expect(started).toEqual((await listTaskPlans(study.researcher, input)).items[0]);
  const again = await refusal(computeApart("startPlan", [study.researcher, input]));
  expect(again).toMatchObject({ code: "conflict", message: "A study is running in this task. Close it before another plan starts." });
  const annotator = await member(study.projectId, "annotator");
  expect((await refusal(computeApart("readTaskPeople", [annotator, input]))).code).toBe("forbidden");
});

test("what nobody waits for any more is left out, and what waits behind it is computed", async () => {
  const given = new AbortController();
  const first = computeApart("readStudyQuality", [study.researcher, input]);
  const second = refusal(computeApart("readStudyQuality", [study.researcher, input], given.signal));
  const third = computeApart("readStudyQuality", [study.researcher, input]);
  given.abort();
  expect((await second).message).toBe("The request was given up.");
  expect(await third).toEqual(await first);
});

test("a report's values do not wait for the whole of another report; of either kind one is computed at a time", async () => {
  // In place of the product: it ends the whole report only when it is asked for values, and says about each how many it had been asked for by then.
  const child = `let [asked, whole] = [0, null];
    process.on("message", ({ id, computation: { input: [job] } }) => {
      asked += 1;
      const end = (id) => process.send({ id, outcome: { result: asked } });
      if (job.valuesFor === undefined && whole === null) whole = id;
      else { end(id); if (whole !== null) end(whole); }
    });`;
  const command = process.env.REDLINE_COMMAND;
  vi.stubEnv("REDLINE_COMMAND", JSON.stringify(["-e", child]));
  const job = { projectId: study.projectId, taskId: study.taskId, view: "without" as const };
  const results = await Promise.all([
    computeApart("computeReport", [job]),
    computeApart("computeReport", [{ ...job, first: "people" }]),
    computeApart("computeReport", [{ ...job, valuesFor: "verdict" }]),
  ]);
  vi.stubEnv("REDLINE_COMMAND", command);
  expect(results).toEqual([2, 3, 2]);
});

test("a process that does not start refuses what it is asked and is tried again with the next", async () => {
  const command = process.env.REDLINE_COMMAND;
  vi.stubEnv("REDLINE_COMMAND", JSON.stringify(["--no-such-option"]));
  const failed = await Promise.all([1, 2].map(() => refusal(computeApart("readTaskPeople", [study.researcher, input]))));
  expect(failed).toMatchObject(Array(2).fill({ code: "unavailable", message: "This could not be computed. Try again in a moment." }));
  vi.stubEnv("REDLINE_COMMAND", command);
  expect(await computeApart("readTaskPeople", [study.researcher, input])).toMatchObject({ items: [] });
});

const uploaded = (name: string) => ({
  ...{ projectId: study.projectId, fileName: `${name}.csv`, format: "csv" as const },
  body: (async function* () {
    yield Buffer.from(`id,input,output\n${name},Why?,Because.\n`);
  })(),
});
const stagedApart = (name: string) => stageImport(instanceAdmin, uploaded(name), (...given) => computeApart("checkUpload", given));

test("an upload that another process checks and writes is the one that this one would, and is refused in the same words", async () => {
  const { id, counts } = await stagedApart("apart");
  expect(counts).toMatchObject({ samples: 1, rows: 1 });
  const written = await computeApart("commitImport", [instanceAdmin, { importId: id, skipBadRows: false }]);
  expect(written).toEqual(await getImport(instanceAdmin, { importId: id }));
  expect(written).toMatchObject({ status: "done", counts: { samples: 1 } });
  const again = await refusal(computeApart("commitImport", [instanceAdmin, { importId: id, skipBadRows: false }]));
  expect(again).toMatchObject({ code: "conflict", message: "This import is not waiting to be written; it is done." });
});

test("what another process commits for a request with a key is kept under it, and a repeat goes on from there", async () => {
  const { id } = await stagedApart("kept");
  const { userId } = await member(study.projectId, "researcher");
  const claim = { userId, key: "an import", requestHash: "the same" };
  const commit = () => computeApart("commitImport", [instanceAdmin, { importId: id, skipBadRows: false }]);
  await claimReply(claim);
  const written = await withClaim(claim, commit);
  const { rows } = await pool().query("select body -> 'done' as done from idempotent_replies where user_id = $1", [userId]);
  expect(Object.keys(rows[0].done)).toEqual(["0"]);
  expect(await withClaim({ ...claim, done: rows[0].done }, commit)).toEqual(written);
});

test("a database that keeps another process from its work is blamed in the same words, with the time after which to try again", async () => {
  const { id } = await stagedApart("locked");
  const refused = await inTransaction(async ({ bare }) => {
    await bare.query("lock table imports in access exclusive mode");
    return refusal(computeApart("mapImport", [instanceAdmin, { importId: id, mapping: { fields: {}, ratings: null, guess: true } }]));
  });
  expect(refused).toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("Another request is changing"),
    retryAfterSeconds: 3,
  });
});

test("a fault of ours in another process stays one, and nobody is asked to try again", async () => {
  const failing = computeApart("readTaskPeople", [study.researcher, { taskId: "no id" }]);
  await expect(failing).rejects.toThrow(/PrismaClientKnownRequestError/);
  await expect(failing).rejects.not.toBeInstanceOf(AppError);
});

test("imports do not wait for one another", async () => {
  // In place of the product: it ends the first only when it is asked for the second.
  const child = `let first = null;
    process.on("message", ({ id }) => {
      if (first === null) first = id;
      else for (const one of [id, first]) process.send({ id: one, outcome: { result: one } });
    });`;
  const command = process.env.REDLINE_COMMAND;
  vi.stubEnv("REDLINE_COMMAND", JSON.stringify(["-e", child]));
  const input = { importId: crypto.randomUUID(), skipBadRows: false };
  const ended = await Promise.all([1, 2].map(() => computeApart("commitImport", [instanceAdmin, input])));
  vi.stubEnv("REDLINE_COMMAND", command);
  expect(ended).toEqual([0, 1]);
});

/** Started as for this process, which does not ask it for anything. `first`: what it runs before the product. */
async function orphan(first = "") {
  const preload = ["--import", `data:text/javascript,${encodeURIComponent(first)}`];
  const child = spawn(process.execPath, [...preload, ...(await commandArgs(false)), "compute", "--pipe", "4"], {
    stdio: ["ignore", "ignore", "inherit", "ipc", "pipe"],
    serialization: "advanced",
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return { child, guard: child.stdio[4] as Socket };
}

test("a process that computes ends when the one that started it is killed, whatever is under way", async () => {
  const { id } = await stagedApart("orphaned");
  const { child } = await orphan();
  const status = async () => (await getImport(instanceAdmin, { importId: id })).status;
  await inTransaction(async ({ bare }) => {
    await bare.query("lock table samples in access exclusive mode");
    const computation = { name: "commitImport" as const, input: [instanceAdmin, { importId: id, skipBadRows: false }] };
    child.send({ id: 0, computation } satisfies NumberedComputation);
    await expect.poll(status, { timeout: 10_000 }).toBe("running");
    const shells = process.platform === "linux" ? childrenOf(child.pid) : [];
    // The channel closes, as when the other process is killed.
    child.disconnect();
    await expect.poll(() => child.signalCode, { timeout: 5000 }).toBe("SIGKILL");
    // It has waited for the shell that guarded it.
    expect(shells.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
    if (process.platform === "linux") expect(shells).toHaveLength(1);
  });
  const written = await computeApart("commitImport", [instanceAdmin, { importId: id, skipBadRows: false }]);
  expect(written).toMatchObject({ status: "done", counts: { samples: 1 } });
});

/** Its main thread waits for ever, as when Node or V8 waits for a thread that waits for this one. */
const hangOn = (event: string) => `process.on("${event}", () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));`;

test("a process that nobody needs any more ends though leaving it in Node's way would hang", async () => {
  const { child, guard } = await orphan(hangOn("exit"));
  await once(guard, "data");
  child.disconnect();
  await expect.poll(() => child.signalCode, { timeout: 5000 }).toBe("SIGKILL");
});

test("a process that hangs ends too when the one that started it is killed, and with it the shell that guarded it", async () => {
  const { child, guard } = await orphan(hangOn("message"));
  await once(guard, "data");
  const shells = process.platform === "linux" ? childrenOf(child.pid) : [];
  child.send("hang");
  child.disconnect();
  guard.destroy();
  await expect.poll(() => child.signalCode, { timeout: 5000 }).toBe("SIGKILL");
  await expect.poll(() => shells.filter((pid) => existsSync(`/proc/${pid}`)), { timeout: 5000 }).toEqual([]);
});

test("a process that stands still for a request ends too when the one that answers it is killed", async () => {
  const { id } = await stagedApart("still");
  const root = resolve(import.meta.dirname, "../..");
  const script = `
    import { readdirSync, readFileSync } from "node:fs";
    import http from "node:http";
    const { computeApart } = await import("${root}/lib/apart/compute-apart.ts");
    const { letRequestsPass } = await import("${root}/lib/apart/requests-pass.ts");
    letRequestsPass(1);
    void computeApart("commitImport", [${JSON.stringify(instanceAdmin)}, { importId: "${id}", skipBadRows: false }]);
    const isStill = (pid) => readFileSync("/proc/" + pid + "/stat", "utf8").includes(") T ");
    const answer = ({ url }, response) => {
      const end = Date.now() + 1000;
      while (Date.now() < end) if (isStill(url.slice(1))) process.kill(process.pid, "SIGKILL");
      response.end();
    };
    http.createServer(answer).listen(0, "127.0.0.1", function () { console.log(this.address().port); });`;
  // Only there does /proc say what a process does.
  if (process.platform !== "linux") return;
  const answering = spawn(process.execPath, ["--import", "tsx", "--conditions=react-server", "--input-type=module", "-e", script], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let port = "";
  answering.stdout.setEncoding("utf8").on("data", (text: string) => {
    port += text;
  });
  await inTransaction(async ({ bare }) => {
    await bare.query("lock table samples in access exclusive mode");
    await expect.poll(async () => (await getImport(instanceAdmin, { importId: id })).status, { timeout: 30_000 }).toBe("running");
    const [{ pid = "" } = {}] = computers(answering.pid);
    onTestFinished(() => {
      if (existsSync(`/proc/${pid}`)) process.kill(Number(pid), "SIGKILL");
    });
    const ask = () =>
      fetch(`http://127.0.0.1:${port.trim()}/${pid}`).then(
        () => "answered",
        () => "killed",
      );
    await expect.poll(ask, { timeout: 10_000 }).toBe("killed");
    await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 5000 }).toBe(false);
  });
});
