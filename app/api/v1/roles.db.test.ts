import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { saveEndpointLimits } from "@/lib/db/endpoints";
import { type EndpointName, endpoints } from "@/lib/domain/api";
import type { Endpoint } from "@/lib/domain/api-endpoint";
import { createApiKeyBody } from "@/lib/domain/api-key";
import { createJudgeBody } from "@/lib/domain/judge";
import type { RouteHandler } from "@/lib/http/route";
import { keyHeaders, makeAccount, type TestAccount, temporaryInstance } from "@/lib/testing/accounts";
import {
  bodies,
  forAdmins,
  forAnnotators,
  forPanel,
  inStudies,
  keysOf,
  nothingToExport,
  ofInstallation,
  ofOthers,
  ownWork,
  searches,
} from "@/lib/testing/endpoint-access";
import { instanceAdmin, loadSmallStudy, smallBundle } from "@/lib/testing/small-study";
import { createApiKey } from "@/lib/workflows/create-api-key";
import { createCriteriaSet } from "@/lib/workflows/create-criteria-set";
import { createJudge } from "@/lib/workflows/create-judge";
import { createProject } from "@/lib/workflows/create-project";
import { nextAssignment } from "@/lib/workflows/next-assignment";

temporaryInstance();

const params: Record<string, string> = {};
let projectId = "";
/** Replies collected since a test last emptied the list. */
let replies: string[] = [];
const apiKey = "sk-nobody-may-ever-read-this";
const foreign = { judge: "A judge of elsewhere", baseUrl: "http://127.0.0.1:9/elsewhere", prompt: "A wording of elsewhere" };

beforeAll(async () => {
  const study = await loadSmallStudy(smallBundle(2));
  projectId = study.projectId;
  searches.exportTraining = `?task=${study.taskId}&format=dpo&split=train`;
  const worker = await makeAccount({ roles: { [projectId]: "annotator" } });
  const one = async (sql: string) => (await pool().query<{ id: string }>(sql, [projectId])).rows[0]?.id ?? "";
  Object.assign(params, {
    projectId,
    taskId: study.taskId,
    userId: worker.userId,
    assignmentId: (await nextAssignment(worker.actor, study)).assignmentId,
    seatId: randomUUID(),
    number: "1",
    tryId: randomUUID(),
    annotatorId: randomUUID(),
    exclusionId: await one(
      "insert into exclusions (annotator_id, reason) select id, 'Too fast.' from annotators where project_id = $1 and user_id is not null limit 1 returning id",
    ),
    frozenId: await one(
      "insert into frozen_reports (project_id, task_id, task_name, name, hash, body, bundle, created_at) values ($1, gen_random_uuid(), 'x', 'x', repeat('0', 64), '{}', '', now()) returning id",
    ),
    criteriaSetId: (await createCriteriaSet(instanceAdmin, { taskId: study.taskId })).id,
    roundId: await one(
      "insert into criteria_rounds (task_id, number, items) select id, 1, '[]' from tasks where project_id = $1 returning id",
    ),
    judgeId: await one("select id from judges where project_id = $1"),
    model: "some-model",
    keyId: (await createApiKey(worker.actor, createApiKeyBody.parse({ name: "worker's" }))).apiKey.id,
    sampleId: await one("select s.id from samples s join tasks t on t.id = s.task_id where t.project_id = $1 limit 1"),
    commentId: await one(
      "insert into comments (task_id, target_kind, target_id, text) select a.task_id, 'assignment', a.id, 'x' from assignments a join tasks t on t.id = a.task_id where t.project_id = $1 returning id",
    ),
    runId: await one("select r.id from runs r join tasks t on t.id = r.task_id where t.project_id = $1"),
    importId: await one("insert into imports (project_id, format, file_name, status) values ($1, 'csv', 'a.csv', 'staged') returning id"),
  });
  params.criterionId = study.criteria[0] ?? "";
  params.trialId = await one(
    `with split as (insert into judge_splits (task_id, seed, held_out_share) select id, 0, 0.5 from tasks where project_id = $1 returning id)
     insert into judge_trials (split_id, judge_id, use, candidates) select split.id, gen_random_uuid(), 1, '[]' from split returning id`,
  );
  await pool().query(
    "insert into calibration_rounds (task_id, number, criteria_set_id, required) select task_id, 1, id, false from criteria_sets where task_id = $1 and status = 'published'",
    [study.taskId],
  );
  params.adjudicationId = await rateTwice(params.sampleId ?? "", params.criterionId);
  searches.listComments = `?on=assignment&id=${params.assignmentId}`;
  bodies.addComment = { on: "assignment", id: params.assignmentId, text: "x" };
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

/** Two people's ratings of a unit and a label of it under way; returns the label's id. */
async function rateTwice(sampleId: string, criterionId: string): Promise<string> {
  await pool().query(
    `with people as (insert into annotators (project_id, name) select $3, 'Rater ' || n from generate_series(1, 2) n returning id),
          work as (
            insert into assignments (task_id, sample_id, annotator_id, criteria_set_id, arm, status, submitted_at)
            select s.task_id, s.id, people.id, c.criteria_set_id, 'blind', 'submitted', now() from samples s, criteria c, people
            where s.id = $1 and c.id = $2 returning id
          )
     insert into evaluations (assignment_id, criterion_id, score, complete) select id, $2, 3, true from work`,
    [sampleId, criterionId, projectId],
  );
  const { rows } = await pool().query<{ id: string }>(
    `insert into adjudications (sample_id, criterion_id, user_id, first_score, ratings, median, range)
     values ($1, $2, 'somebody', 3, 2, 3, 0) returning id`,
    [sampleId, criterionId],
  );
  return rows[0]?.id ?? "";
}

const foreignIds = { judgeId: "", promptVersionId: "" };

/** Calls an endpoint through its route with ids from the study above. */
async function ask(name: EndpointName, headers: Record<string, string>): Promise<number> {
  const endpoint: Endpoint = endpoints[name];
  const folder = endpoint.path.replaceAll("{", "[").replaceAll("}", "]");
  const module: Record<string, RouteHandler> = await import(join(import.meta.dirname, folder, "route.ts"));
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, parameter: string) => params[parameter] ?? "");
  const body = name === "createImport" ? "id,input,output" : endpoint.body && JSON.stringify(bodies[name]);
  const request = new Request(`http://127.0.0.1:3000/api/v1${path}${searches[name] ?? ""}`, {
    method: endpoint.method,
    headers: { ...headers, ...(endpoint.body && { "content-type": "application/json" }) },
    ...(body !== undefined && { body }),
  });
  const response = await module[endpoint.method]?.(request, { params: Promise.resolve(params) });
  if (endpoint.method === "GET" && response?.status === 200 && !response.headers.get("content-type")?.includes("event-stream")) {
    replies.push(`${name}: ${await response.text()}`);
  }
  return response?.status ?? 0;
}

