import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { GET } from "@/app/api/v1/samples/[sampleId]/image/route";
import { backupLines } from "@/lib/db/backup";
import { db, pool } from "@/lib/db/client";
import { findWorkToDraft } from "@/lib/db/drafts";
import { findSampleImage, insertImages } from "@/lib/db/sample-images";
import { keyHeaders, makeAccount, type TestAccount, temporaryInstance } from "@/lib/testing/accounts";
import { archiveOf } from "@/lib/testing/archive";
import { instanceAdmin, loadSmallStudy, smallBundle } from "@/lib/testing/small-study";
import { createProject } from "./create-project";
import { exportProject } from "./export-project";
import { getSample } from "./get-sample";
import { importFile } from "./import-file";
import { nextAssignment } from "./next-assignment";
import { openAssignment } from "./open-assignment";
import { undoImport } from "./undo-import";

temporaryInstance();

const png = Buffer.from("\x89PNG\r\n\x1a\nfirst", "latin1");
const gif = Buffer.from("GIF89asecond", "latin1");
const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>");
const table = (rows: string[]) => Buffer.from(["id,input,output,system,image_url", ...rows].join("\n"));

/** Imports a folder named "photos" into a new project whose annotators rate without drafts. */
async function imported(files: Record<string, Buffer>, skipBadRows = false) {
  const projectId = (await createProject(instanceAdmin, { name: `Photos ${Math.random()}`, description: "" })).id;
  const file = { projectId, fileName: "photos.tar", format: "auto" as const, body: archiveOf(files), skipBadRows };
  return { projectId, summary: await importFile(instanceAdmin, file) };
}
const whole = {
  "photos/data.csv": table(["a,What is this?,A cat.,gpt-4,images/gpt-4/cat.png", "b,And this?,A dog.,other,./images/dog.gif"]),
  "photos/images/gpt-4/cat.png": png,
  "photos/images/dog.gif": gif,
  "photos/images/unused.png": png,
};
const stored = async (projectId: string) =>
  (
    await pool().query<{ path: string; type: string; bytes: Buffer }>(
      "select path, type, bytes from images join imports i on i.id = import_id where i.project_id = $1 order by path",
      [projectId],
    )
  ).rows;

const ask = async (address: string | null, account: TestAccount) => {
  const sampleId = address?.split("/").at(-2) ?? "";
  const request = new Request(`http://127.0.0.1:3000${address}`, { headers: await keyHeaders(account) });
  return GET(request, { params: Promise.resolve({ sampleId }) });
};

