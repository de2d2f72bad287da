import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { actorBehind, temporaryInstance } from "@/lib/testing/accounts";
import { instanceAdmin } from "@/lib/testing/small-study";
import { createProject } from "@/lib/workflows/create-project";

temporaryInstance();

/** Runs the real command in a process of its own, on this file's database. */
async function redline(args: string[], input = ""): Promise<{ code: number; out: string; err: string }> {
  const child = spawn(process.execPath, ["--conditions=react-server", "--import", "tsx", "lib/cli/main.ts", ...args], { env: process.env });
  child.stdin.end(input);
  const closed = new Promise<number>((resolve, reject) => child.once("error", reject).once("close", (code) => resolve(code ?? -1)));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, out, err };
}

test("an account is made from the command line, and a key for it", async () => {
  const project = await createProject(instanceAdmin, { name: "Poems", description: "" });
  const add = ["user", "add", "--email", "Eva@example.org", "--role", "annotator", "--project", "Poems", "--password-stdin"];
  expect(await redline(add, "correct horse battery\n")).toMatchObject({ code: 0, out: 'eva@example.org is annotator in "Poems".\n' });
  const { code, out } = await redline(["api-key", "create", "--user", "eva@example.org", "--json"]);
  expect(code).toBe(0);
  const actor = await actorBehind(new Headers({ authorization: `Bearer ${JSON.parse(out).key}` }));
  expect([...actor.memberships]).toEqual([[project.id, "annotator"]]);
});

test("bad usage leaves with 2 and says what is wrong", async () => {
  const add = (role: string, password: string) =>
    redline(["user", "add", "--email", "a@example.org", "--role", role, "--password-stdin"], password);
  const [role, short] = await Promise.all([add("boss", "x"), add("admin", "short")]);
  expect(role).toMatchObject({ code: 2, out: "", err: expect.stringContaining("admin, researcher, annotator") });
  expect(short).toMatchObject({ code: 2, out: "", err: "error: A password needs at least 10 characters.\n" });
});
