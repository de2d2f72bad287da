// The running product: database, pages and worker, from start to stop.
import { readFileSync, watch } from "node:fs";
import { join } from "node:path";
import { ensureBuild, ensureClient } from "./bootstrap.mjs";
import { KeptProcess } from "./child.mjs";
import { messageOf } from "./errors.mjs";
import { LogFile } from "./log-file.mjs";
import { root } from "./paths.mjs";
import { until } from "./processes.mjs";

const childGraceMs = 5_000;
/** Longer than proxies and clients keep an idle connection: one that the server closes while a request is under way answers that request with a reset. */
const keepAliveMs = 75_000;
const databaseGraceMs = 3_000;
const readyTimeoutMs = 90_000;
const workerPatienceMs = 30_000;

/** The reply of /api/health: `{ status, body }`; null if there is none. */
async function askHealth(/** @type {string} */ url) {
  try {
    const response = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(5_000) });
    const body = await response.json();
    return { status: response.status, body };
  } catch {
    return null; // not up yet, or not our server
  }
}

function lastLines(/** @type {string} */ file, count = 30) {
  return readFileSync(file, "utf8").trimEnd().split("\n").slice(-count).join("\n");
}

/** @typedef {Awaited<ReturnType<typeof import("./product.mjs").openDatabase>>} Database */

export class Server {
  #options;
  #dataDir;
  #lock;
  #say;
  /** @type {Database | undefined} */
  #database;
  /** @type {KeptProcess[]} */
  #kept = [];
  /** @type {(() => void)[]} */
  #closers = [];
  /** @type {Promise<void> | null} */
  #stopped = null;

  /**
   * @param {object} given
   * @param {ReturnType<typeof import("./options.mjs").readStartOptions>} given.options
   * @param {string} given.dataDir
   * @param {NonNullable<ReturnType<typeof import("./lock.mjs").takeLock>>} given.lock the held server.lock
   * @param {(line: string) => void} given.say prints to the terminal
   */
  constructor({ options, dataDir, lock, say }) {
    this.#options = options;
    this.#dataDir = dataDir;
    this.#lock = lock;
    this.#say = say;
  }