const names = Object.keys(endpoints) as EndpointName[];
const headersOf = (account: TestAccount) => keyHeaders(account);

async function askAll(which: EndpointName[], headers: Record<string, string>): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const name of which) statuses[name] = await ask(name, headers);
  return statuses;
}
const all = (which: EndpointName[], status: number) => Object.fromEntries(which.map((name) => [name, status]));

test("every endpoint that takes a body has a valid one here", () => {
  const withBody = names.filter((name) => (endpoints[name] as Endpoint).body !== undefined);
  expect(Object.keys(bodies).sort()).toEqual(withBody.sort());
});

test("every endpoint refuses a request without a session", async () => {
  expect(await askAll(names, {})).toEqual(all(names, 401));
});

test("a project does not exist for an outsider", async () => {
  const headers = await headersOf(await makeAccount());
  const inProject = names.filter((name) => !ofInstallation.includes(name));
  expect(await askAll(inProject, headers)).toEqual(all(inProject, 404));
  expect(await askAll(ofInstallation, headers)).toEqual({
    listProjects: 200,
    createProject: 403,
    listProtocols: 200,
    listModelPrices: 200,
    saveModelPrice: 403,
    removeModelPrice: 403,
    listApiKeys: 200,
    createApiKey: 403,
    listAccounts: 403,
    listMentions: 200,
    markMentionsSeen: 200,
  });
});

test("an annotator may only annotate, and cannot see another annotator's work", async () => {
  const headers = await headersOf(await makeAccount({ roles: { [projectId]: "annotator" } }));
  const refused = names.filter((name) => ![...forAnnotators, ...ownWork, ...ofOthers, ...keysOf(inStudies)].includes(name));
  expect(await askAll(refused, headers)).toEqual(all(refused, 403));
  expect(await askAll(keysOf(inStudies), headers)).toEqual(inStudies);
  expect(await askAll([...ownWork, ...ofOthers], headers)).toEqual(all([...ownWork, ...ofOthers], 404));
  expect(await askAll(forAnnotators, headers)).toEqual(all(forAnnotators, 200));
});

