// Needed by every command of the product: its database, its secret, and a way to run its TypeScript.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ensureCommandLine, quietEnv } from "./bootstrap.mjs";
import { codeOf, messageOf } from "./errors.mjs";
import { root, version } from "./paths.mjs";
import { openCluster } from "./pg.mjs";

/** The secret that encrypts keys at rest: REDLINE_SECRET, else generated once in the data directory, readable by its owner only. */
export function readSecret(/** @type {string} */ dataDir) {
  const given = process.env.REDLINE_SECRET;
  if (given) return given;
  const file = join(dataDir, "secret");
  if (!existsSync(file)) {
    const own = `${file}.${process.pid}`;
    writeFileSync(own, randomBytes(32).toString("base64url"), { mode: 0o600 });
    try {
      linkSync(own, file); // atomic, and never overwrites another process's secret
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    } finally {
      rmSync(own, { force: true });
    }
  }
  return readFileSync(file, "utf8").trim();
}

async function openGivenDatabase(/** @type {string} */ given) {
  const { demandVersion, ensureDatabase, ensureUtc, withDatabase, withoutPassword } = await import("./database.mjs");
  if (!URL.canParse(given) || !/^postgres(ql)?:$/.test(new URL(given).protocol)) {
    throw new Error("DATABASE_URL must be an address like postgresql://user:password@host:5432/database");
  }
  try {
    const url = await ensureUtc(given).catch(async (error) => {
      if (error.code !== "3D000") throw error;
      await ensureDatabase(withDatabase(given, "postgres"), decodeURIComponent(new URL(given).pathname.slice(1)));
      return ensureUtc(given);
    });
    await demandVersion(url);
    return givenDatabase(url);
  } catch (error) {
    throw new Error(`The database of DATABASE_URL (${withoutPassword(given)}) cannot be used: ${messageOf(error) || codeOf(error)}`, {
      cause: error,
    });
  }
}

const givenDatabase = (/** @type {string} */ url) => ({
  url,
  isOwn: false,
  isRunning: () => true,
  revive: async () => undefined,
  leave: async () => undefined,
});

/**
 * The database: the server of DATABASE_URL if set, else the one in the data directory, started if necessary.
 * @param {string} dataDir
 * @param {(url: string) => Promise<boolean>} [isPrepared] returns true if the database can be used as is, which saves checking it again
 * @returns `{ url, isOwn, isRunning(), revive(), leave() }`; `leave()` when done.
 */
export async function openDatabase(dataDir, isPrepared = async () => false) {
  const given = process.env.DATABASE_URL;
  if (given) return (await isPrepared(given)) ? givenDatabase(given) : openGivenDatabase(given);
  const cluster = await openCluster(join(dataDir, "postgres"));
  try {
    const { countStatements, ensureDatabase } = await import("./database.mjs");
    if (!(await isPrepared(cluster.url()))) {
      await ensureDatabase(cluster.url("postgres"), "redline");
      await countStatements(cluster.url());
    }
  } catch (error) {
    await cluster.leave();
    throw error;
  }
  return {
    get url() {
      return cluster.url();
    },
    isOwn: true,
    isRunning: cluster.isRunning,
    revive: cluster.revive,
    leave: cluster.leave,
  };
}

/** Node's arguments to run one of our TypeScript files: `server-only` throws without the condition. */
export function typescriptArgs(/** @type {string} */ file) {
  const loader = pathToFileURL(join(root, "node_modules/tsx/dist/loader.mjs")).href;
  return ["--import", loader, "--conditions=react-server", join(root, file)];
}

// A variable set to nothing (`NAME: ${NAME:-}` in a compose file) means the same as one that is not set.
const withoutEmpty = (/** @type {NodeJS.ProcessEnv} */ env) =>
  Object.fromEntries(Object.entries(env).filter(([name, value]) => value !== "" || !/^(REDLINE|OPENAI)_/.test(name)));

/** Environment our TypeScript needs wherever it is run from. */
export const typescriptEnv = () => ({
  TSX_TSCONFIG_PATH: join(root, "tsconfig.json"),
  npm_package_version: version(),
  REDLINE_MIGRATIONS: join(root, "prisma/migrations"),
});

/**
 * The environment of the product's processes.
 * @param {{ dataDir: string, databaseUrl?: string, url?: string, development?: boolean }} options
 */
export function productEnv({ dataDir, databaseUrl, url, development = false }) {
  return {
    ...withoutEmpty(process.env),
    ...quietEnv,
    NODE_ENV: development ? "development" : "production",
    ...typescriptEnv(),
    REDLINE_DATA_DIR: dataDir,
    REDLINE_SECRET: readSecret(dataDir),
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...(url === undefined ? {} : { REDLINE_URL: url }),
  };
}

/** Node's arguments to run the product's own command line: as bundled, or from its sources. */
export const commandArgs = async (/** @type {boolean} */ fromSources) =>
  fromSources ? typescriptArgs("lib/cli/main.ts") : [fileURLToPath(await ensureCommandLine())];

/** Runs the product's own command line and returns what it printed; its errors go to our stderr. */
export async function askCommandLine(/** @type {readonly string[]} */ args, /** @type {NodeJS.ProcessEnv} */ env) {
  const command = await commandArgs(false);
  return /** @type {Promise<string>} */ (
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [...command, ...args], {
        cwd: root,
        env,
        stdio: ["ignore", "pipe", "inherit"],
      });
      let output = "";
      child.stdout.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
      child.once("error", reject);
      child.once("close", (code, signalName) => {
        if (code === 0) resolve(output);
        else reject(new Error(`"redline ${args[0]}" failed (${signalName ?? `exit ${code}`})${output === "" ? "" : `: ${output.trim()}`}`));
      });
    })
  );
}
