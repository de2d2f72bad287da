import { expect, test } from "vitest";
import { actorBehind, temporaryInstance } from "@/lib/testing/accounts";
import { redline } from "@/lib/testing/redline";
import { instanceAdmin } from "@/lib/testing/small-study";
import { createProject } from "@/lib/workflows/create-project";

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

test("bad usage leaves with 2 and says what is wrong", async () => {
  const add = (role: string, password: string) =>
    redline(["user", "add", "--email", "a@example.org", "--role", role, "--password-stdin"], { input: password });
  const [role, short] = await Promise.all([add("boss", "x"), add("admin", "short")]);
  expect(role).toMatchObject({ code: 2, out: "", err: expect.stringContaining("admin, researcher, annotator") });
  expect(short).toMatchObject({ code: 2, out: "", err: "error: A password needs at least 10 characters.\n" });
});
