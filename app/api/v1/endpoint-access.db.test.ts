import { join } from "node:path";
import { expect, test } from "vitest";
import { startSession } from "@/lib/auth/start-session";
import { pool } from "@/lib/db/client";
import { type EndpointName, endpoints } from "@/lib/domain/api";
import type { Endpoint } from "@/lib/domain/api-endpoint";
import { keyScope, scopeOf } from "@/lib/domain/api-key";
import { keyHeaders, makeAccount, type TestAccount, temporaryInstance } from "@/lib/testing/accounts";
import { askEndpoint } from "@/lib/testing/ask-endpoint";
import { type AccessRole, accessOf, accessRoles, accessRows } from "@/lib/testing/endpoint-access";
import { bodies } from "@/lib/testing/endpoint-inputs";
import { type EndpointScene, makeEndpointScene } from "@/lib/testing/endpoint-scene";
import { otherRows } from "@/lib/testing/other-routes";
import { instanceAdmin } from "@/lib/testing/small-study";
import { deleteProject } from "@/lib/workflows/delete-project";
import { deleteTask } from "@/lib/workflows/delete-task";

temporaryInstance();

/** What ends others' work comes last, so that each cell still finds what it asks about. */
const last: EndpointName[] = [
  "revokeApiKey",
  "resetPassword",
  "updateAccount",
  "removePerson",
  "deleteAccount",
  "deleteTask",
  "deleteProject",
];
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const byOrder = (name: EndpointName) => last.indexOf(name) * 10 + methods.indexOf(endpoints[name].method);
const names = (Object.keys(endpoints) as EndpointName[]).sort((a, b) => byOrder(a) - byOrder(b));

/** Somebody with this role in the scene's project. */
async function personOf(role: AccessRole, { projectId, taskId }: EndpointScene): Promise<TestAccount> {
  if (role === "outsider") return makeAccount();
  if (role === "instanceAdmin") return makeAccount({ instanceAdmin: true });
  if (role !== "participant") return makeAccount({ roles: { [projectId]: role } });
  const person = await makeAccount({ roles: { [projectId]: "annotator" }, password: null });
  await pool().query("update users set participant = true where id = $1", [person.userId]);
  await pool().query(
    `with plan as (
       insert into study_plans (task_id, version, status, content, started_at, closed_at) values ($2, 1, 'closed', '{}', now(), now()) returning id
     )
     insert into participants (plan_id, external_id, user_id) select id, 'person', $1 from plan`,
    [person.userId, taskId],
  );
  return person;
}

async function signedIn({ userId }: TestAccount) {
  const cookies = await startSession(userId, new Headers());
  return { cookie: cookies.map((cookie) => cookie.split(";")[0]).join("; "), origin: "http://127.0.0.1:3000" };
}

/** A reply as the table writes it. Whether a 404 hides something or says that there is nothing is the table's to know. */
function cellOf(status: number, expected: string | undefined): string {
  if (status === 403) return "x";
  if (status === 404) return expected === "0" ? "0" : "-";
  return (status >= 200 && status < 300) || status === 409 || status === 422 ? "+" : String(status);
}

test("every endpoint has one row of the table, every row a cell for each role, and every body somebody who sends it", () => {
  expect(accessRows.flatMap((row) => row.endpoints).sort()).toEqual([...names].sort());
  expect(accessRows.filter(({ cells }) => cells.length !== accessRoles.length || /[^+0x-]/.test(cells))).toEqual([]);
  const withBody = names.filter((name) => (endpoints[name] as Endpoint).body !== undefined);
  expect(Object.keys(bodies).sort()).toEqual(withBody.sort());
});

test("every endpoint refuses a request without a session", async () => {
  const { params } = await makeEndpointScene();
  for (const name of names) expect([name, (await askEndpoint(name, params, {})).status]).toEqual([name, 401]);
});

test.each(accessRoles)("every endpoint answers or refuses as the table says: %s", async (role) => {
  const scene = await makeEndpointScene();
  const headers = await signedIn(await personOf(role, scene));
  const found: Record<string, string> = {};
  for (const name of names) found[name] = cellOf((await askEndpoint(name, scene.params, headers)).status, accessOf(name, role));
  expect(found).toEqual(Object.fromEntries(names.map((name) => [name, accessOf(name, role)])));
});

test.each(["visitor", ...accessRoles] as const)(
  "every route outside the versioned interface answers as its table says: %s",
  async (role) => {
    process.env.REDLINE_METRICS_TOKEN = "a-token-for-the-scraper";
    const scene = await makeEndpointScene();
    const headers = role === "visitor" ? { origin: "http://127.0.0.1:3000" } : await signedIn(await personOf(role, scene));
    const answers: unknown[] = [];
    for (const { route, method, path, params = {}, body } of otherRows) {
      const module = await import(join(import.meta.dirname, "../..", route, "route.ts"));
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const request = new Request(`http://127.0.0.1:3000${path}`, {
        method,
        headers: { ...headers, "content-type": "application/json" },
        ...sent,
      });
      const response: Response = await module[method](request, { params: Promise.resolve(params) });
      await response.body?.cancel();
      answers.push([`${method} ${path}`, response.status]);
    }
    expect(answers).toEqual(otherRows.map(({ method, path, status, except }) => [`${method} ${path}`, except?.[role] ?? status]));
  },
);

/** What an outsider cannot know of, besides accounts and keys, which are not a project's. */
const ofAccounts: EndpointName[] = ["updateAccount", "deleteAccount", "revokeApiKey"];
const ofProject = names.filter((name) => accessOf(name, "outsider") === "-" && !ofAccounts.includes(name));
const inTask = /\{(?:task|assignment|criteriaSet|round|sample|comment|run|trial|watch|adjudication)Id\}/;
const ofTask = ofProject.filter((name) => inTask.test(endpoints[name].path) || name === "listComments" || name === "addComment");

test.each(accessRoles)(
  "nothing of a deleted task or project is there for anybody, before a worker has removed a row of it: %s",
  async (role) => {
    for (const [what, hidden] of [
      ["task", ofTask],
      ["project", ofProject],
    ] as const) {
      const scene = await makeEndpointScene();
      const headers = await signedIn(await personOf(role, scene));
      const { rows } = await pool().query<{ name: string }>("select name from projects where id = $1", [scene.projectId]);
      if (what === "task") await deleteTask(instanceAdmin, { taskId: scene.taskId, confirmName: "Answers" });
      else await deleteProject(instanceAdmin, { projectId: scene.projectId, confirmName: rows[0]?.name ?? "" });
      const answered: [EndpointName, number][] = [];
      for (const name of hidden) answered.push([name, (await askEndpoint(name, scene.params, headers)).status]);
      expect([what, answered.filter(([, status]) => status !== 404)]).toEqual([what, []]);
      expect((await pool().query("select 1 from samples where task_id = $1", [scene.taskId])).rowCount).toBe(2);
    }
  },
);

test.each(keyScope.options)("a key with the scope %s opens the endpoints of that scope and no others", async (scope) => {
  const { params } = await makeEndpointScene();
  const headers = await keyHeaders(await makeAccount({ instanceAdmin: true }), { scopes: [scope] });
  const found: Record<string, boolean> = {};
  for (const name of names) {
    const response = await askEndpoint(name, params, headers);
    const reply: { error?: { details?: { scope?: string } } } | null =
      response.status === 403 ? await response.json() : await response.body?.cancel().then(() => null);
    found[name] = reply?.error?.details?.scope === undefined;
  }
  expect(found).toEqual(Object.fromEntries(names.map((name) => [name, scopeOf(endpoints[name]) === scope])));
});
