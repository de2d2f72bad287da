import { expect, test } from "vitest";
import { auth } from "@/lib/auth/auth";
import { findLinkHolder, redeemSetPasswordLink } from "@/lib/auth/set-password-link";
import { pool } from "@/lib/db/client";
import { createApiKeyBody } from "@/lib/domain/api-key";
import { AppError } from "@/lib/domain/errors";
import { actorBehind, keyHeaders, makeAccount, temporaryInstance, testPassword } from "@/lib/testing/accounts";
import { instanceAdmin } from "@/lib/testing/small-study";
import { addUser } from "./add-user";
import { createApiKey } from "./create-api-key";
import { createProject } from "./create-project";
import { invitePerson } from "./invite-person";
import { listPeople } from "./list-people";
import { listUsers } from "./list-users";
import { removePerson } from "./remove-person";
import { resetPassword } from "./reset-password";
import { resetUserPassword } from "./reset-user-password";
import { updatePerson } from "./update-person";

temporaryInstance();

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);
const tokenOf = (link: string | null) => new URL(link ?? "").searchParams.get("token") ?? "";
const sessionHeaders = async (email: string, password: string) => {
  const { headers } = await auth().api.signInEmail({ body: { email, password }, returnHeaders: true });
  return {
    cookie: headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; "),
  };
};
let projects = 0;
const makeProject = async () => (await createProject(instanceAdmin, { name: `People ${++projects}`, description: "" })).id;

test("an invited person follows the link, sets a password and has the given role", async () => {
  const projectId = await makeProject();
  const { person, link } = await invitePerson(instanceAdmin, { projectId, email: "New.Person@Example.org", role: "researcher" });
  expect(person).toMatchObject({ email: "new.person@example.org", name: "new.person", role: "researcher", hasPassword: false });
  const { setCookies } = await redeemSetPasswordLink({ token: tokenOf(link), password: testPassword, name: "Nia", headers: new Headers() });
  const actor = await actorBehind(new Headers({ cookie: setCookies.map((cookie) => cookie.split(";")[0]).join("; ") }));
  expect(actor.name).toBe("Nia");
  expect([...actor.memberships]).toEqual([[projectId, "researcher"]]);
  const again = invitePerson(instanceAdmin, { projectId, email: "new.person@example.org", role: "annotator" });
  await expect(again.catch(codeOf)).resolves.toBe("already_exists");
});

test("inviting a person again before they sign in gives a new link and voids the old one", async () => {
  const projectId = await makeProject();
  const invite = () => invitePerson(instanceAdmin, { projectId, email: "slow@example.org", role: "annotator" });
  const first = await invite();
  const second = await invite();
  expect(second.person.userId).toBe(first.person.userId);
  const late = redeemSetPasswordLink({ token: tokenOf(first.link), password: testPassword, headers: new Headers() });
  await expect(late.catch(codeOf)).resolves.toBe("conflict");
});

test("a person with an account is added without a link", async () => {
  const projectId = await makeProject();
  const account = await makeAccount();
  const added = await invitePerson(instanceAdmin, { projectId, email: account.email, role: "annotator" });
  expect(added).toMatchObject({ link: null, person: { userId: account.userId, hasPassword: true } });
});

test("the admin of one project gets no link into accounts that open another", async () => {
  const [mine, other] = [await makeProject(), await makeProject()];
  const admin = await makeAccount({ roles: { [mine]: "admin" } });
  const shared = await makeAccount({ roles: { [mine]: "annotator", [other]: "admin" } });
  const boss = await makeAccount({ instanceAdmin: true, roles: { [mine]: "annotator" } });
  const own = await makeAccount({ roles: { [mine]: "annotator" } });
  const reset = (userId: string) => resetPassword(admin.actor, { projectId: mine, userId });
  await expect(reset(shared.userId).catch(codeOf)).resolves.toBe("forbidden");
  await expect(reset(boss.userId).catch(codeOf)).resolves.toBe("forbidden");
  expect((await reset(own.userId)).link).toContain("/set-password?token=");

  const waiting = await makeAccount({ roles: { [other]: "admin" }, password: null });
  const invited = await invitePerson(admin.actor, { projectId: mine, email: waiting.email, role: "annotator" });
  expect(invited).toMatchObject({ link: null, person: { hasPassword: false } });
});

