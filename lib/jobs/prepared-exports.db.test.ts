import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { GET as download } from "@/app/api/v1/prepared-exports/[exportId]/file/route";
import { pool } from "@/lib/db/client";
import { sweepPreparedExports } from "@/lib/db/prepared-exports";
import { type ExportFormat, exportFormat } from "@/lib/domain/export-format";
import type { PreparedExport } from "@/lib/domain/prepared-export";
import { taskContent } from "@/lib/domain/project";
import { keyHeaders, makeAccount, type TestAccount, temporaryInstance } from "@/lib/testing/accounts";
import { refusal } from "@/lib/testing/refusal";
import { loadSmallStudy, smallBundle } from "@/lib/testing/small-study";
import { createTask } from "@/lib/workflows/create-task";
import { deleteAccount } from "@/lib/workflows/delete-account";
import { deleteTask } from "@/lib/workflows/delete-task";
import { discardPreparedExport } from "@/lib/workflows/discard-prepared-export";
import { exportProject } from "@/lib/workflows/export-project";
import { getPreparedExport } from "@/lib/workflows/get-prepared-export";
import { listPreparedExports } from "@/lib/workflows/list-prepared-exports";
import { prepareExport } from "@/lib/workflows/prepare-export";
import { type RunningWorker, startWorker } from "./start-worker";
import { writeExport } from "./write-export";

temporaryInstance();

let projectId = "";
let taskId = "";
let admin: TestAccount;
let researcher: TestAccount;
let worker: RunningWorker | null = null;

beforeAll(async () => {
  ({ projectId, taskId } = await loadSmallStudy(smallBundle(4)));
  // Several chunks of a mebibyte, with characters of more than one byte across their borders.
  await pool().query("update samples set output = repeat(position || ': é€ ', 90000) where task_id = $1", [taskId]);
  admin = await makeAccount({ roles: { [projectId]: "admin" } });
  researcher = await makeAccount({ roles: { [projectId]: "researcher" } });
});
afterEach(async () => {
  await worker?.stop();
  worker = null;
});

const goingOn = { signal: new AbortController().signal, isLast: false };
const ask = (format: ExportFormat, account = admin) =>
  prepareExport(account.actor, { projectId, format, excluded: "with", ...(format !== "redline" && { taskId }) });
const count = async (sql: string, values: unknown[] = []) => Number((await pool().query<{ n: string }>(sql, values)).rows[0]?.n);
const chunksOf = (id: string) => count("select count(*) as n from prepared_export_chunks where export_id = $1", [id]);
const streamed = async (format: ExportFormat) => {
  const { body } = await exportProject(admin.actor, { projectId, format, ...(format !== "redline" && { taskId }) });
  return buffer(Readable.from(body));
};

