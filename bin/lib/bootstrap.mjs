// Prepares what everything else needs: packages, the generated database client, the built pages. Plain Node, because it runs before `npm ci`.
// A step is skipped if its inputs are unchanged, compared by content because git changes file times.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleCommandLine, currentBundle } from "./bundle-cli.mjs";
import { lockHolder, takeLock } from "./lock.mjs";
import { root } from "./paths.mjs";
import { until } from "./processes.mjs";

const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);

/** Turns off telemetry in our tools; for every child process. */
export const quietEnv = { NEXT_TELEMETRY_DISABLED: "1", CHECKPOINT_DISABLE: "1", PRISMA_HIDE_UPDATE_MESSAGE: "1", TZ: "UTC" };

const running = new Set();

/** Ends the running steps when the command is asked to stop. */
export function endSteps() {
  for (const child of running) child.kill("SIGTERM");
}

// Runs a step; its output is shown only if it fails.
function run(/** @type {string} */ title, /** @type {string} */ command, /** @type {readonly string[]} */ args, env = {}) {
  return /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      const started = Date.now();
      say(`${title} …`);
      const child = spawn(command, args, { cwd: root, env: { ...process.env, ...quietEnv, ...env }, stdio: ["ignore", "pipe", "pipe"] });
      running.add(child);
      child.once("close", () => running.delete(child));
      /** @type {Buffer[]} */
      const output = [];
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(chunk));
      child.once("error", (error) => reject(new Error(`${command} could not be run: ${error.message}`)));
      child.once("close", (code, signalName) => {
        if (code === 0) {
          say(`${title}: done in ${Math.round((Date.now() - started) / 1000)} s`);
          resolve();
        } else {
          reject(new Error(`${title} failed (${signalName ?? `exit ${code}`}):\n${Buffer.concat(output).toString("utf8").trim()}`));
        }
      });
    })
  );
}

// Two commands in a new checkout must not install into each other.
async function alone(/** @type {() => Promise<void>} */ work) {
  mkdirSync(join(root, ".redline"), { recursive: true });
  const file = join(root, ".redline/bootstrap.lock");
  let lock = takeLock(file);
  if (lock === null) {
    say(`Waiting for process ${lockHolder(file)?.pid ?? "?"}, which is preparing this checkout …`);
    await until(
      () => {
        lock = takeLock(file);
        return lock !== null;
      },
      600_000,
      200,
    );
    if (lock === null) throw new Error("Another process has been preparing this checkout for ten minutes.");
  }
  try {
    await work();
  } finally {
    lock.release();
  }
}

/**
 * @param {() => boolean} isCurrent
 * @param {() => Promise<void>} make
 */
async function step(isCurrent, make) {
  if (isCurrent()) return false;
  await alone(async () => {
    if (!isCurrent()) await make();
  });
  return true;
}

function readJson(/** @type {string} */ file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/**
 * A package in a lock file.
 * @typedef {{ version?: string, integrity?: string, link?: boolean, extraneous?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Locked
 */

const fitsHere = (/** @type {Locked} */ entry) =>
  (entry.os === undefined || entry.os.includes(process.platform)) &&
  (entry.cpu === undefined || entry.cpu.includes(process.arch)) &&
  entry.libc === undefined;

/** True if npm's hidden lock file, its record of what it installed, matches package-lock.json for this platform. */
export function modulesAreCurrent(folder = root) {
  /** @type {Record<string, Locked>} */
  const wanted = readJson(join(folder, "package-lock.json"))?.packages ?? {};
  /** @type {Record<string, Locked> | undefined} */
  const installed = readJson(join(folder, "node_modules/.package-lock.json"))?.packages;
  if (installed === undefined) return false;
  const same = (/** @type {[string, Locked]} */ [path, entry]) =>
    wanted[path]?.version === entry.version && wanted[path]?.integrity === entry.integrity;
  const needed = (/** @type {[string, Locked]} */ [path, entry]) =>
    path !== "" && entry.link !== true && !entry.extraneous && (!entry.optional || (entry.os !== undefined && fitsHere(entry)));
  return (
    Object.entries(installed).every(same) &&
    Object.entries(wanted)
      .filter(needed)
      .every(([path]) => installed[path] !== undefined)
  );
}

/** `npm ci`, unless the installed packages already match package-lock.json. */
export function ensureModules() {
  return step(modulesAreCurrent, async () => {
    await run("Installing packages (about a minute)", process.platform === "win32" ? "npm.cmd" : "npm", ["ci", "--loglevel=error"]);
    if (!modulesAreCurrent()) throw new Error("npm ci succeeded, but node_modules does not match package-lock.json.");
  });
}

function filesBelow(/** @type {string} */ path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  const entries = readdirSync(full, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** One hash of the names and contents of files. */
export function contentHash(/** @type {readonly string[]} */ files, extra = "") {
  const hash = createHash("sha256").update(extra);
  for (const file of [...files].sort()) {
    if (!existsSync(file)) continue;
    hash.update(`\0${file.slice(root.length)}\0`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

const at = (/** @type {string[]} */ ...names) => names.map((name) => join(root, name));

const stampHolds = (/** @type {string} */ stamp, /** @type {string} */ hash) => existsSync(stamp) && readFileSync(stamp, "utf8") === hash;

/** `prisma generate` (Prisma Client and the table types of Kysely), unless they were generated from this schema. */
export function ensureClient() {
  const hash = contentHash(at("prisma/schema.prisma", "node_modules/prisma/package.json", "node_modules/prisma-kysely/package.json"));
  const stamp = join(root, "generated/.stamp");
  return step(
    () => stampHolds(stamp, hash),
    async () => {
      // Prisma would download its native engine if it found none; any existing file satisfies it, and it is never run.
      const env = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
      await run("Generating the database client", process.execPath, at("node_modules/prisma/build/index.js").concat("generate"), env);
      mkdirSync(join(root, "generated"), { recursive: true });
      writeFileSync(stamp, hash);
    },
  );
}

const isTest = (/** @type {string} */ file) => /\.test\.tsx?$/.test(file);

function buildHash() {
  const sources = ["app", "pages", "components", "lib", "public", "generated"].flatMap(filesBelow).filter((file) => !isTest(file));
  const single = ["package.json", "package-lock.json", "next.config.ts", "tsconfig.json", "postcss.config.mjs", "proxy.ts"];
  return contentHash([...sources, ...at(...single, "instrumentation.ts", "instrumentation-node.ts")], process.version);
}

/** `next build`, unless the pages were built from the current sources. Call ensureClient first. */
export function ensureBuild() {
  const stamp = join(root, ".next/.stamp");
  return step(
    () => stampHolds(stamp, buildHash()),
    async () => {
      const hash = buildHash();
      rmSync(stamp, { force: true });
      await run("Building the pages (about half a minute)", process.execPath, [...at("node_modules/next/dist/bin/next"), "build"], {
        NODE_ENV: "production",
      });
      writeFileSync(stamp, hash);
    },
  );
}

/** The URL of the command line's bundle, built first if stale. Also brings packages and database client up to date. */
export async function ensureCommandLine() {
  if (currentBundle() === null) {
    await ensureModules();
    await ensureClient();
    await step(
      () => currentBundle() !== null,
      async () => {
        say("Building the command line …");
        await bundleCommandLine();
      },
    );
  }
  const bundle = currentBundle();
  if (bundle === null) throw new Error("The command line's sources changed while it was being built; try again.");
  return bundle;
}