test("a reset by an admin ends the member's sessions and keys at once, and the old password works until the link is used", async () => {
  const projectId = await makeProject();
  const admin = await makeAccount({ roles: { [projectId]: "admin" } });
  const member = await makeAccount({ roles: { [projectId]: "annotator" } });
  const resets = [
    () => resetPassword(admin.actor, { projectId, userId: member.userId }),
    () => resetUserPassword(instanceAdmin, { email: member.email }),
  ];
  for (const [turn, reset] of resets.entries()) {
    const password = turn === 0 ? testPassword : `new password ${turn}`;
    const [session, key] = [await sessionHeaders(member.email, password), await keyHeaders(member)];
    expect((await actorBehind(new Headers(session))).userId).toBe(member.userId);
    expect((await actorBehind(new Headers(key))).userId).toBe(member.userId);
    const { link } = await reset();
    await expect(actorBehind(new Headers(session)).catch(codeOf)).resolves.toBe("unauthenticated");
    await expect(actorBehind(new Headers(key)).catch(codeOf)).resolves.toBe("unauthenticated");
    const still = await sessionHeaders(member.email, password);
    expect((await actorBehind(new Headers(still))).userId).toBe(member.userId);
    await redeemSetPasswordLink({ token: tokenOf(link), password: `new password ${turn + 1}`, headers: new Headers() });
    await expect(actorBehind(new Headers(still)).catch(codeOf)).resolves.toBe("unauthenticated");
  }
});

test("an admin who makes a link for themselves stays signed in until it is used", async () => {
  const projectId = await makeProject();
  const admin = await makeAccount({ roles: { [projectId]: "admin" } });
  const own = { projectId, userId: admin.userId };
  const session = await sessionHeaders(admin.email, testPassword);
  const { link } = await resetPassword(admin.actor, own);
  expect((await actorBehind(new Headers(session))).userId).toBe(admin.userId);
  await redeemSetPasswordLink({ token: tokenOf(link), password: "another password", headers: new Headers() });
  await expect(actorBehind(new Headers(session)).catch(codeOf)).resolves.toBe("unauthenticated");
});

const outcome = (link: string | null) =>
  redeemSetPasswordLink({ token: tokenOf(link), password: "taken over account", headers: new Headers() }).then(() => "opened", codeOf);

test("a link that one project's admin made is void once its holder joins another project", async () => {
  const [mine, other] = [await makeProject(), await makeProject()];
  const admin = await makeAccount({ roles: { [mine]: "admin" } });
  const join = {
    invited: (email: string) => invitePerson(instanceAdmin, { projectId: other, email, role: "admin" }),
    added: (email: string) => addUser(instanceAdmin, { email, role: "admin", projectName: `People ${projects}`, password: testPassword }),
  };
  for (const add of Object.values(join)) {
    const member = await makeAccount({ roles: { [mine]: "annotator" } });
    const { link } = await resetPassword(admin.actor, { projectId: mine, userId: member.userId });
    await add(member.email);
    expect(await findLinkHolder(tokenOf(link))).toBeNull();
    expect(await outcome(link)).toBe("conflict");
  }
  const { person, link } = await invitePerson(admin.actor, { projectId: mine, email: "joins-both@example.org", role: "annotator" });
  await invitePerson(instanceAdmin, { projectId: other, email: person.email, role: "admin" });
  expect(await outcome(link)).toBe("conflict");
});

test("a link opens nothing that its issuer no longer administers when it is used", async () => {
  const projectId = await makeProject();
  await makeAccount({ roles: { [projectId]: "admin" } });
  const changes: ((issuerId: string, holderId: string) => Promise<unknown>)[] = [
    (userId) => updatePerson(instanceAdmin, { projectId, userId, role: "researcher" }),
    (userId) => removePerson(instanceAdmin, { projectId, userId }),
    (userId) => pool().query("update users set banned = true where id = $1", [userId]),
    (userId) => pool().query("delete from users where id = $1", [userId]),
    (_, userId) => pool().query("update users set role = 'admin' where id = $1", [userId]),
  ];
  for (const change of changes) {
    const issuer = await makeAccount({ roles: { [projectId]: "admin" } });
    const holder = await makeAccount({ roles: { [projectId]: "annotator" } });
    const { link } = await resetPassword(issuer.actor, { projectId, userId: holder.userId });
    await change(issuer.userId, holder.userId);
    expect(await findLinkHolder(tokenOf(link))).toBeNull();
    expect(await outcome(link)).toBe("conflict");
  }
});

