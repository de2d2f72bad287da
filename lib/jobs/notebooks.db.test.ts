import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createApiKeyBody } from "@/lib/domain/api-key";
import type { RouteHandler } from "@/lib/http/route";
import { makeAccount, temporaryInstance } from "@/lib/testing/accounts";
import { type ServedRoute, serveRoutes } from "@/lib/testing/http-server";
import { routeFiles } from "@/lib/testing/route-files";
import { createApiKey } from "@/lib/workflows/create-api-key";
import { type StandInLlm, startStandInLlm } from "../../e2e/support/stand-in-llm";
import { startWorker } from "./start-worker";

temporaryInstance();

const run = promisify(execFile);
const works = (command: string, args: string[]) => spawnSync(command, args).status === 0;
const hasPython = works("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"]);
const hasR = works("Rscript", ["-e", "library(httr2); library(jsonlite)"]);
const codeOf = (page: string, language: string) =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(readFileSync(join("docs", page), "utf8"))?.[1] ?? expect.fail(`no ${language}`);

/** Every route of the interface; those with the fewest parameters answer first. */
async function allRoutes(): Promise<ServedRoute[]> {
  const parameters = (path: string) => path.split("{").length;
  const routes = await Promise.all(
    [...routeFiles]
      .sort(([a], [b]) => parameters(a) - parameters(b))
      .map(async ([template, file]) => {
        const module: Record<string, RouteHandler> = await import(file);
        const path = new RegExp(`^/api/v1${template.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
        return ["GET", "POST", "PUT", "PATCH", "DELETE"].flatMap((method) => {
          const handle = module[method];
          return handle ? [{ method, path, handle }] : [];
        });
      }),
  );
  return routes.flat();
}

let server: Awaited<ReturnType<typeof serveRoutes>>;
let worker: Awaited<ReturnType<typeof startWorker>>;
let model: StandInLlm;
let settings: NodeJS.ProcessEnv;
beforeAll(async () => {
  vi.stubEnv("REDLINE_ALLOW_LOOPBACK_MODEL_URLS", "true");
  model = await startStandInLlm({});
  server = await serveRoutes(await allRoutes());
  worker = await startWorker();
  const { actor } = await makeAccount({ instanceAdmin: true });
  const { key } = await createApiKey(actor, createApiKeyBody.parse({ name: "notebook", scopes: ["read", "write"] }));
  settings = { ...process.env, REDLINE: server.url, REDLINE_KEY: key, MODEL_URL: model.url, MODEL: "stand-in" };
});
afterAll(async () => {
  await worker.stop();
  await server.close();
  await model.close();
});

/** What the study prints: alpha of these ratings is known, and so are the people's means. */
function expectStudy(output: string): void {
  expect(output).toContain("4 samples");
  expect(output).toContain("8 ratings");
  expect(output).toMatch(/run "?done/);
  // (5, 4), (5, 5), (1, 1), (4, 5): 1 - Do / De = 0.5625 by hand.
  expect(output).toMatch(/alpha of people 0\.56[23] on 4 units/);
  expect(output).toMatch(/Ada +3\.75/);
  expect(output).toMatch(/Grace +3\.75/);
  expect(output).toMatch(/Judge +\d/);
}

if (hasPython)
  test("the study of docs/python.md runs as it is written, in about forty lines", async () => {
    const code = codeOf("python.md", "python");
    expect(code.split("\n").filter((line) => line.trim() !== "").length).toBeLessThanOrEqual(48);
    // Ours step in only where Python has no package of the name: its own path is searched first.
    const stubs = join(process.cwd(), "lib/testing/python");
    const { stdout } = await run("python3", ["-c", `import sys; sys.path.append(${JSON.stringify(stubs)})\n${code}`], { env: settings });
    expectStudy(stdout);
  });

if (hasR)
  test("the study of docs/r.md runs as it is written", async () => {
    const { stdout } = await run("Rscript", ["-e", codeOf("r.md", "r")], { env: settings });
    expectStudy(stdout);
  });
