import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { backupLines, restoreLines } from "@/lib/db/backup";
import { disconnect, inTransaction, pool } from "@/lib/db/client";
import { readImageData } from "@/lib/db/sample-images";
import { countAttempts } from "@/lib/db/sign-in-attempts";
import { sweepObjects } from "@/lib/db/stored-objects";
import { makeAccount, temporaryInstance } from "@/lib/testing/accounts";
import { archiveOf } from "@/lib/testing/archive";
import { refusal } from "@/lib/testing/refusal";
import { removeDeleted } from "@/lib/testing/remove-deleted";
import { s3Credentials, startS3Server } from "@/lib/testing/s3-server";
import { instanceAdmin, loadSmallStudy, smallBundle } from "@/lib/testing/small-study";
import { createProject } from "@/lib/workflows/create-project";
import { deleteProject } from "@/lib/workflows/delete-project";
import { exportProject } from "@/lib/workflows/export-project";
import { importFile } from "@/lib/workflows/import-file";
import { prepareExport } from "@/lib/workflows/prepare-export";
import { readPreparedExport } from "@/lib/workflows/read-prepared-export";
import { readSampleImage } from "@/lib/workflows/read-sample-image";
import { createTemporaryDatabase } from "../../bin/lib/temporary-cluster.mjs";
import { startWorker } from "./start-worker";
import { writeExport } from "./write-export";

temporaryInstance();

let server: Awaited<ReturnType<typeof startS3Server>>;
const settings = () => ({
  REDLINE_S3_URL: server.url,
  REDLINE_S3_REGION: s3Credentials.region,
  REDLINE_S3_KEY_ID: s3Credentials.keyId,
  REDLINE_S3_SECRET: s3Credentials.secret,
});
beforeAll(async () => {
  server = await startS3Server();
  Object.assign(process.env, settings());
});
afterAll(async () => {
  for (const name of Object.keys(settings())) delete process.env[name];
  await server.stop();
});

const png = Buffer.from("\x89PNG\r\n\x1a\nfirst", "latin1");
const files = { "photos/data.csv": Buffer.from("id,input,output,image_url\na,What is this?,A cat.,cat.png"), "photos/cat.png": png };

