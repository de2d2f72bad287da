import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { listModelPriceRows } from "@/lib/db/model-prices";
import { createJudgeBody } from "@/lib/domain/judge";
import { priceFor } from "@/lib/domain/model-price";
import { temporaryDatabase } from "@/lib/testing/database";
import { type JudgedStudy, judgedStudy } from "@/lib/testing/judged-study";
import { instanceAdmin, member } from "@/lib/testing/small-study";
import { createJudge } from "@/lib/workflows/create-judge";
import { limitEndpoint } from "@/lib/workflows/limit-endpoint";
import { listModelPrices } from "@/lib/workflows/list-model-prices";
import { listProjectEndpoints } from "@/lib/workflows/list-project-endpoints";
import { removeModelPrice } from "@/lib/workflows/remove-model-price";
import { saveModelPrice } from "@/lib/workflows/save-model-price";
import { updateJudge } from "@/lib/workflows/update-judge";

temporaryDatabase();
const baseUrl = "http://127.0.0.1:9/v1";
let study: JudgedStudy;
beforeAll(async () => {
  study = await judgedStudy(baseUrl, 1);
});

const create = async (body: unknown) => createJudge(instanceAdmin, { projectId: study.projectId, ...createJudgeBody.parse(body) });

test("a judge without a stated kind is an endpoint", async () => {
  const judge = await create({ name: "plain", baseUrl, model: "m" });
  expect(judge).toMatchObject({
    kind: "endpoint",
    protocol: "step-by-step",
    options: {},
    roles: {},
    promptVersionId: null,
    capabilities: null,
  });
});