test("an expert may see the project, and neither annotate nor edit criteria", async () => {
  const headers = await headersOf(await makeAccount({ roles: { [projectId]: "expert" } }));
  const allowed: EndpointName[] = [
    ...forAnnotators.filter((name) => !["nextAssignment", "prepareAssignment", "readOwnParticipation", "listCalibration"].includes(name)),
    "listCriteriaRounds",
  ];
  const refused = names.filter((name) => ![...allowed, ...ofOthers, ...forPanel].includes(name));
  expect(await askAll(forPanel, headers)).toEqual(all(forPanel, 404));
  expect(await askAll(refused, headers)).toEqual(all(refused, 403));
  expect(await askAll(ofOthers, headers)).toEqual(all(ofOthers, 404));
  expect(await askAll(allowed, headers)).toEqual(all(allowed, 200));
});

test("a researcher is refused what only an admin may do", async () => {
  const headers = await headersOf(await makeAccount({ roles: { [projectId]: "researcher" } }));
  expect(await askAll(forAdmins, headers)).toEqual(all(forAdmins, 403));
  expect(await askAll(ofOthers, headers)).toEqual(all(ofOthers, 404));
});

test("a researcher can call every reading endpoint, and each reply has the documented shape", async () => {
  const headers = await headersOf(await makeAccount({ roles: { [projectId]: "researcher" } }));
  const reads = names.filter((name) => endpoints[name].method === "GET" && !forAdmins.includes(name));
  expect(await askAll(reads, headers)).toEqual({ ...all(reads, 200), ...nothingToExport });
});

test("an admin can call every reading endpoint, and each reply has the documented shape", async () => {
  const headers = await headersOf(await makeAccount({ roles: { [projectId]: "admin" } }));
  const reads = names.filter((name) => endpoints[name].method === "GET");
  expect(await askAll(reads, headers)).toEqual({ ...all(reads, 200), ...nothingToExport, listAccounts: 403 });
});

test("no reply contains a key, encrypted or not, or anything from another project", async () => {
  const headers = await headersOf(await makeAccount({ roles: { [projectId]: "admin" } }));
  replies = [];
  await askAll(
    names.filter((name) => endpoints[name].method === "GET"),
    headers,
  );
  const sealed = await pool().query<{ key: string }>("select api_key_encrypted as key from judges where api_key_encrypted is not null");
  expect(sealed.rows).toHaveLength(2);
  expect(replies.join("\n")).toContain("Keyed");
  for (const secret of [apiKey, ...sealed.rows.map((row) => row.key), ...Object.values(foreign), ...Object.values(foreignIds)]) {
    expect(replies.filter((reply) => reply.includes(secret)).map((reply) => reply.slice(0, 60))).toEqual([]);
  }
});

test("no reply to an annotator reveals which output is better, who wrote it, or a model's address", async () => {
  const account = await makeAccount({ roles: { [projectId]: "annotator" } });
  replies = [];
  await askAll(forAnnotators, await headersOf(account));
  const { assignmentId } = await nextAssignment(account.actor, { taskId: params.taskId ?? "" });
  const before = params.assignmentId ?? "";
  params.assignmentId = assignmentId ?? before;
  await askAll(["openAssignment"], await headersOf(account));
  params.assignmentId = before;
  expect(replies.some((reply) => reply.startsWith("openAssignment"))).toBe(true);
  // Excludes protocols, which are built in: their prompts have a field named "system" too.
  expect(replies.filter((reply) => !reply.startsWith("listProtocols")).join("\n")).not.toMatch(/gold|"system|subset|baseUrl|a part/u);
});

test("judges and prompt versions of another project are not found, wherever they are referenced", async () => {
  const headers = await headersOf(await makeAccount({ roles: { [projectId]: "admin" } }));
  const { judgeId, promptVersionId } = foreignIds;
  const endpoint = { name: "y", baseUrl: "http://127.0.0.1:1/v1", model: "x" };
  const attempts: [EndpointName, unknown][] = [
    ["startRun", { judgeId }],
    ["estimateRun", { judgeId }],
    ["createJudge", { ...endpoint, roles: { weak: judgeId } }],
    ["createJudge", { ...endpoint, protocol: "direct", promptVersionId }],
    ["createJudge", { kind: "panel", name: "y", options: { members: [judgeId, params.judgeId], aggregate: "mean" } }],
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
  const taken = await pool().query("select 1 from judges where project_id = $1 and name = 'y'", [projectId]);
  expect(taken.rows).toEqual([]);
});
