import { expect, test } from "vitest";
import { createSetPasswordLink, findLinkHolder } from "@/lib/auth/set-password-link";
import { pool } from "@/lib/db/client";
import { createApiKeyBody } from "@/lib/domain/api-key";
import { AppError } from "@/lib/domain/errors";
import type { Role } from "@/lib/domain/policy";
import { actorBehind, keyHeaders, makeAccount, type TestAccount, temporaryInstance } from "@/lib/testing/accounts";
import { instanceAdmin } from "@/lib/testing/small-study";
import { createApiKey } from "./create-api-key";
import { createProject } from "./create-project";
import { deleteAccount } from "./delete-account";
import { disableAccount } from "./disable-account";
import { invitePerson } from "./invite-person";
import { listApiKeys } from "./list-api-keys";
import { listAudit } from "./list-audit";
import { listPeople } from "./list-people";
import { listProjectApiKeys } from "./list-project-api-keys";
import { revokeApiKey } from "./revoke-api-key";

temporaryInstance();

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);
let projects = 0;
const makeProject = async () => (await createProject(instanceAdmin, { name: `Accounts ${++projects}`, description: "" })).id;
const member = (projectId: string, role: Role) => makeAccount({ roles: { [projectId]: role } });
const newKey = createApiKeyBody.parse({ name: "nightly export", scopes: ["read"], expiresInDays: 30 });
const works = (headers: Record<string, string>) => actorBehind(new Headers(headers)).then(() => true, codeOf);

