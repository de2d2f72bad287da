import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { temporaryDatabase } from "@/lib/testing/database";
import { type JudgedStudy, judgedStudy } from "@/lib/testing/judged-study";
import { type StandInLlm, startStandInLlm } from "../../e2e/support/stand-in-llm";
import { draftJudge } from "./draft-judge";
import { giveUp, workPiece } from "./work";

temporaryDatabase();
let standIn: StandInLlm;
let study: JudgedStudy;
const picture = `data:image/png;base64,${"A".repeat(4000)}`;
beforeAll(async () => {
  standIn = await startStandInLlm({ retryAfterSeconds: 0.01 });
  study = await judgedStudy(standIn.url, 3, ["Clarity"]);
  await pool().query("update samples set image_url = $1 where position < 2", [picture]);
  await pool().query(`update samples set metadata = '{"image_caption": "A red boat on a lake."}' where position = 0`);
});
afterAll(async () => {
  await standIn.close();
});

const never = () => new AbortController().signal;
/** Drafts all samples with a judge that takes images so; what was asked and what failed, by sample. */
async function drafted(name: string, parameters: Record<string, unknown>, more: Record<string, unknown> = {}) {
  const judge = await study.addJudge("stand-in", { name, parameters, ...more });
  const { id } = await study.start(judge.id);
  await draftJudge(judge.id, { stopping: never(), ending: never(), sliceMs: 60_000, work: workPiece, giveUp });
  const { rows } = await pool().query<{ position: number; status: string; error: string | null; request: string | null }>(
    `select s.position, u.status, u.error_message as error, e.request from run_units u join samples s on s.id = u.sample_id
     left join exchanges e on e.run_id = u.run_id and e.sample_id = u.sample_id where u.run_id = $1 order by s.position`,
    [id],
  );
  return rows;
}

test("a judge of texts and images is sent the image, in the detail it asks for", async () => {
  const [first, , last] = await drafted("sees", { imageDetail: "high" });
  expect(first?.request).toContain(`{"type":"image_url","image_url":{"url":"${picture}","detail":"high"}}`);
  expect(first?.request).not.toContain("A red boat");
  expect(last?.request).not.toContain("image_url");
});

test("a judge that reads only text runs on samples with images, as if they had none", async () => {
  const units = await drafted("reads", { images: "leave-out" });
  expect(units.map(({ status }) => status)).toEqual(["done", "done", "done"]);
  expect(units.filter(({ request }) => request?.includes("image_url") || request?.includes("A red boat"))).toEqual([]);
});

test("a judge that reads captions is sent the caption, and a sample without one fails and says what to do", async () => {
  const [first, second, last] = await drafted("captions", { images: "caption" });
  expect(first?.request).toContain("A red boat on a lake.");
  expect(first?.request).not.toContain("image_url");
  expect(second).toMatchObject({ status: "failed", request: null, error: expect.stringContaining('Import a column "image_caption"') });
  expect(last?.status).toBe("done");
});

test("an image beyond the judge's limit is not sent", async () => {
  const [first, , last] = await drafted("small", { imageLimitKb: 2 });
  expect(first).toMatchObject({ status: "failed", request: null, error: expect.stringContaining("has 3 kB") });
  expect(last?.status).toBe("done");
});

test("an image at a web address is held to the judge's limit too, and not sent where its size cannot be found out", async () => {
  const server = createServer((request, response) => {
    if (request.url === "/gone.png") response.statusCode = 404;
    response.end(Buffer.alloc(request.url === "/large.png" ? 2001 : 2000));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const at = (name: string) => `http://127.0.0.1:${port}/${name}.png`;
  await pool().query("update samples set image_url = case position when 0 then $1 when 1 then $2 else $3 end", [
    at("small"),
    at("large"),
    at("gone"),
  ]);
  const [small, large, gone] = await drafted("at addresses", { imageLimitKb: 2 });
  expect(small).toMatchObject({ status: "done", request: expect.stringContaining(at("small")) });
  expect(large).toMatchObject({ status: "failed", request: null, error: expect.stringContaining("more than 2 kB") });
  expect(gone).toMatchObject({ status: "failed", request: null, error: expect.stringContaining("cannot be found out") });
  await new Promise((resolve) => server.close(resolve));
  const units = await drafted("without a limit", {});
  expect(units.map(({ status }) => status)).toEqual(["done", "done", "done"]);
});

test("images of a rubric's examples are held to the limit as well, and fetched once for a whole run", async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end(Buffer.alloc(request.url === "/large.png" ? 2001 : 2000));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await pool().query("update samples set image_url = null");
  const { port } = server.address() as AddressInfo;
  const withExamples = (name: string, images: string[], parameters: Record<string, unknown>, criterion = "Clarity") =>
    drafted(name, parameters, {
      protocol: "rubric",
      options: { examples: images.map((image) => ({ input: "Which bird?", output: "A gull.", image, scores: [{ criterion, score: 2 }] })) },
    });
  const small = await withExamples("small example", [`http://127.0.0.1:${port}/small.png`], { imageLimitKb: 2 });
  expect(small.map(({ status }) => status)).toEqual(["done", "done", "done"]);
  expect(asked).toEqual(["/small.png"]);
  const [large] = await withExamples("large example", [picture, `http://127.0.0.1:${port}/large.png`], {
    imageLimitKb: 4,
    images: "leave-out",
  });
  expect(large?.status).toBe("done");
  const [beyond] = await withExamples("second too large", [`http://127.0.0.1:${port}/small.png`, `http://127.0.0.1:${port}/large.png`], {
    imageLimitKb: 2,
  });
  expect(beyond).toMatchObject({
    status: "failed",
    request: null,
    error: expect.stringContaining("Image 2 of the judge's examples has more than 2 kB"),
  });
  const [inline] = await withExamples("inline", [picture], { imageLimitKb: 2 });
  expect(inline).toMatchObject({
    status: "failed",
    request: null,
    error: expect.stringContaining("The image of the judge's example has 3 kB"),
  });
  const [notShown] = await withExamples("of another criterion", [picture], { imageLimitKb: 2 }, "Wit");
  expect(notShown?.status).toBe("done");
  await new Promise((resolve) => server.close(resolve));
});