test("a change of role leaves a person's link valid", async () => {
  const projectId = await makeProject();
  const { person, link } = await invitePerson(instanceAdmin, { projectId, email: "promoted@example.org", role: "annotator" });
  await updatePerson(instanceAdmin, { projectId, userId: person.userId, role: "researcher" });
  expect(await outcome(link)).toBe("opened");
});

test("the last admin of a project can neither be removed nor given another role", async () => {
  const projectId = await makeProject();
  const admin = await makeAccount({ roles: { [projectId]: "admin" } });
  const key = { projectId, userId: admin.userId };
  await expect(removePerson(admin.actor, key).catch(codeOf)).resolves.toBe("conflict");
  await expect(updatePerson(admin.actor, { ...key, role: "researcher" }).catch(codeOf)).resolves.toBe("conflict");
  const second = await makeAccount({ roles: { [projectId]: "researcher" } });
  await updatePerson(admin.actor, { projectId, userId: second.userId, role: "admin" });
  const both = await Promise.allSettled([
    removePerson(instanceAdmin, key),
    removePerson(instanceAdmin, { projectId, userId: second.userId }),
  ]);
  expect(both.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect((await listPeople(instanceAdmin, { projectId })).items.map((person) => person.role)).toEqual(["admin"]);
});

test("unknown people and members of other projects are not found", async () => {
  const projectId = await makeProject();
  const stranger = await makeAccount();
  await expect(removePerson(instanceAdmin, { projectId, userId: stranger.userId }).catch(codeOf)).resolves.toBe("not_found");
  await expect(updatePerson(instanceAdmin, { projectId, userId: "nobody", role: "admin" }).catch(codeOf)).resolves.toBe("not_found");
});

test("accounts made on the command line can be listed, given keys and reset", async () => {
  const projectId = await makeProject();
  const added = await addUser(instanceAdmin, {
    email: "Cli@example.org",
    role: "annotator",
    projectName: `People ${projects}`,
    password: testPassword,
  });
  expect(added).toMatchObject({ email: "cli@example.org", instanceAdmin: false, hasPassword: true });
  const boss = await addUser(instanceAdmin, { email: "boss@example.org", role: "admin", password: testPassword });
  expect(boss.instanceAdmin).toBe(true);
  expect((await listUsers(instanceAdmin)).items.map((account) => account.email)).toEqual(
    expect.arrayContaining(["cli@example.org", "boss@example.org"]),
  );
  const { key } = await createApiKey(instanceAdmin, { email: "cli@example.org", ...createApiKeyBody.parse({ name: "x" }) });
  const actor = await actorBehind(new Headers({ authorization: `Bearer ${key}` }));
  expect([...actor.memberships]).toEqual([[projectId, "annotator"]]);
  expect((await resetUserPassword(instanceAdmin, { email: "CLI@example.org" })).link).toContain("token=");
  const noProject = addUser(instanceAdmin, { email: "x@example.org", role: "annotator", password: testPassword });
  await expect(noProject.catch(codeOf)).resolves.toBe("invalid_input");
  const unknown = addUser(instanceAdmin, { email: "x@example.org", role: "annotator", projectName: "none", password: testPassword });
  await expect(unknown.catch(codeOf)).resolves.toBe("not_found");
  const short = addUser(instanceAdmin, { email: "x@example.org", role: "admin", password: "short" });
  await expect(short.catch(codeOf)).resolves.toBe("invalid_input");
  await expect(
    createApiKey(instanceAdmin, { email: "x@example.org", ...createApiKeyBody.parse({ name: "x" }) }).catch(codeOf),
  ).resolves.toBe("not_found");
});
