import { beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { saveEndpointLimits } from "@/lib/db/endpoints";
import { type EndpointName, endpoints } from "@/lib/domain/api";
import { createJudgeBody } from "@/lib/domain/judge";
import { keyHeaders, makeAccount, type TestAccount, temporaryInstance } from "@/lib/testing/accounts";
import { askEndpoint } from "@/lib/testing/ask-endpoint";
import { accessOf } from "@/lib/testing/endpoint-access";
import { bodies } from "@/lib/testing/endpoint-inputs";
import { type EndpointScene, makeEndpointScene } from "@/lib/testing/endpoint-scene";
import { instanceAdmin } from "@/lib/testing/small-study";
import { createJudge } from "@/lib/workflows/create-judge";
import { createProject } from "@/lib/workflows/create-project";
import { nextAssignment } from "@/lib/workflows/next-assignment";

temporaryInstance();

let scene: EndpointScene;
/** Replies collected since a test last emptied the list. */
let replies: string[] = [];
const apiKey = "sk-nobody-may-ever-read-this";
const foreign = { judge: "A judge of elsewhere", baseUrl: "http://127.0.0.1:9/elsewhere", prompt: "A wording of elsewhere" };

beforeAll(async () => {
  scene = await makeEndpointScene();
  const { projectId } = scene;
  const keyed = createJudgeBody.parse({ name: "Keyed", baseUrl: "http://127.0.0.1:1/v1", model: "x", apiKey });
  await createJudge(instanceAdmin, { projectId, ...keyed });
  await pool().query("update samples set subset = 'a part', metadata = metadata || '{\"golden\": true}'");
  const elsewhere = (await createProject(instanceAdmin, { name: "Elsewhere", description: "" })).id;
  const judge = createJudgeBody.parse({ name: foreign.judge, baseUrl: foreign.baseUrl, model: "x", apiKey });
  foreignIds.judgeId = (await createJudge(instanceAdmin, { projectId: elsewhere, ...judge })).id;
  await saveEndpointLimits(elsewhere, foreign.baseUrl, { requestsPerMinute: 1, tokensPerMinute: null, concurrency: null });
  const made = await pool().query<{ id: string }>(
    "insert into prompt_versions (project_id, protocol, version, texts, hash, note) values ($1, 'direct', 1, '{}', 'x', $2) returning id",
    [elsewhere, foreign.prompt],
  );
  foreignIds.promptVersionId = made.rows[0]?.id ?? "";
});

const foreignIds = { judgeId: "", promptVersionId: "" };

/** Calls an endpoint with ids from the study above, and keeps what it reads. */
async function ask(name: EndpointName, headers: Record<string, string>): Promise<number> {
  const response = await askEndpoint(name, scene.params, headers);
  if (endpoints[name].method === "GET" && response.status === 200 && !response.headers.get("content-type")?.includes("event-stream")) {
    replies.push(`${name}: ${await response.text()}`);
  }
  return response.status;
}

const names = Object.keys(endpoints) as EndpointName[];
const headersOf = (account: TestAccount) => keyHeaders(account);

async function askAll(which: EndpointName[], headers: Record<string, string>): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const name of which) statuses[name] = await ask(name, headers);
  return statuses;
}

test("no reply contains a key, encrypted or not, or anything from another project", async () => {
  const headers = await headersOf(await makeAccount({ roles: { [scene.projectId]: "admin" } }));
  replies = [];
  await askAll(
    names.filter((name) => endpoints[name].method === "GET"),
    headers,
  );
  const sealed = await pool().query<{ key: string }>("select api_key_encrypted as key from judges where api_key_encrypted is not null");
  expect(sealed.rows).toHaveLength(2);
  expect(replies.join("\n")).toContain("Keyed");
  for (const secret of [
    apiKey,
    "sealed-secret",
    ...sealed.rows.map((row) => row.key),
    ...Object.values(foreign),
    ...Object.values(foreignIds),
  ]) {
    expect(replies.filter((reply) => reply.includes(secret)).map((reply) => reply.slice(0, 60))).toEqual([]);
  }
});

test("no reply to an annotator reveals which output is better, who wrote it, or a model's address", async () => {
  const account = await makeAccount({ roles: { [scene.projectId]: "annotator" } });
  replies = [];
  const forAnnotators = names.filter((name) => ["+"].includes(accessOf(name, "annotator") ?? ""));
  await askAll(forAnnotators, await headersOf(account));
  const { assignmentId } = await nextAssignment(account.actor, { taskId: scene.params.taskId ?? "" });
  const before = scene.params.assignmentId ?? "";
  scene.params.assignmentId = assignmentId ?? before;
  await askAll(["openAssignment"], await headersOf(account));
  scene.params.assignmentId = before;
  expect(replies.some((reply) => reply.startsWith("openAssignment"))).toBe(true);
  // Excludes protocols, which are built in: their prompts have a field named "system" too.
  expect(replies.filter((reply) => !reply.startsWith("listProtocols")).join("\n")).not.toMatch(/gold|"system|subset|baseUrl|a part/u);
});

test("judges and prompt versions of another project are not found, wherever they are referenced", async () => {
  const headers = await headersOf(await makeAccount({ roles: { [scene.projectId]: "admin" } }));
  const { judgeId, promptVersionId } = foreignIds;
  const endpoint = { name: "y", baseUrl: "http://127.0.0.1:1/v1", model: "x" };
  const attempts: [EndpointName, unknown][] = [
    ["startRun", { judgeId }],
    ["estimateRun", { judgeId }],
    ["createJudge", { ...endpoint, roles: { weak: judgeId } }],
    ["createJudge", { ...endpoint, protocol: "direct", promptVersionId }],
    ["createJudge", { kind: "panel", name: "y", options: { members: [judgeId, scene.params.judgeId], aggregate: "mean" } }],
    ["updateJudge", { roles: { weak: judgeId } }],
    ["updateJudge", { promptVersionId }],
  ];
  const given = { ...bodies };
  for (const [name, body] of attempts) {
    bodies[name] = body;
    expect([name, body, await ask(name, headers)]).toEqual([
      name,
      body,
      expect.toSatisfy((status: number) => [404, 409, 422].includes(status)),
    ]);
  }
  Object.assign(bodies, given);
  const taken = await pool().query("select 1 from judges where project_id = $1 and name = 'y'", [scene.projectId]);
  expect(taken.rows).toEqual([]);
});