test("an unknown kind is answered with the known ones, and a missing or invalid field is named", () => {
  const message = (body: unknown) =>
    createJudgeBody
      .safeParse(body)
      .error?.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`)
      .join("; ");
  expect(message({ kind: "oracle", name: "x" })).toContain('"endpoint" (the default), "metric" or "panel"');
  expect(message({ name: "x", model: "m" })).toMatch(/^baseUrl: /);
  expect(message({ kind: "metric", name: "x", options: { metric: "bleu" } })).toContain("options.metric");
});

test("a metric is a judge without an endpoint, and can become another metric", async () => {
  const judge = await create({ kind: "metric", name: "R", options: { metric: "rouge-l" } });
  expect(judge).toMatchObject({ kind: "metric", baseUrl: null, model: null, hasKey: false, options: { metric: "rouge-l" } });
  const changed = await updateJudge(instanceAdmin, { judgeId: judge.id, options: { metric: "length" } });
  expect(changed).toMatchObject({ options: { metric: "length" }, protocol: "length" });
  await expect(updateJudge(instanceAdmin, { judgeId: judge.id, options: { metric: "bleu" } })).rejects.toMatchObject({
    code: "invalid_input",
  });
  await expect(updateJudge(instanceAdmin, { judgeId: judge.id, model: "m" })).rejects.toMatchObject({ code: "conflict" });
});

test("a panel consists of judges of its own project, and of no panels", async () => {
  const [a, b] = [await create({ name: "a", baseUrl, model: "m" }), await create({ name: "b", baseUrl, model: "m" })];
  const panel = await create({ kind: "panel", name: "P", options: { members: [a.id, b.id], aggregate: "median" } });
  expect(panel).toMatchObject({ kind: "panel", protocol: "median", options: { members: [a.id, b.id] } });
  const of = (members: string[]) => create({ kind: "panel", name: "Q", options: { members, aggregate: "mean" } });
  await expect(of([a.id, panel.id])).rejects.toMatchObject({
    message: expect.stringContaining('options.members.1: "P" is itself a panel.'),
  });
  await expect(of([a.id, randomUUID()])).rejects.toMatchObject({
    message: expect.stringContaining("There is no such judge in this project."),
  });
  const changed = await updateJudge(instanceAdmin, { judgeId: panel.id, options: { members: [b.id, a.id], aggregate: "mean" } });
  expect(changed.options).toEqual({ members: [b.id, a.id], aggregate: "mean" });
});

test("an option that the protocol does not have is refused by name", async () => {
  await expect(create({ name: "odd", baseUrl, model: "m", options: { colour: "red" } })).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringMatching(/^options/),
  });
});

test("another role can be taken only by a judge of the project with an endpoint", async () => {
  const metric = await create({ kind: "metric", name: "L", options: { metric: "length" } });
  const asked = (weak: string) => create({ name: "with a weak writer", baseUrl, model: "m", roles: { weak } });
  await expect(asked(metric.id)).rejects.toMatchObject({
    message: expect.stringContaining('roles.weak: The judge "L" has no endpoint to ask.'),
  });
  await expect(asked(randomUUID())).rejects.toMatchObject({ message: expect.stringContaining("roles.weak: There is no such judge") });
});

test("changing the protocol clears the old one's options", async () => {
  const weak = await create({ name: "w", baseUrl, model: "m" });
  const judge = await create({ name: "moving", baseUrl, model: "m", roles: { weak: weak.id } });
  await pool().query("update judges set protocol = 'gone' where id = $1", [judge.id]);
  const moved = await updateJudge(instanceAdmin, { judgeId: judge.id, protocol: "step-by-step" });
  expect(moved).toMatchObject({ protocol: "step-by-step", roles: {}, options: {} });
});

const priced = async (model: string) => priceFor(model, await listModelPriceRows());

test("prices belong to the installation: its administrators set them, and a model is priced by name or prefix", async () => {
  const admin = await member(study.projectId, "admin");
  await expect(saveModelPrice(admin, { model: "m", inputPriceUsd: 1, outputPriceUsd: 2 })).rejects.toMatchObject({ code: "forbidden" });
  await saveModelPrice(instanceAdmin, { model: "org/big", inputPriceUsd: 1, outputPriceUsd: 2 });
  await saveModelPrice(instanceAdmin, { model: "org/big-mini", inputPriceUsd: 0.1, outputPriceUsd: 0.2 });
  expect(await saveModelPrice(instanceAdmin, { model: "org/big", inputPriceUsd: 3, outputPriceUsd: 4 })).toMatchObject({
    inputPriceUsd: 3,
  });
  expect((await listModelPrices(admin)).items.map(({ model }) => model)).toEqual(["org/big", "org/big-mini"]);
  expect(await priced("org/big")).toMatchObject({ inputPriceUsd: 3, outputPriceUsd: 4 });
  expect(await priced("org/big-mini-2")).toMatchObject({ inputPriceUsd: 0.1 });
  expect(await priced("org/bi")).toBeNull();
  await removeModelPrice(instanceAdmin, { model: "org/big-mini" });
  expect(await priced("org/big-mini-2")).toMatchObject({ inputPriceUsd: 3 });
  await expect(removeModelPrice(instanceAdmin, { model: "org/big-mini" })).rejects.toMatchObject({ code: "not_found" });
});

test("limits can be set on a server that judges use, and removed", async () => {
  const { projectId } = study;
  const limits = { requestsPerMinute: 60, tokensPerMinute: null, concurrency: 4 };
  const saved = await limitEndpoint(instanceAdmin, { projectId, baseUrl, ...limits });
  expect(saved).toMatchObject({ baseUrl, ...limits });
  expect(saved.judges.length).toBeGreaterThan(1);
  expect((await listProjectEndpoints(instanceAdmin, { projectId })).items).toEqual([saved]);
  const elsewhere = limitEndpoint(instanceAdmin, { projectId, baseUrl: "http://127.0.0.1:10/v1", ...limits });
  await expect(elsewhere).rejects.toMatchObject({ code: "not_found" });
  const none = { requestsPerMinute: null, tokensPerMinute: null, concurrency: null };
  expect(await limitEndpoint(instanceAdmin, { projectId, baseUrl, ...none })).toMatchObject(none);
});