describe("images in an imported folder", () => {
  test("are stored where a sample names them by their path, exported by that path, and go with the import", async () => {
    const { projectId, summary } = await imported(whole);
    expect(summary.counts).toMatchObject({ samples: 2 });
    expect(await stored(projectId)).toEqual([
      { path: "images/dog.gif", type: "image/gif", bytes: gif },
      { path: "images/gpt-4/cat.png", type: "image/png", bytes: png },
    ]);
    let csv = "";
    for await (const chunk of (await exportProject(instanceAdmin, { projectId, format: "csv" })).body) csv += chunk;
    expect(csv).toContain("images/gpt-4/cat.png");
    await undoImport(instanceAdmin, { importId: summary.id });
    expect(await stored(projectId)).toEqual([]);
  });

  test("are replaced by those of a changed folder while nobody has begun with their sample, and are back once that import is undone", async () => {
    const { projectId } = await imported(whole);
    const shown = async () =>
      Promise.all(
        (
          await pool().query("select s.id from samples s join tasks t on t.id = s.task_id where t.project_id = $1 order by position", [
            projectId,
          ])
        ).rows.map(async ({ id }) => (await (await findSampleImage(id))?.image?.read())?.toString("latin1")),
      );
    const [cat, dog, other] = [png.toString("latin1"), gif.toString("latin1"), Buffer.concat([png, gif])];
    expect(await shown()).toEqual([cat, dog]);
    // One path has another image, the other sample another path.
    const changed = {
      "photos/data.csv": table(["a,What is this?,A cat.,gpt-4,images/gpt-4/cat.png", "b,And this?,A dog.,other,images/hound.png"]),
      "photos/images/gpt-4/cat.png": other,
      "photos/images/hound.png": png,
    };
    const again = (updateSamples: boolean) =>
      importFile(instanceAdmin, {
        projectId,
        fileName: "photos.tar",
        format: "auto",
        body: archiveOf(changed),
        skipBadRows: false,
        updateSamples,
      });
    await expect(again(false)).rejects.toMatchObject({
      message: expect.stringContaining("2 samples have other content in the file than here"),
    });
    expect(await shown()).toEqual([cat, dog]);
    const done = await again(true);
    expect(done.changes.map(({ sample, field, before, after }) => [sample, field, before, after])).toEqual([
      ["a", "image_url", "images/gpt-4/cat.png, 13 bytes", "images/gpt-4/cat.png, 25 bytes"],
      ["b", "image_url", "images/dog.gif", "images/hound.png"],
    ]);
    expect(done.counts).toMatchObject({ samples: 0, samplesUpdated: 2 });
    expect(await shown()).toEqual([other.toString("latin1"), cat]);
    expect((await again(false)).counts).toMatchObject({ samplesUnchanged: 2, samplesChanged: 0 });
    await undoImport(instanceAdmin, { importId: done.id });
    expect(await shown()).toEqual([cat, dog]);

    await pool().query("update tasks set arm = 'blind' where project_id = $1", [projectId]);
    const { rows } = await pool().query(
      "select s.id from samples s join tasks t on t.id = s.task_id where t.project_id = $1 order by position",
      [projectId],
    );
    await pool().query(
      `with n as (insert into annotators (project_id, name) values ($1, 'Ann') returning id),
            c as (insert into criteria_sets (task_id, version, status, published_at) select task_id, 1, 'published', now() from samples where id = $2 returning id, task_id)
       insert into assignments (task_id, sample_id, annotator_id, criteria_set_id, arm) select c.task_id, $2, n.id, c.id, 'blind' from n, c`,
      [projectId, rows[0].id],
    );
    await expect(again(true)).rejects.toMatchObject({
      details: { problems: [{ row: 2, message: expect.stringContaining("people or judges have worked on it") }] },
    });
  });

  test("come back from a backup byte by byte", async () => {
    await imported(whole);
    const kept: unknown[] = [];
    for await (const line of backupLines()) {
      const { table: name, batch } = JSON.parse(line) as { table?: string; batch?: unknown[] };
      if (name === "images") kept.push(...(batch ?? []));
    }
    const { rows } = await pool().query("select path, bytes from json_populate_recordset(null::images, $1)", [JSON.stringify(kept)]);
    expect(rows).toEqual(expect.arrayContaining([{ path: "images/dog.gif", bytes: gif }]));
  });

  test("are refused by row where they are missing, too large or no image by their content, whatever their name", async () => {
    const rows = ["a,i,o,s,images/none.png", "b,i,o,s,images/drawing.png", "c,i,o,s,../outside.png", "d,i,o,s,images/large.gif"];
    const large = Buffer.concat([gif, Buffer.alloc(10_000_000)]);
    const files = {
      "photos/data.csv": table(rows),
      "photos/images/drawing.png": svg,
      "photos/images/large.gif": large,
      "outside.png": png,
    };
    await expect(imported(files)).rejects.toMatchObject({
      details: {
        problems: [
          { row: 2, field: "image_url", message: expect.stringContaining('"images/none.png" is neither a web address') },
          { row: 3, field: "image_url", message: '"images/drawing.png" is not a PNG, JPEG, WebP, GIF or AVIF image, whatever its name.' },
          { row: 4, field: "image_url", message: expect.stringContaining('"../outside.png" is neither a web address') },
          { row: 5, field: "image_url", message: '"images/large.gif" is larger than 10 MB.' },
        ],
      },
    });
  });

  test("need their folder: a table alone that names a path is refused, and a folder's other table without samples is named", async () => {
    const projectId = (await createProject(instanceAdmin, { name: "Alone", description: "" })).id;
    const bytes = async function* () {
      yield table(["a,i,o,s,images/cat.png", "b,i,o,s,https://example.org/cat.png", "c,i,o,s,javascript:alert(1)"]);
    };
    const alone = { projectId, fileName: "data.csv", format: "auto" as const, body: bytes(), skipBadRows: false };
    await expect(importFile(instanceAdmin, alone)).rejects.toMatchObject({
      details: {
        problems: [
          { row: 2, field: "image_url" },
          { row: 4, field: "image_url" },
        ],
      },
    });
    const two = { "f/one.csv": table(["a,i,o,s,"]), "f/two.jsonl": Buffer.from("{}") };
    const { summary } = await imported(two);
    expect(summary.counts.samples).toBe(1);
    expect(JSON.stringify(summary.warnings)).toContain("two.jsonl");
  });
});