test("an owner creates, lists and revokes keys, and sees only their own", async () => {
  const projectId = await makeProject();
  const [own, other] = [await member(projectId, "annotator"), await member(projectId, "annotator")];
  const { apiKey, key } = await createApiKey(own.actor, newKey);
  expect(await works({ authorization: `Bearer ${key}` })).toBe(true);
  const { items } = await listApiKeys(own.actor, { all: false });
  expect(items).toMatchObject([{ id: apiKey.id, name: "nightly export", scopes: ["read"], owner: { userId: own.userId } }]);
  const days = (Date.parse(items[0]?.expiresAt ?? "") - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(30);
  expect(JSON.stringify(items)).not.toContain(key);
  expect((await listApiKeys(other.actor, { all: false })).items).toEqual([]);
  await expect(listApiKeys(other.actor, { all: true }).catch(codeOf)).resolves.toBe("forbidden");
  await expect(revokeApiKey(other.actor, { keyId: apiKey.id }).catch(codeOf)).resolves.toBe("not_found");
  await revokeApiKey(own.actor, { keyId: apiKey.id });
  expect(await works({ authorization: `Bearer ${key}` })).toBe("unauthenticated");
});

test("a project's admin sees and revokes only the keys of its members; the installation's administrator all keys", async () => {
  const [mine, other] = [await makeProject(), await makeProject()];
  const admin = await member(mine, "admin");
  const [inside, outside] = [await member(mine, "annotator"), await member(other, "annotator")];
  const insideKey = await createApiKey(inside.actor, newKey);
  const outsideKey = await createApiKey(outside.actor, newKey);
  expect((await listProjectApiKeys(admin.actor, { projectId: mine })).items.map(({ id }) => id)).toEqual([insideKey.apiKey.id]);
  await expect(listProjectApiKeys(admin.actor, { projectId: other }).catch(codeOf)).resolves.toBe("not_found");
  await expect(listProjectApiKeys(inside.actor, { projectId: mine }).catch(codeOf)).resolves.toBe("forbidden");
  await expect(revokeApiKey(admin.actor, { keyId: outsideKey.apiKey.id }).catch(codeOf)).resolves.toBe("not_found");
  await revokeApiKey(admin.actor, { keyId: insideKey.apiKey.id });
  expect(await works({ authorization: `Bearer ${insideKey.key}` })).toBe("unauthenticated");
  const all = (await listApiKeys(instanceAdmin, { all: true })).items.map(({ id }) => id);
  expect(all).toContain(outsideKey.apiKey.id);
  expect(all).not.toContain(insideKey.apiKey.id);
  await revokeApiKey(instanceAdmin, { keyId: outsideKey.apiKey.id });
  expect(await works({ authorization: `Bearer ${outsideKey.key}` })).toBe("unauthenticated");
});

test("a disabled account has no session, key or link, gets none, and keeps its membership when enabled again", async () => {
  const projectId = await makeProject();
  const admin = await member(projectId, "admin");
  const person = await member(projectId, "annotator");
  const key = await keyHeaders(person);
  await pool().query(
    "insert into sessions (id, token, user_id, expires_at, updated_at) values ($1, $1, $1, now() + interval '1 day', now())",
    [person.userId],
  );
  const link = new URL(await createSetPasswordLink(person.userId, "reset", null)).searchParams.get("token") ?? "";
  expect(await disableAccount(admin.actor, { userId: person.userId, disabled: true })).toMatchObject({ disabled: true });
  const sessions = await pool().query("select 1 from sessions where user_id = $1", [person.userId]);
  expect(sessions.rows).toEqual([]);
  expect(await works(key)).toBe("unauthenticated");
  expect(await findLinkHolder(link)).toBeNull();
  const later = new URL(await createSetPasswordLink(person.userId, "reset", null)).searchParams.get("token") ?? "";
  expect(await findLinkHolder(later)).toBeNull();
  expect((await listPeople(admin.actor, { projectId })).items).toContainEqual(
    expect.objectContaining({ userId: person.userId, disabled: true }),
  );
  expect(await disableAccount(admin.actor, { userId: person.userId, disabled: false })).toMatchObject({ disabled: false });
  expect(await works(key)).toBe("unauthenticated");
  expect(await works(await keyHeaders(person))).toBe(true);
});

test("a deleted account leaves its work but nothing that identifies it", async () => {
  const projectId = await makeProject();
  const admin = await member(projectId, "admin");
  const { person } = await invitePerson(admin.actor, {
    projectId,
    email: "vanishing@example.org",
    name: "Vera Vanishing",
    role: "annotator",
  });
  await pool().query("insert into annotators (project_id, user_id, name) values ($1, $2, 'Vera Vanishing')", [projectId, person.userId]);
  await pool().query("insert into tasks (project_id, name) values ($1, 'Answers'), ($2, 'Elsewhere')", [projectId, await makeProject()]);
  await pool().query(
    "insert into stored_reports (task_id, view, data_version, body, read_at) select id, 'with', '1', case name when 'Answers' then 'Vera Vanishing' else 'Others' end, now() from tasks",
  );
  const wrong = deleteAccount(admin.actor, { userId: person.userId, confirmEmail: "other@example.org" });
  await expect(wrong.catch(codeOf)).resolves.toBe("invalid_input");
  await deleteAccount(admin.actor, { userId: person.userId, confirmEmail: " Vanishing@example.org" });
  const left = await pool().query<{ name: string; userId: string | null }>(
    'select name, user_id as "userId" from annotators where project_id = $1',
    [projectId],
  );
  expect(left.rows).toEqual([{ name: expect.stringMatching(/^former annotator [0-9a-f]{8}$/), userId: null }]);
  const traces = await pool().query<{ row: string }>(
    `select row_to_json(u)::text as row from users u union all select row_to_json(a)::text from audit_events a
     union all select row_to_json(n)::text from annotators n union all select body from stored_reports`,
  );
  expect(traces.rows.filter(({ row }) => /vanishing/i.test(row))).toEqual([]);
  expect((await pool().query("select body from stored_reports")).rows).toEqual([{ body: "Others" }]);
  expect((await listAudit(admin.actor, { projectId, limit: 50 })).items.map(({ verb }) => verb)).toContain("person.invite");
  const again = await invitePerson(admin.actor, { projectId, email: "vanishing@example.org", role: "annotator" });
  expect(again.person.userId).not.toBe(person.userId);
});

test("an account can be disabled or deleted only by those who may open it, and never by its owner", async () => {
  const [mine, other] = [await makeProject(), await makeProject()];
  const admin = await member(mine, "admin");
  const colleague = await member(mine, "researcher");
  const shared = await makeAccount({ roles: { [mine]: "annotator", [other]: "annotator" } });
  const stranger = await makeAccount();
  const boss = await makeAccount({ instanceAdmin: true, roles: { [mine]: "annotator" } });
  const attempts = async (actor: TestAccount, target: TestAccount) => [
    await disableAccount(actor.actor, { userId: target.userId, disabled: true }).catch(codeOf),
    await deleteAccount(actor.actor, { userId: target.userId, confirmEmail: target.email }).catch(codeOf),
  ];
  expect(await attempts(admin, shared)).toEqual(["forbidden", "forbidden"]);
  expect(await attempts(admin, boss)).toEqual(["forbidden", "forbidden"]);
  expect(await attempts(admin, stranger)).toEqual(["not_found", "not_found"]);
  expect(await attempts(colleague, shared)).toEqual(["not_found", "not_found"]);
  expect(await attempts(admin, admin)).toEqual(["conflict", "conflict"]);
  expect(await attempts(boss, boss)).toEqual(["conflict", "conflict"]);
});

test("a project keeps an admin and the installation an administrator, whatever two of them do at once", async () => {
  const projectId = await makeProject();
  const only = await member(projectId, "admin");
  const remove = { userId: only.userId, confirmEmail: only.email };
  await expect(deleteAccount(instanceAdmin, remove).catch(codeOf)).resolves.toBe("conflict");
  await pool().query("update users set role = 'user'");
  const [first, second] = [await makeAccount({ instanceAdmin: true }), await makeAccount({ instanceAdmin: true })];
  const both = await Promise.allSettled([
    disableAccount(first.actor, { userId: second.userId, disabled: true }),
    disableAccount(second.actor, { userId: first.userId, disabled: true }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});
