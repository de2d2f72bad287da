import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { type Endpoint, type EndpointName, endpoints } from "@/lib/domain/api";
import type { RouteHandler } from "@/lib/http/route";
import { keyHeaders, makeAccount, type TestAccount, temporaryInstance } from "@/lib/testing/accounts";
import { instanceAdmin, loadSmallStudy, smallBundle } from "@/lib/testing/small-study";
import { createCriteriaSet } from "@/lib/workflows/create-criteria-set";
import { nextAssignment } from "@/lib/workflows/next-assignment";

temporaryInstance();

/** A valid body for each endpoint that takes one, so that only the role can be the reason of a refusal. */
const bodies: Partial<Record<EndpointName, unknown>> = {
  createProject: { name: "x" },
  updateProject: { name: "x" },
  deleteProject: { confirmName: "x" },
  createTask: { name: "x" },
  updateTask: { name: "x" },
  deleteTask: { confirmName: "x" },
  commitImport: {},
  createJudge: { name: "x", baseUrl: "http://127.0.0.1:1/v1", model: "x" },
  updateJudge: { name: "x" },
  createCriteriaSet: {},
  saveCriteriaActions: { actions: [] },
  startRun: { judgeId: randomUUID() },
  controlRun: { verb: "pause" },
  saveActions: { criterionId: randomUUID(), actions: [] },
  skipAssignment: { reason: "x" },
  flagAssignment: { note: "x" },
  invitePerson: { email: "x@example.org", role: "admin" },
  updatePerson: { role: "admin" },
};
const searches: Partial<Record<EndpointName, string>> = { createImport: "?fileName=a.csv" };

/** What an annotator may ask for in their project; the rest is refused. */
const forAnnotators: EndpointName[] = ["listProjects", "getProject", "listTasks", "getTask", "nextAssignment"];
/** Work on one assignment: an annotator's own, and for others it does not exist. */
const ownWork: EndpointName[] = [
  "openAssignment",
  "saveActions",
  "submitAssignment",
  "reopenAssignment",
  "skipAssignment",
  "flagAssignment",
];
const forAdmins: EndpointName[] = [
  "createProject",
  "updateProject",
  "deleteProject",
  "deleteTask",
  "createImport",
  "listImports",
  "getImport",
  "commitImport",
  "undoImport",
  "discardImport",
  "createJudge",
  "updateJudge",
  "testJudge",
  "startRun",
  "controlRun",
  "listAudit",
  "listPeople",
  "invitePerson",
  "updatePerson",
  "removePerson",
  "resetPassword",
];

const params: Record<string, string> = {};
let projectId = "";

beforeAll(async () => {
  const study = await loadSmallStudy(smallBundle(2));
  projectId = study.projectId;
  const worker = await makeAccount({ roles: { [projectId]: "annotator" } });
  const one = async (sql: string) => (await pool().query<{ id: string }>(sql, [projectId])).rows[0]?.id ?? "";
  Object.assign(params, {
    projectId,
    taskId: study.taskId,
    userId: worker.userId,
    assignmentId: (await nextAssignment(worker.actor, study)).assignmentId,
    criteriaSetId: (await createCriteriaSet(instanceAdmin, { taskId: study.taskId })).id,
    judgeId: await one("select id from judges where project_id = $1"),
    runId: await one("select r.id from runs r join tasks t on t.id = r.task_id where t.project_id = $1"),
    importId: await one("insert into imports (project_id, format, file_name, status) values ($1, 'csv', 'a.csv', 'staged') returning id"),
  });
});

/** Asks an endpoint through its route, with ids of the study above. */
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

test("every endpoint with a body has one here", () => {
  const withBody = names.filter((name) => (endpoints[name] as Endpoint).body !== undefined);
  expect(Object.keys(bodies).sort()).toEqual(withBody.sort());
});

test("whoever is not signed in gets nothing from any endpoint", async () => {
  expect(await askAll(names, {})).toEqual(all(names, 401));
});

test("for an outsider nothing of a project exists", async () => {
  const headers = await headersOf(await makeAccount());
  const inProject = names.filter((name) => name !== "listProjects" && name !== "createProject");
  expect(await askAll(inProject, headers)).toEqual(all(inProject, 404));
  expect(await askAll(["listProjects", "createProject"], headers)).toEqual({ listProjects: 200, createProject: 403 });
});

test("an annotator is refused everything but annotating, and another's work does not exist for them", async () => {
  const headers = await headersOf(await makeAccount({ roles: { [projectId]: "annotator" } }));
  const refused = names.filter((name) => !forAnnotators.includes(name) && !ownWork.includes(name));
  expect(await askAll(refused, headers)).toEqual(all(refused, 403));
  expect(await askAll(ownWork, headers)).toEqual(all(ownWork, 404));
  expect(await askAll(forAnnotators, headers)).toEqual(all(forAnnotators, 200));
});

test("a researcher is refused what is an admin's", async () => {
  const headers = await headersOf(await makeAccount({ roles: { [projectId]: "researcher" } }));
  expect(await askAll(forAdmins, headers)).toEqual(all(forAdmins, 403));
});

test("a researcher reads everything that is read, in the shape that the interface promises", async () => {
  const headers = await headersOf(await makeAccount({ roles: { [projectId]: "researcher" } }));
  const reads = names.filter((name) => endpoints[name].method === "GET" && !forAdmins.includes(name));
  expect(await askAll(reads, headers)).toEqual(all(reads, 200));
});

test("an admin reads everything that is read, in the shape that the interface promises", async () => {
  const headers = await headersOf(await makeAccount({ roles: { [projectId]: "admin" } }));
  const reads = names.filter((name) => endpoints[name].method === "GET");
  expect(await askAll(reads, headers)).toEqual(all(reads, 200));
});