async function withImage() {
  const name = `Photos ${Math.random()}`;
  const { id: projectId } = await createProject(instanceAdmin, { name, description: "" });
  await importFile(instanceAdmin, { projectId, fileName: "photos.tar", format: "auto", body: archiveOf(files), skipBadRows: false });
  const { rows } = await pool().query<{ id: string; bytes: Buffer | null; object: string }>(
    `select s.id, i.bytes, i.object from samples s join images i on i.import_id = s.import_id join tasks t on t.id = s.task_id where t.project_id = $1`,
    [projectId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("The image was not stored.");
  return { name, projectId, ...row };
}

test("an uploaded image is kept in the object store, shown and sent to judges from there, and inside a bundle", async () => {
  const { projectId, id: sampleId, bytes, object } = await withImage();
  expect(bytes).toBeNull();
  expect(server.objects.get(object)?.bytes).toEqual(png);
  expect(Buffer.from((await readSampleImage(instanceAdmin, { sampleId })).bytes)).toEqual(png);
  expect(await readImageData(sampleId)).toBe(`data:image/png;base64,${png.toString("base64")}`);
  const { body } = await exportProject(instanceAdmin, { projectId, format: "redline" });
  const { gunzipSync } = await import("node:zlib");
  const lines = gunzipSync(await buffer(Readable.from(body))).toString();
  expect(lines).toContain(`\\\\x${png.toString("hex")}`);
  expect(lines).not.toContain(object);
});

test("a prepared export is kept in the object store and read from there, any part of it", async () => {
  const { projectId, taskId } = await loadSmallStudy(smallBundle(4));
  await pool().query("update samples set output = repeat(position || ': é€ ', 90000) where task_id = $1", [taskId]);
  const { actor } = await makeAccount({ roles: { [projectId]: "admin" } });
  const { id } = await prepareExport(actor, { projectId, taskId, format: "csv", excluded: "with" });
  await writeExport(id, { signal: new AbortController().signal, isLast: true });
  const { rows } = await pool().query("select bytes, object from prepared_export_chunks where export_id = $1 order by seq", [id]);
  expect(rows.length).toBeGreaterThan(2);
  expect(rows.every(({ bytes, object }) => bytes === null && server.objects.has(object))).toBe(true);
  const { body } = await exportProject(actor, { projectId, taskId, format: "csv" });
  const whole = await buffer(Readable.from(body));
  const file = await readPreparedExport(actor, { exportId: id });
  expect((await buffer(Readable.from(file.read(0, file.size)))).equals(whole)).toBe(true);
  const [from, to] = [(1 << 20) - 5, (1 << 20) + 7];
  expect(await buffer(Readable.from(file.read(from, to)))).toEqual(whole.subarray(from, to));
  server.objects.delete(rows[1].object);
  await expect(buffer(Readable.from(file.read(0, file.size)))).rejects.toMatchObject({ code: "unavailable" });
});

test("what no row names any more is swept a day later, and nothing else", async () => {
  server.objects.clear();
  const [kept, gone] = [await withImage(), await withImage()];
  server.objects.set("redline-of-somebody-else/images/1", { bytes: png, changedAt: new Date(0) });
  await deleteProject(instanceAdmin, { projectId: gone.projectId, confirmName: gone.name });
  await removeDeleted();
  expect(await sweepObjects()).toBe(0);
  const tomorrow = Date.now() + 25 * 60 * 60 * 1000;
  expect(await sweepObjects(tomorrow)).toBe(1);
  expect([...server.objects.keys()]).toEqual([kept.object, "redline-of-somebody-else/images/1"]);
});

test("a copy that was restored from a backup with the same secret sweeps nothing of the original, nor the original of the copy", async () => {
  server.objects.clear();
  await pool().query("delete from images");
  const { object } = await withImage();
  const backup: string[] = [];
  for await (const line of backupLines()) backup.push(line);
  const [original, copy] = [process.env.DATABASE_URL, await createTemporaryDatabase(inject("testClusterUrl"))];
  const goTo = async (url = "") => {
    await disconnect();
    process.env.DATABASE_URL = url;
  };
  const tomorrow = Date.now() + 25 * 60 * 60 * 1000;
  try {
    await goTo(copy.url);
    await inTransaction(({ bare }) => restoreLines(bare, Readable.from(backup)));
    const another = await withImage();
    expect(await sweepObjects(tomorrow)).toBe(0);
    await goTo(original);
    expect(await sweepObjects(tomorrow)).toBe(0);
    expect([...server.objects.keys()].toSorted()).toEqual([object, another.object].toSorted());
  } finally {
    await goTo(original);
    await copy.drop();
  }
});

test("while the store does not answer, an import with images and a prepared export fail with a reason, and other work goes on", async () => {
  const stored = await withImage();
  const { actor } = await makeAccount({ roles: { [stored.projectId]: "admin" } });
  process.env.REDLINE_S3_URL = "http://127.0.0.1:1/bucket";
  try {
    expect(await refusal(withImage())).toMatchObject({ code: "unavailable", message: expect.stringMatching(/^The object store/) });
    expect(await refusal(readSampleImage(instanceAdmin, { sampleId: stored.id }))).toMatchObject({ code: "unavailable" });
    const { id } = await prepareExport(actor, { projectId: stored.projectId, format: "csv", excluded: "with" });
    await writeExport(id, { signal: new AbortController().signal, isLast: true });
    expect((await pool().query("select status, error from prepared_exports where id = $1", [id])).rows).toEqual([
      { status: "failed", error: expect.stringMatching(/^The object store/) },
    ]);
    const { id: projectId } = await createProject(instanceAdmin, { name: "Without images", description: "" });
    const body = archiveOf({ "data.csv": Buffer.from("id,input,output\na,What is this?,A cat.") });
    await importFile(instanceAdmin, { projectId, fileName: "texts.tar", format: "auto", body, skipBadRows: false });
    expect(
      (await pool().query("select 1 from samples s join tasks t on t.id = s.task_id where t.project_id = $1", [projectId])).rowCount,
    ).toBe(1);
  } finally {
    Object.assign(process.env, settings());
  }
});

test("a bucket that is away is looked at once an hour, and holds up nothing else that the worker keeps up", async () => {
  let asked = 0;
  const away = createServer((_, response) => {
    asked++;
    response.writeHead(503).end();
  }).listen(0, "127.0.0.1");
  await once(away, "listening");
  process.env.REDLINE_S3_URL = `http://127.0.0.1:${(away.address() as AddressInfo).port}/bucket`;
  await countAttempts(["sign-in|network|192.0.2.7"], 300);
  await pool().query("update rate_limits set last_request = last_request - 90000000");
  await countAttempts(["sign-in|network|192.0.2.8"], 300);
  const worker = await startWorker();
  try {
    await vi.waitFor(() => expect(asked).toBeGreaterThan(0), { timeout: 30_000 });
    const before = asked;
    const beats = new Set<string>();
    const beat = async () => {
      const { rows } = await pool().query<{ at: string }>("select beat_at::text as at from worker_heartbeats");
      for (const { at } of rows) beats.add(at);
      expect(beats.size).toBeGreaterThan(4);
    };
    await vi.waitFor(beat, { timeout: 30_000 });
    expect(asked).toBe(before);
    expect((await pool().query("select key from rate_limits")).rows).toEqual([{ key: "sign-in|network|192.0.2.8" }]);
  } finally {
    await worker.stop();
    away.close();
    Object.assign(process.env, settings());
  }
}, 90_000);

test("without a store everything is in the database as before, and a wrong key is refused by the store", async () => {
  process.env.REDLINE_S3_SECRET = "not the secret";
  await expect(withImage()).rejects.toThrow();
  delete process.env.REDLINE_S3_URL;
  const { name } = { name: "In the database" };
  const { id: projectId } = await createProject(instanceAdmin, { name, description: "" });
  await importFile(instanceAdmin, { projectId, fileName: "photos.tar", format: "auto", body: archiveOf(files), skipBadRows: false });
  const { rows } = await pool().query(
    "select i.bytes, i.object from images i join imports m on m.id = i.import_id where m.project_id = $1",
    [projectId],
  );
  expect(rows).toEqual([{ bytes: png, object: null }]);
});
