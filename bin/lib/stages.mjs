// The stages of `npm test`: each is a command and a way to count its passed and failed tests.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { ensureBuild, ensureCommandLine, quietEnv } from "./bootstrap.mjs";
import { messageOf } from "./errors.mjs";
import { root } from "./paths.mjs";

const tool = (/** @type {string} */ path) => [process.execPath, join(root, "node_modules", path)];
const running = new Set();

/** Ends the running commands. */
export function endStages() {
  for (const child of running) child.kill("SIGTERM");
}

// Commands that run side by side are shown one after the other, so their lines do not mix.
/**
 * @param {readonly string[]} line
 * @param {{ env?: NodeJS.ProcessEnv, held?: boolean }} [options]
 */
function run([command = "", ...args], { env = {}, held = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...quietEnv, ...env },
      stdio: held ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
    });
    running.add(child);
    let output = "";
    if (held)
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding("utf8").on("data", (text) => {
          output += text;
        });
    child.once("error", (error) => {
      output += error.message;
    });
    child.once("close", (code) => {
      running.delete(child);
      resolve({ ok: code === 0, output });
    });
  });
}

const asOneCheck = (/** @type {boolean} */ ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 });

async function check(/** @type {readonly (readonly string[])[]} */ commands) {
  for (const command of commands) {
    const { ok, output } = await run(command, { held: true });
    if (!ok) return { ...asOneCheck(false), output };
  }
  return asOneCheck(true);
}

// A runner may fail without a failed test (a file that does not load, an error outside any test): that counts as one failure.
function withRunnerFailure(/** @type {{ passed: number, failed: number, skipped: number }} */ counts, /** @type {boolean} */ ok) {
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

/**
 * @param {{ name: string, status: string, message?: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }[]} files
 * @returns {string[]} each test that failed, at both tries or only at the first, and each file that did not load, with the first lines of what it said
 */
export function failuresIn(files) {
  const start = (text = "") => text.split("\n").slice(0, 12).join("\n").slice(0, 1_500);
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => (test.failureMessages ?? []).length > 0);
    if (failed.length === 0) return status === "failed" ? [`FAILED ${file}\n${start(message)}`] : [];
    return failed.map((test) => {
      const outcome = test.status === "failed" ? "FAILED" : "FLAKY, passed at its second try:";
      return `${outcome} ${file} > ${test.fullName}\n${start(test.failureMessages?.[0])}`;
    });
  });
}

/** @type {Promise<unknown> | null} */
let commandLine = null;

// One step prepares the checkout at a time: without this, database tests would wait for the build beside them before they have their command line.
// If it cannot be made, they say why.
function commandLineIsReady() {
  commandLine ??= ensureCommandLine().catch(() => undefined);
  return commandLine;
}

async function vitest(/** @type {readonly string[]} */ projects, /** @type {readonly string[]} */ filters) {
  if (projects.includes("db")) await commandLineIsReady();
  const report = join(root, "test-results/vitest.json");
  rmSync(report, { force: true });
  const args = [
    "run",
    // With db, db-alone.
    ...projects.flatMap((/** @type {string} */ name) => ["--project", `${name}*`]),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ];
  const { ok } = await run([...tool("vitest/vitest.mjs"), ...args, ...filters]);
  if (!existsSync(report)) return asOneCheck(false);
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
  return {
    ...withRunnerFailure({ passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }, ok),
    failures: failuresIn(testResults),
  };
}

async function journeys(/** @type {readonly string[]} */ filters) {
  const report = join(root, "test-results/journeys.json");
  rmSync(report, { force: true });
  const { ok } = await run([...tool("@playwright/test/cli.js"), "test", ...filters], { env: { FORCE_COLOR: "0" } });
  if (!existsSync(report)) return asOneCheck(false);
  const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(report, "utf8")).stats;
  // A flaky journey passed at its second try; only CI tries twice, and the runner names it.
  return withRunnerFailure({ passed: expected + flaky, failed: unexpected, skipped }, ok);
}

async function build() {
  try {
    await commandLineIsReady();
    await ensureBuild();
    return asOneCheck(true);
  } catch (error) {
    return { ...asOneCheck(false), output: messageOf(error) };
  }
}

const checks = {
  types: () => {
    // A development server's generated types are kept beside typegen's, and contradict them once a page is added or removed.
    rmSync(join(root, ".next/dev/types"), { recursive: true, force: true });
    return check([
      [...tool("next/dist/bin/next"), "typegen"],
      [...tool("typescript/bin/tsc"), "--noEmit"],
      [...tool("typescript/bin/tsc"), "--noEmit", "-p", "bin"],
    ]);
  },
  lint: () => check([[...tool("@biomejs/biome/bin/biome"), "check"]]),
  migrations: () => check([[process.execPath, join(root, "bin/migration.mjs"), "check"]]),
};
const projects = ["unit", "dom", "db"];

/** Every name that --only takes, in the order they run. */
export const stageNames = [...Object.keys(checks), ...projects, "build", "e2e"];

/**
 * @typedef {object} Stage
 * @property {string} title
 * @property {string} [needs] a stage that must succeed before this one runs
 * @property {() => Promise<{ passed: number, failed: number, skipped: number, output?: string, failures?: string[] }>} run
 */

/**
 * The stages to run: groups run in sequence, members of a group in parallel (only where that is faster on two cores).
 * @param {string[]} names
 * @param {string[]} filters
 * @returns {Stage[][]}
 */
export function planStages(names, filters) {
  const wanted = (/** @type {string} */ name) => names.includes(name);
  const tests = projects.filter(wanted);
  return [
    Object.entries(checks)
      .filter(([name]) => wanted(name))
      .map(([title, work]) => ({ title, run: work })),
    // The build fills the time in which tests wait for the database and for the processes that they start.
    [
      ...(wanted("build") || wanted("e2e") ? [{ title: "build", run: build }] : []),
      ...(tests.length > 0 ? [{ title: tests.join(", "), run: () => vitest(tests, filters) }] : []),
    ],
    wanted("e2e") ? [{ title: "e2e", needs: "build", run: () => journeys(filters) }] : [],
  ].filter((group) => group.length > 0);
}
