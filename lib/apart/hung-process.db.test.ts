import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { commandArgs } from "@/bin/lib/product.mjs";
import { inTransaction, pool } from "@/lib/db/client";
import { findStoredReport } from "@/lib/db/stored-reports";
import { computersOf, fieldsOf } from "@/lib/testing/child-processes";
import { temporaryDatabase } from "@/lib/testing/database";
import { collectLog } from "@/lib/testing/log-lines";
import { ratedStudy } from "@/lib/testing/rated-study";
import { refusal } from "@/lib/testing/refusal";
import { instanceAdmin } from "@/lib/testing/small-study";
import { computeApart } from "./compute-apart";
import { computeReportApart } from "./compute-report-apart";
import { Silence } from "./silence";

temporaryDatabase();

/** As when Node or V8 waits for a thread that waits for this one. */
const waitForEver = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);";
const computeForEver = "for (;;);";
/** On a busy machine too. */
const within = { timeout: 20_000 };
const refused = { code: "unavailable", message: "This could not be computed. Try again in a moment." };

/** It is asked so often whether it is still there, all at once: what this process reads of it is what it is at that moment. */
const ask = (times: number) => {
  for (let asked = 0; asked < times; asked++) vi.advanceTimersByTime(30_000);
};

describe("a process that computes", () => {
  let command: readonly string[];
  let folder: string;
  let mark: string;
  let study: Awaited<ReturnType<typeof ratedStudy>>;
  const log = collectLog();
  beforeAll(async () => {
    command = await commandArgs(false);
    folder = mkdtempSync(join(tmpdir(), "redline-hung-"));
    mark = join(folder, "mark");
    study = await ratedStudy("pointwise", [3, 4]);
  });
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    log.lines.length = 0;
    writeFileSync(mark, "");
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const pid of computersOf()) process.kill(Number(pid), "SIGKILL");
    await expect.poll(() => computersOf(), within).toEqual([]);
    Reflect.deleteProperty(globalThis, "redlineComputers");
    vi.unstubAllEnvs();
  });
  afterAll(() => {
    log.stop();
    rmSync(folder, { recursive: true });
  });
  /** What a process runs that leaves a mark once it is asked for something, and then does this. */
  const marked = (then: string) => `process.on("message", () => {
    process.getBuiltinModule("node:fs").appendFileSync(${JSON.stringify(mark)}, ".");
    ${then}
  });`;
  const starts = (...args: readonly string[]) => vi.stubEnv("REDLINE_COMMAND", JSON.stringify(args));
  const marks = () => readFileSync(mark, "utf8").length;
  /** The one process, once so many have left their mark and it is in this state. */
  async function found(marksLeft: number, state: string): Promise<string> {
    const isIn = (pid: string) => fieldsOf(pid)[0] === state;
    await expect.poll(() => [marks(), computersOf().map(isIn)], within).toEqual([marksLeft, [true]]);
    return computersOf()[0] ?? "";
  }
  const job = () => ({ projectId: study.projectId, taskId: study.taskId, view: "without" as const });
  const logged = () => log.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes("hung"));

  test("that hangs is ended and replaced, and its reader gets the report", async () => {
    const first = `if (process.getBuiltinModule("node:fs").statSync(${JSON.stringify(mark)}).size === 0) ${marked(waitForEver)}`;
    starts("--import", `data:text/javascript,${encodeURIComponent(first)}`, ...command);
    const report = computeReportApart(job());
    const hung = await found(1, "S");
    ask(10);
    expect(logged()).toEqual([]);
    ask(1);
    await report;
    expect(existsSync(`/proc/${hung}`)).toBe(false);
    expect(JSON.parse((await findStoredReport(job()))?.body ?? "").counts.ratings).toBe(2);
    expect(logged()).toEqual([expect.objectContaining({ level: 50, job: ["computeReport"], ms: expect.any(Number) })]);
    expect(JSON.stringify(logged())).not.toContain(study.taskId);
  });

  test("that hangs again, or while it writes, is refused in words that ask to try again", async () => {
    starts("-e", marked(waitForEver));
    const report = refusal(computeReportApart(job()));
    for (const left of [1, 2]) {
      await found(left, "S");
      ask(11);
    }
    expect(await report).toMatchObject(refused);
    const written = refusal(computeApart("commitImport", [instanceAdmin, { importId: crypto.randomUUID(), skipBadRows: false }]));
    await found(3, "S");
    ask(11);
    expect(await written).toMatchObject(refused);
    expect(logged().map((line) => line.job)).toEqual([["computeReport"], ["computeReport"], ["commitImport"]]);
  });

  test("that waits for the database is left alone", async () => {
    starts(...command);
    await pool().query("delete from stored_reports");
    const turned = vi.spyOn(Silence.prototype, "end");
    let report: Promise<void> | undefined;
    await inTransaction(async ({ bare }) => {
      await bare.query("lock table samples in access exclusive mode");
      report = computeReportApart(job());
      const waiting = async () =>
        (await bare.query("select 1 from pg_locks where not granted and relation = 'samples'::regclass")).rowCount;
      await expect.poll(waiting, within).toBeGreaterThan(0);
      const pid = await found(0, "S");
      for (let minutes = 0; minutes < 12; minutes++) {
        turned.mockClear();
        ask(2);
        await expect.poll(() => turned.mock.calls.length, within).toBeGreaterThan(0);
        expect(await found(0, "S")).toBe(pid);
      }
    });
    await report;
    expect(await findStoredReport(job())).not.toBeNull();
    expect(logged()).toEqual([]);
  });

  test("that gets little of the processors, or stands still, is left alone however long it does not answer", async () => {
    starts("-e", marked(computeForEver));
    const report = refusal(computeReportApart(job()));
    const pid = await found(1, "R");
    ask(1000);
    process.kill(Number(pid), "SIGSTOP");
    expect(await found(1, "T")).toBe(pid);
    ask(1000);
    expect([computersOf(), logged()]).toEqual([[pid], []]);
    process.kill(Number(pid), "SIGKILL");
    expect(await report).toMatchObject(refused);
  });
});