  /** Brings everything up. Resolves to `{ adminLink }` once the pages answer; throws when something cannot start. */
  async start() {
    await ensureClient();
    if (!this.#options.development) await ensureBuild();
    const { openDatabase, productEnv, askCommandLine, commandArgs } = await import("./product.mjs");
    const { applyMigrations } = await import("./migrate.mjs");
    this.#stopIfAsked();
    const database = await openDatabase(this.#dataDir);
    this.#database = database;
    this.#stopIfAsked();
    const applied = await applyMigrations(database.url);
    if (applied.length > 0) this.#say(`Database brought up to date: ${applied.join(", ")}.`);
    const { url, development, loopbackModels } = this.#options;
    const env = {
      ...productEnv({ dataDir: this.#dataDir, databaseUrl: database.url, url, development }),
      REDLINE_ALLOW_LOOPBACK_MODEL_URLS: loopbackModels,
    };
    const setup = JSON.parse(await askCommandLine(["setup", "--json", ...(this.#options.demo ? [] : ["--no-demo"])], env));
    this.#stopIfAsked();
    await this.#startProcesses({ ...env, REDLINE_COMMAND: JSON.stringify(await commandArgs(development)) });
    this.#watchDatabase(database);
    await this.#untilReady();
    return { adminLink: setup.adminLink ?? null };
  }

  #stopIfAsked() {
    if (this.#stopped !== null) throw new Error("stopped while starting");
  }

  async #startProcesses(/** @type {NodeJS.ProcessEnv} */ env) {
    const { typescriptArgs, commandArgs } = await import("./product.mjs");
    const { host, port, development, backupEvery } = this.#options;
    const served = development ? ["dev"] : ["start", "--keepAliveTimeout", String(keepAliveMs)];
    // What a request leaves behind is then collected before it counts as old, which would cost more.
    const next = ["--max-semi-space-size=32", join(root, "node_modules/next/dist/bin/next"), ...served, "-H", host, "-p", String(port)];
    this.#keep("web", next, env);
    if (this.#options.worker) {
      const worker = this.#keep("worker", typescriptArgs("lib/jobs/worker.ts"), env);
      if (development) this.#restartOnChange(/** @type {KeptProcess} */ worker);
    }
    if (backupEvery !== null) this.#keep("backup", [...(await commandArgs(development)), "backup", "--every", backupEvery], env);
  }

  #keep(/** @type {string} */ name, /** @type {readonly string[]} */ args, /** @type {NodeJS.ProcessEnv} */ env) {
    const log = this.#options.logToTerminal ? null : new LogFile(join(this.#dataDir, "logs", `${name}.log`));
    const onOutput = log === null ? null : (/** @type {Buffer} */ chunk) => log.write(chunk);
    const kept = new KeptProcess({ name, args, env, onOutput, say: this.#say });
    // If we are killed by SIGKILL, the next start reads from the lock which processes to wait for.
    kept.onStart = () => this.#lock.note({ url: this.#options.url, children: this.#kept.map((one) => one.identity).filter(Boolean) });
    this.#kept.push(kept);
    kept.start();
    return kept;
  }

  #restartOnChange(/** @type {KeptProcess} */ worker) {
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    const watcher = watch(join(root, "lib"), { recursive: true }, (_event, file) => {
      if (file === null || !/\.(ts|sql|json)$/.test(file) || /\.test\.ts$/.test(file)) return;
      clearTimeout(timer);
      timer = setTimeout(() => worker.restart(childGraceMs), 300);
    });
    this.#closers.push(() => {
      clearTimeout(timer);
      watcher.close();
    });
  }

  #watchDatabase(/** @type {Database} */ database) {
    let busy = false;
    const timer = setInterval(async () => {
      if (busy || this.#stopped !== null || database.isRunning()) return;
      busy = true;
      this.#say("PostgreSQL ended; starting it again.");
      const before = database.url;
      try {
        await database.revive();
        if (database.url !== before) this.#moveTo(database.url);
      } catch (error) {
        this.#say(`PostgreSQL could not be started again: ${messageOf(error)}`);
      } finally {
        busy = false;
      }
    }, 1_000);
    this.#closers.push(() => clearInterval(timer));
  }

  /** Another program has taken the port meanwhile, so PostgreSQL listens on another one; pages and worker know only the old address. */
  #moveTo(/** @type {string} */ url) {
    this.#say("PostgreSQL has another port now; pages and worker are started again.");
    for (const kept of this.#kept) {
      kept.env = { ...kept.env, DATABASE_URL: url };
      kept.restart(childGraceMs);
    }
  }

  async #untilReady() {
    const begun = Date.now();
    const [web] = this.#kept;
    /** @type {{ health: Awaited<ReturnType<typeof askHealth>> }} */
    const seen = { health: null };
    const settled = async () => {
      this.#stopIfAsked();
      if (web !== undefined && web.failures >= 3) throw new Error(`The pages do not start.${this.#logTail("web")}`);
      const health = await askHealth(this.#options.localUrl);
      seen.health = health;
      if (health === null) return false;
      return health.status === 200 || (!this.#options.worker && health.body.database === "ok") || Date.now() - begun > workerPatienceMs;
    };
    if (!(await until(settled, readyTimeoutMs, 100)))
      throw new Error(`The pages did not answer in ${readyTimeoutMs / 1000} s.${this.#logTail("web")}`);
    if (seen.health?.status !== 200 && this.#options.worker) this.#say(`Started, but not healthy: ${JSON.stringify(seen.health?.body)}`);
  }

  #logTail(/** @type {string} */ name) {
    if (this.#options.logToTerminal) return "";
    const file = join(this.#dataDir, "logs", `${name}.log`);
    return ` The end of ${file}:\n${lastLines(file)}`;
  }

  /** Ends everything within 10 seconds; may be called at any time, and more than once. */
  stop() {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop() {
    for (const close of this.#closers) close();
    await Promise.all(this.#kept.map((kept) => kept.stop(childGraceMs)));
    await this.#database?.leave({ timeoutMs: databaseGraceMs });
    this.#lock.release();
  }
}