async function get(exportId: string, account: TestAccount, headers: Record<string, string> = {}) {
  const request = new Request(`http://127.0.0.1:3000/api/v1/prepared-exports/${exportId}/file`, {
    headers: { ...(await keyHeaders(account)), ...headers },
  });
  const response = await download(request, { params: Promise.resolve({ exportId }) });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

describe("a prepared export", () => {
  test("is written by the worker in every format and then has a file, its size and an expiry", async () => {
    worker = await startWorker();
    const asked: PreparedExport[] = [];
    for (const format of exportFormat.options) asked.push(await ask(format));
    expect(asked.map(({ status, size, expiresAt }) => [status, size, expiresAt])).toEqual(asked.map(() => ["waiting", 0, null]));

    await vi.waitFor(
      async () => {
        const { items } = await listPreparedExports(admin.actor, { projectId });
        expect(items.map(({ status, error }) => [status, error])).toEqual(asked.map(() => ["done", null]));
      },
      { timeout: 30_000, interval: 100 },
    );
    for (const { id, format } of asked) {
      const made = await getPreparedExport(admin.actor, { exportId: id });
      const hours = (Date.parse(made.expiresAt ?? "") - Date.parse(made.finishedAt ?? "")) / 3_600_000;
      expect({ ...made, hours }).toMatchObject({ format, progress: 1, hours: 24 });
      expect((await get(id, admin)).bytes.length).toBe(made.size);
    }
  });

  test.each(["csv", "jsonl", "long-csv", "parquet"] as const)("as %s has the same bytes as the streamed one", async (format) => {
    const { id } = await ask(format);
    await writeExport(id, goingOn);
    const whole = await get(id, researcher);
    expect(whole.status).toBe(200);
    expect(whole.bytes.equals(await streamed(format))).toBe(true);
    if (format === "csv") expect(await chunksOf(id)).toBeGreaterThan(2);
    expect(whole.headers.get("content-disposition")).toContain("attachment");
    // Compression by the server would make other bytes of it.
    expect(whole.headers.get("cache-control")).toContain("no-transform");
  });

  test("is downloaded in parts after a break, and begins anew where the file is another one", async () => {
    const { id } = await ask("csv");
    await writeExport(id, goingOn);
    const { bytes, headers } = await get(id, researcher);
    const etag = headers.get("etag") ?? "";
    const cut = (1 << 20) + 7;
    const first = await get(id, researcher, { range: `bytes=0-${cut - 1}` });
    const rest = await get(id, researcher, { range: `bytes=${cut}-`, "if-range": etag });
    expect([first.status, rest.status]).toEqual([206, 206]);
    expect(rest.headers.get("content-range")).toBe(`bytes ${cut}-${bytes.length - 1}/${bytes.length}`);
    expect(Buffer.concat([first.bytes, rest.bytes]).equals(bytes)).toBe(true);

    const across = await get(id, researcher, { range: `bytes=${(1 << 20) - 3}-${(1 << 20) + 3}` });
    expect(across.bytes.equals(bytes.subarray((1 << 20) - 3, (1 << 20) + 4))).toBe(true);
    expect((await get(id, researcher, { range: `bytes=${bytes.length}-` })).status).toBe(416);
    const other = await get(id, researcher, { range: `bytes=${cut}-`, "if-range": '"another"' });
    expect([other.status, other.bytes.length]).toEqual([200, bytes.length]);
  });

  test("says how far it is while it is written", async () => {
    const shares: number[] = [];
    for (const format of ["jsonl", "redline"] as const) {
      const { body } = await exportProject(admin.actor, { projectId, format, onProgress: (share) => shares.push(share) });
      await buffer(Readable.from(body));
      expect(shares).toEqual(shares.toSorted((a, b) => a - b));
      expect(shares.splice(0).at(-1)).toBe(1);
    }
  });

  test("that is asked for again while it is written is not begun twice", async () => {
    const one = await ask("excel");
    expect((await ask("excel", researcher)).id).toBe(one.id);
    await writeExport(one.id, goingOn);
    expect((await ask("excel")).id).not.toBe(one.id);
  });

  test("says why it failed, and keeps nothing of the file", async () => {
    await createTask(admin.actor, { projectId, ...taskContent.parse({ name: "Another" }) });
    const { id } = await prepareExport(admin.actor, { projectId, format: "csv", excluded: "with" });
    await writeExport(id, goingOn);
    const failed = await getPreparedExport(admin.actor, { exportId: id });
    expect(failed).toMatchObject({ status: "failed", size: 0, fileName: null });
    expect(failed.error).toMatch(/^Choose a task: /);
    expect(await get(id, admin)).toMatchObject({ status: 409 });
  });

  test("fails when whoever asked for it may no longer export", async () => {
    const leaver = await makeAccount({ roles: { [projectId]: "researcher" } });
    const [first, second] = [await ask("long-csv", leaver), await ask("long-parquet", leaver)];
    await pool().query("update memberships set role = 'annotator' where user_id = $1", [leaver.userId]);
    await writeExport(first.id, goingOn);
    expect((await getPreparedExport(admin.actor, { exportId: first.id })).error).toMatch(/role/);
    await pool().query("update users set banned = true where id = $1", [leaver.userId]);
    await writeExport(second.id, goingOn);
    expect((await getPreparedExport(admin.actor, { exportId: second.id })).error).toMatch(/disabled/);
  });

  test("that a worker did not finish is written again from the beginning", async () => {
    const { id } = await ask("csv");
    const stopped = AbortSignal.abort(new Error("The worker ends."));
    await expect(writeExport(id, { signal: stopped, isLast: false })).rejects.toThrow("The worker ends.");
    // As a killed worker leaves it.
    await pool().query("insert into prepared_export_chunks (export_id, seq, bytes) values ($1, 0, 'left'), ($1, 40, 'left')", [id]);
    expect((await getPreparedExport(admin.actor, { exportId: id })).status).toBe("running");
    await writeExport(id, goingOn);
    expect((await get(id, admin)).bytes.equals(await streamed("csv"))).toBe(true);
    const chunks = await chunksOf(id);
    // A second job for the same export, as a killed worker's may be, changes nothing.
    await writeExport(id, goingOn);
    expect(await chunksOf(id)).toBe(chunks);
  });

  test("is written also if it was asked for before any job could be queued", async () => {
    const { id } = await ask("csv");
    worker = await startWorker();
    await pool().query("delete from graphile_worker._private_jobs where key = $1", [`export:${id}`]);
    await vi.waitFor(async () => expect((await getPreparedExport(admin.actor, { exportId: id })).status).toBe("done"), {
      timeout: 30_000,
      interval: 100,
    });
  });

  test("that is discarded while it is written ends quietly and leaves nothing", async () => {
    const { id } = await ask("csv");
    await pool().query(
      `create function discard_it() returns trigger language plpgsql as $$ begin
         delete from prepared_exports where id = new.id; return null; end $$;
       create trigger discarded after update of size on prepared_exports for each row when (new.size > 0) execute function discard_it()`,
    );
    await writeExport(id, goingOn).finally(() => pool().query("drop trigger discarded on prepared_exports; drop function discard_it"));
    expect(await chunksOf(id)).toBe(0);
    expect(await refusal(getPreparedExport(admin.actor, { exportId: id }))).toMatchObject({ code: "not_found" });
  });

  test("is gone once it has expired, and its bytes with the next sweep", async () => {
    const { id } = await ask("csv");
    await writeExport(id, goingOn);
    await pool().query("update prepared_exports set expires_at = now() - interval '1 second' where id = $1", [id]);
    expect((await get(id, admin)).status).toBe(404);
    expect((await listPreparedExports(admin.actor, { projectId })).items.map((one) => one.id)).not.toContain(id);
    expect(await sweepPreparedExports()).toBeGreaterThan(0);
    expect(await chunksOf(id)).toBe(0);
  });
});

describe("whose a prepared export is", () => {
  test("a bundle is for admins alone, in lists, by its id and as a file", async () => {
    expect(await refusal(ask("redline", researcher))).toMatchObject({ code: "forbidden" });
    const { id } = await ask("redline");
    await writeExport(id, goingOn);
    expect((await get(id, admin)).status).toBe(200);
    expect((await get(id, researcher)).status).toBe(403);
    expect(await refusal(getPreparedExport(researcher.actor, { exportId: id }))).toMatchObject({ code: "forbidden" });
    expect(await refusal(discardPreparedExport(researcher.actor, { exportId: id }))).toMatchObject({ code: "forbidden" });
    const listed = async (account: TestAccount) => (await listPreparedExports(account.actor, { projectId })).items.map((one) => one.id);
    expect(await listed(admin)).toContain(id);
    expect(await listed(researcher)).not.toContain(id);
  });

  test("a file is for those who may export now: not for annotators, nor for people of other projects", async () => {
    const { id } = await ask("csv");
    await writeExport(id, goingOn);
    const other = await loadSmallStudy(smallBundle(1));
    const annotator = await makeAccount({ roles: { [projectId]: "annotator" } });
    const stranger = await makeAccount({ roles: { [other.projectId]: "admin" } });
    expect((await get(id, annotator)).status).toBe(403);
    const unknown = await get("00000000-0000-4000-8000-000000000000", stranger);
    const hidden = await get(id, stranger);
    const message = ({ bytes }: { bytes: Buffer }) => JSON.parse(bytes.toString()).error.message;
    expect([hidden.status, message(hidden)]).toEqual([404, message(unknown)]);
    expect(await refusal(prepareExport(stranger.actor, { projectId, taskId, format: "csv", excluded: "with" }))).toMatchObject({
      code: "not_found",
    });
    expect(
      await refusal(prepareExport(stranger.actor, { projectId: other.projectId, taskId, format: "csv", excluded: "with" })),
    ).toMatchObject({ code: "not_found" });
  });

  test("files that have a deleted account's name or a deleted task are deleted with them", async () => {
    const names = async () => (await listPreparedExports(admin.actor, { projectId })).items.length;
    const gone = await makeAccount({ roles: { [projectId]: "annotator" } });
    await writeExport((await ask("csv")).id, goingOn);
    expect(await names()).toBeGreaterThan(0);
    const instance = await makeAccount({ instanceAdmin: true });
    await makeAccount({ instanceAdmin: true });
    await deleteAccount(instance.actor, { userId: gone.userId, confirmEmail: gone.email });
    expect(await names()).toBe(0);

    await writeExport((await prepareExport(admin.actor, { projectId, format: "jsonl", excluded: "with" })).id, goingOn);
    const { rows } = await pool().query<{ id: string }>("select id from tasks where project_id = $1 and name = 'Another'", [projectId]);
    await deleteTask(admin.actor, { taskId: rows[0]?.id ?? "", confirmName: "Another" });
    expect(await names()).toBe(0);
  });

  test("the audit log has who asked for it", async () => {
    const { id } = await ask("csv", researcher);
    const events = await pool().query("select user_id, details from audit_events where verb = 'export.prepare' and target_id = $1", [id]);
    expect(events.rows).toEqual([{ user_id: researcher.userId, details: { format: "csv", excluded: "with", taskId } }]);
  });
});
