import { expect, test } from "vitest";
import { actorBehind, makeAccount, temporaryInstance } from "@/lib/testing/accounts";
import { redline } from "@/lib/testing/redline";
import { instanceAdmin } from "@/lib/testing/small-study";
import { createProject } from "@/lib/workflows/create-project";
import { listApiKeys } from "@/lib/workflows/list-api-keys";
import { listUsers } from "@/lib/workflows/list-users";

temporaryInstance();

test("an account is made from the command line, and a key for it", async () => {
  const project = await createProject(instanceAdmin, { name: "Poems", description: "" });
  const add = ["user", "add", "--email", "Eva@example.org", "--role", "annotator", "--project", "Poems", "--password-stdin"];
  expect(await redline(add, { input: "correct horse battery\n" })).toMatchObject({
    code: 0,
    out: 'eva@example.org is annotator in "Poems".\n',
  });
  const { code, out } = await redline(["api-key", "create", "--user", "eva@example.org", "--json"]);
  expect(code).toBe(0);
  const actor = await actorBehind(new Headers({ authorization: `Bearer ${JSON.parse(out).key}` }));
  expect([...actor.memberships]).toEqual([[project.id, "annotator"]]);
});

test("bad usage exits with 2 and says what is wrong", async () => {
  const add = (role: string, password: string) =>
    redline(["user", "add", "--email", "a@example.org", "--role", role, "--password-stdin"], { input: password });
  const [role, short] = await Promise.all([add("boss", "x"), add("admin", "short")]);
  expect(role).toMatchObject({ code: 2, out: "", err: expect.stringContaining("admin, researcher, expert, annotator") });
  expect(short).toMatchObject({ code: 2, out: "", err: "error: A password needs at least 10 characters.\n" });
});

test("keys are created with scopes and an expiry, listed and revoked from the command line", async () => {
  const { email } = await makeAccount();
  const made = await redline([
    "api-key",
    "create",
    "--user",
    email,
    "--name",
    "cron",
    "--scopes",
    "read,annotate",
    "--expires-days",
    "7",
    "--json",
  ]);
  expect(JSON.parse(made.out)).toMatchObject({ key: expect.any(String), scopes: ["read", "annotate"], expiresAt: expect.any(String) });
  const { id } = JSON.parse(made.out);
  const listed = await redline(["api-key", "list", "--user", email, "--json"]);
  expect(JSON.parse(listed.out).items).toMatchObject([{ id, name: "cron", owner: { email } }]);
  expect(listed.out).not.toContain(JSON.parse(made.out).key);
  expect(await redline(["api-key", "revoke", id])).toMatchObject({ code: 0, out: "The key is revoked.\n" });
  expect((await listApiKeys(instanceAdmin, { all: true })).items.filter((key) => key.id === id)).toEqual([]);
});

test("a key expires after 90 days as one from the browser does, unless its maker asks for another end or none", async () => {
  const { email } = await makeAccount();
  const daysOf = async (...options: string[]) => {
    const made = await redline(["api-key", "create", "--user", email, "--json", ...options]);
    expect(made.err).toBe("");
    const { expiresAt } = JSON.parse(made.out);
    return expiresAt === null ? null : Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000);
  };
  expect(await daysOf()).toBe(90);
  expect(await daysOf("--expires-days", "7")).toBe(7);
  expect(await daysOf("--expires-days", "never")).toBeNull();
});

test("accounts are disabled, enabled and deleted from the command line", async () => {
  const { email } = await makeAccount();
  const find = async () => (await listUsers(instanceAdmin)).items.find((user) => user.email === email);
  expect(await redline(["user", "disable", "--email", email])).toMatchObject({ code: 0, out: `${email} is disabled.\n` });
  expect(await find()).toMatchObject({ disabled: true });
  expect(await redline(["user", "enable", "--email", email])).toMatchObject({ code: 0, out: `${email} is enabled.\n` });
  expect(await find()).toMatchObject({ disabled: false });
  const remove = (confirm: string) => redline(["user", "delete", "--email", email, "--confirm", confirm]);
  const [mistyped, deleted] = [await remove("tim@example.org"), await remove(email)];
  expect(mistyped).toMatchObject({ code: 2, err: `error: Type ${email} to confirm.\n` });
  expect(deleted).toMatchObject({ code: 0 });
  expect(await find()).toBeUndefined();
});

test("a key without a name is bad usage, said in words", async () => {
  const { email } = await makeAccount();
  expect(await redline(["api-key", "create", "--user", email, "--name", " "])).toEqual({
    code: 2,
    out: "",
    err: "error: --name: 1 to 100 characters\n",
  });
});
