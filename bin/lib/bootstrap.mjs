// What has to be there before anything runs: packages, the generated database client, the built pages. Plain Node: runs before `npm ci`.
// Each step is skipped when the content it is made from is unchanged; contents, not times, because git changes those.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleCommandLine, currentBundle } from "./bundle-cli.mjs";
import { lockHolder, takeLock } from "./lock.mjs";
import { root } from "./paths.mjs";
import { until } from "./processes.mjs";

const say = (line) => process.stderr.write(`${line}\n`);

/** Settings that keep our tools from calling home; for every child process. */
export const quietEnv = { NEXT_TELEMETRY_DISABLED: "1", CHECKPOINT_DISABLE: "1", PRISMA_HIDE_UPDATE_MESSAGE: "1", TZ: "UTC" };

const running = new Set();

/** Ends the steps under way, for a command that is told to stop meanwhile. */
export function endSteps() {
  for (const child of running) child.kill("SIGTERM");
}

// Runs a step with its output kept; shown only when it fails.
function run(title, command, args, env = {}) {
  return /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      const started = Date.now();
      say(`${title} …`);
      const child = spawn(command, args, { cwd: root, env: { ...process.env, ...quietEnv, ...env }, stdio: ["ignore", "pipe", "pipe"] });
      running.add(child);
      child.once("close", () => running.delete(child));
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
async function alone(work) {
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

async function step(isCurrent, make) {
  if (isCurrent()) return false;
  await alone(async () => {
    if (!isCurrent()) await make();
  });
  return true;
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

const fitsHere = (entry) =>
  (entry.os === undefined || entry.os.includes(process.platform)) &&
  (entry.cpu === undefined || entry.cpu.includes(process.arch)) &&
  entry.libc === undefined;

/** True when what npm says it installed (its own hidden lock file) is what package-lock.json asks for on this platform. */
export function modulesAreCurrent(folder = root) {
  const wanted = readJson(join(folder, "package-lock.json"))?.packages ?? {};
  const installed = readJson(join(folder, "node_modules/.package-lock.json"))?.packages;
  if (installed === undefined) return false;
  const same = ([path, entry]) => wanted[path]?.version === entry.version && wanted[path]?.integrity === entry.integrity;
  const needed = ([path, entry]) =>
    path !== "" && entry.link !== true && !entry.extraneous && (!entry.optional || (entry.os !== undefined && fitsHere(entry)));
  return (
    Object.entries(installed).every(same) &&
    Object.entries(wanted)
      .filter(needed)
      .every(([path]) => installed[path] !== undefined)
  );
}

/** `npm ci`, unless what is installed is what package-lock.json asks for. */
export function ensureModules() {
  return step(modulesAreCurrent, async () => {
    await run("Installing packages (about a minute)", process.platform === "win32" ? "npm.cmd" : "npm", ["ci", "--loglevel=error"]);
    if (!modulesAreCurrent()) throw new Error("npm ci ended, yet node_modules is not what package-lock.json asks for.");
  });
}

function filesBelow(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  const entries = readdirSync(full, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** One hash over the contents and names of files. */
export function contentHash(files, extra = "") {
  const hash = createHash("sha256").update(extra);
  for (const file of [...files].sort()) {
    if (!existsSync(file)) continue;
    hash.update(`\0${file.slice(root.length)}\0`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

const at = (...names) => names.map((name) => join(root, name));

const stampHolds = (stamp, hash) => existsSync(stamp) && readFileSync(stamp, "utf8") === hash;

/** `prisma generate` (Prisma Client and the table types of Kysely), unless the schema is the one they were made from. */
export function ensureClient() {
  const hash = contentHash(at("prisma/schema.prisma", "node_modules/prisma/package.json", "node_modules/prisma-kysely/package.json"));
  const stamp = join(root, "generated/.stamp");
  return step(
    () => stampHolds(stamp, hash),
    async () => {
      // It looks for its native engine and would download it; any existing file passes, and it is never run.
      const env = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
      await run("Generating the database client", process.execPath, at("node_modules/prisma/build/index.js").concat("generate"), env);
      mkdirSync(join(root, "generated"), { recursive: true });
      writeFileSync(stamp, hash);
    },
  );
}

const isTest = (file) => /\.test\.tsx?$/.test(file);

function buildHash() {
  const sources = ["app", "components", "lib", "public", "generated"].flatMap(filesBelow).filter((file) => !isTest(file));
  const single = ["package.json", "package-lock.json", "next.config.ts", "tsconfig.json", "postcss.config.mjs", "proxy.ts"];
  return contentHash([...sources, ...at(...single, "instrumentation.ts", "instrumentation-node.ts")], process.version);
}

/** `next build`, unless the pages were built from the sources as they are. Needs ensureClient first. */
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

/** The address of the command line's bundle, which is made first unless it is current; then packages and database client are too. */
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