describe("an uploaded image in the workspace", () => {
  async function opened() {
    const { projectId } = await imported(whole);
    await pool().query("update tasks set arm = 'blind', annotators_per_sample = 1 where project_id = $1", [projectId]);
    const { rows } = await pool().query<{ id: string }>("select id from tasks where project_id = $1", [projectId]);
    const taskId = rows[0]?.id ?? "";
    const set = await pool().query<{ id: string }>(
      "insert into criteria_sets (task_id, version, status, published_at) values ($1, 1, 'published', now()) returning id",
      [taskId],
    );
    await pool().query("insert into criteria (criteria_set_id, position, name, scale) values ($1, 0, 'Right', $2)", [
      set.rows[0]?.id,
      JSON.stringify({ min: 1, max: 5, step: 1, levels: [] }),
    ]);
    const account = await makeAccount({ roles: { [projectId]: "annotator" } });
    const { assignmentId } = await nextAssignment(account.actor, { taskId });
    return { projectId, taskId, account, sample: await openAssignment(account.actor, { assignmentId: assignmentId ?? "" }) };
  }

  test("comes from an address without its path, which may name a system, typed by its content and kept from other caches", async () => {
    const { account, sample } = await opened();
    expect(sample.sample.imageUrl).toBe(`/api/v1/samples/${sample.sample.id}/image`);
    expect(JSON.stringify(sample)).not.toMatch(/gpt|cat\.png/);
    const response = await ask(sample.sample.imageUrl, account);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(png);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/png",
      "cache-control": "private, max-age=3600",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    expect(JSON.stringify([...response.headers])).not.toMatch(/gpt|cat/);
  });

  test("is for its annotators and researchers; others learn nothing of it", async () => {
    const { projectId, sample } = await opened();
    const status = async (account: TestAccount) => (await ask(sample.sample.imageUrl, account)).status;
    expect(await status(await makeAccount({ roles: { [projectId]: "researcher" } }))).toBe(200);
    expect(await status(await makeAccount({ roles: { [projectId]: "annotator" } }))).toBe(404);
    expect(await status(await makeAccount({ roles: { [projectId]: "expert" } }))).toBe(403);
    expect(await status(await makeAccount({}))).toBe(404);
  });

  test("reaches a judge as data, since a model cannot fetch it", async () => {
    const { taskId } = await loadSmallStudy(smallBundle(1));
    const { rows } = await pool().query<{ id: string; import_id: string; run: string }>(
      `update samples s set image_url = 'images/cat.png', import_id = i.id from tasks t join imports i on i.project_id = t.project_id
       where t.id = s.task_id and t.id = $1 returning s.id, s.import_id, (select r.id from runs r where r.task_id = $1) as run`,
      [taskId],
    );
    const [sample] = rows;
    await insertImages(db(), sample?.import_id ?? "", [{ kind: "image", path: "images/cat.png", type: "image/png", bytes: png }]);
    const work = await findWorkToDraft(sample?.run ?? "", sample?.id ?? "", null);
    expect(work?.sample.imageUrl).toBe(`data:image/png;base64,${png.toString("base64")}`);
  });

  test("is found by the sample page too", async () => {
    const { projectId, sample } = await opened();
    const researcher = await makeAccount({ roles: { [projectId]: "researcher" } });
    expect((await getSample(researcher.actor, { sampleId: sample.sample.id })).imageUrl).toBe(sample.sample.imageUrl);
  });
});

describe("an image on another server", () => {
  /** A server of images that counts what it is asked. */
  async function imageServer(replies: Record<string, Buffer>) {
    const asked: IncomingMessage[] = [];
    const server = createServer((request, response) => {
      asked.push(request);
      const bytes = replies[request.url ?? ""];
      response.writeHead(bytes ? 200 : 404, { "content-type": "image/svg+xml", connection: "close" }).end(bytes);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
  }

  async function shown(imageUrl: string) {
    const { projectId } = await imported({ "photos/data.csv": table([`a,What is this?,A cat.,gpt-4,${imageUrl}`]) });
    const account = await makeAccount({ roles: { [projectId]: "researcher" } });
    const { rows } = await pool().query<{ id: string }>(
      "select s.id from samples s join tasks t on t.id = s.task_id where t.project_id = $1",
      [projectId],
    );
    const { imageUrl: address } = await getSample(account.actor, { sampleId: rows[0]?.id ?? "" });
    return { address, response: await ask(address, account) };
  }

  test("is fetched by this one, which shows neither its address to the reader nor the reader to it", async () => {
    const other = await imageServer({ "/gpt-4/cat.png": png });
    const { address, response } = await shown(`${other.url}/gpt-4/cat.png`);
    expect(address).toMatch(/^\/api\/v1\/samples\/[\w-]+\/image$/);
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(response.headers.get("cache-control")).toBe("private, max-age=3600");
    expect(Buffer.from(await response.arrayBuffer())).toEqual(png);
    expect(other.asked).toHaveLength(1);
    expect(Object.keys(other.asked[0]?.headers ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/cookie|authorization|forwarded|referer/)]),
    );
  });

  test("is not shown if it is missing, no image by its content, too large, or where this server may not ask", async () => {
    const other = await imageServer({ "/a.svg": svg, "/large.gif": Buffer.concat([gif, Buffer.alloc(10_000_000)]) });
    for (const url of [`${other.url}/none.png`, `${other.url}/a.svg`, `${other.url}/large.gif`, "http://169.254.169.254/latest/cat.png"]) {
      const { response } = await shown(url);
      expect([url, response.status, await response.text()]).toEqual([url, 503, expect.stringContaining("server of this image")]);
    }
  });
});
