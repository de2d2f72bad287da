import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { generateSource } from "oazapfts";
import { afterAll, expect, test } from "vitest";
import { openApiDocument } from "./openapi";

process.env.DATABASE_URL ??= "postgres://unused";
process.env.REDLINE_SECRET ??= "a-secret-for-tests-only";
process.env.REDLINE_URL = "https://redline.example/";

// Inside the checkout, where the compiler finds the client's runtime.
const cache = join(process.cwd(), "node_modules", ".cache");
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, "api-client-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("Redocly finds nothing wrong with the document", async () => {
  const config = await createConfig({ extends: ["recommended-strict"], rules: { "no-server-example.com": "off" } });
  const problems = await lintFromString({ source: JSON.stringify(openApiDocument()), absoluteRef: join(folder, "openapi.json"), config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([]);
}, 120_000);

/** What a script written against the generated client says; it compiles only if names, parameters and replies are as they were. */
const script = `
import { createProject, defaults, getRun, listSamples, startRun, type Evaluation, type Project, type Run, type Sample, type Task } from "./client";

defaults.baseUrl = "https://redline.example/api/v1";
defaults.headers = { authorization: "Bearer key" };

export async function samples(project: Project, task: Task): Promise<Sample[]> {
  const found: Sample[] = [];
  let cursor: string | undefined;
  do {
    const reply = await listSamples(task.id, { cursor, limit: 500 });
    if (reply.status !== 200) throw new Error("status" in reply ? String(reply.status) : project.name);
    found.push(...reply.data.items);
    cursor = reply.data.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

export async function draft(taskId: string, judgeId: string): Promise<Run> {
  const started = await startRun(taskId, { judgeId });
  if (started.status === 422) throw new Error(started.data.error.message);
  if (started.status !== 200) throw new Error("refused");
  const now = await getRun(started.data.id);
  return now.status === 200 && typeof now.data !== "string" ? now.data : started.data;
}

export const scoreOf = (evaluation: Evaluation): number | null => evaluation.score;
// @ts-expect-error A project has a name.
export const nameless = () => createProject({});
// @ts-expect-error A field that is not there.
export const colour = (task: Task) => task.colour;
`;

test("a TypeScript client generated from the document compiles strictly, and a script against it", async () => {
  const documentFile = join(folder, "openapi.json");
  writeFileSync(documentFile, JSON.stringify(openApiDocument()));
  writeFileSync(join(folder, "client.ts"), await generateSource(documentFile));
  writeFileSync(join(folder, "script.ts"), script);
  const compilerOptions = {
    ...{ strict: true, noEmit: true, noUncheckedIndexedAccess: true, skipLibCheck: true, types: [] },
    ...{ target: "es2022", module: "esnext", moduleResolution: "bundler", lib: ["es2022", "dom", "dom.iterable"] },
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["client.ts", "script.ts"] }));
  const compiler = join(process.cwd(), "node_modules", "typescript", "bin", "tsc");
  let output = "";
  try {
    execFileSync(process.execPath, [compiler, "-p", folder], { encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    output = String((error as { stdout?: string }).stdout ?? error);
  }
  expect(output).toBe("");
}, 120_000);
