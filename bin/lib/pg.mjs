// Our own PostgreSQL: created, started, shared and stopped. The npm package only provides the binaries.
//
// Each process that uses a cluster joins it with a file in `users/` and a watchdog (a shell that waits for the end of its input). When the process
// ends, even by SIGKILL, the watchdog removes the file and, if no other process uses the cluster, stops PostgreSQL cleanly.
// So `npm start` and any number of commands share one server, and none is left running.
import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { codeOf, messageOf } from "./errors.mjs";
import { takeLock } from "./lock.mjs";
import { binFolder, hasLibrary, postgresUser } from "./pg-binaries.mjs";
import { commandLine, freePort, isAlive, isSameProcess, portProblem, processesIn, signal, startMark, until } from "./processes.mjs";

const execFileAsync = promisify(execFile);
const startTimeoutMs = 60_000;
/** A server that recovers from its log is left to it: stopped, it would have to begin anew. */
const recoveryTimeoutMs = 30 * 60_000;
const maxLogBytes = 10_000_000;

/**
 * After a crash the server makes sure that every file is on the disk before it recovers: by default one by one, which takes seconds for an empty
 * database and minutes on a busy disk; Linux can do it at once.
 */
const quickRecovery = process.platform === "linux" ? ["recovery_init_sync_method=syncfs"] : [];

const library = "pg_stat_statements";

/**
 * Counts statements for the page Instance, where the server's files have the library and the cluster's own settings name no others. Those whose values
 * are not replaced by places are not kept.
 */
function countedStatements(/** @type {string} */ data) {
  const named = ["postgresql.conf", "postgresql.auto.conf"].some((name) => {
    const file = join(data, name);
    return existsSync(file) && /^[ \t]*shared_preload_libraries[ \t]*(?:=[ \t]*)?'[^']/m.test(readFileSync(file, "utf8"));
  });
  return hasLibrary(library) && !named ? [`shared_preload_libraries=${library}`, `${library}.track_utility=off`] : [];
}

// A test's cluster dies with the test, so nothing in it needs to survive a power cut.
/** The messages and details of errors may quote texts and names. The process that sent the statement logs the error by its code. */
const quotesNothing = ["log_min_messages=log"];

const throwAwaySettings = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=300"];

const serverEnv = () => ({ PATH: process.env.PATH ?? "", LC_ALL: "C", TZ: "UTC" });

/**
 * What a cluster's folder says about it.
 * @typedef {{ password: string, port: number | null }} State
 */

/** @returns {State} */
function readState(/** @type {string} */ folder) {
  return JSON.parse(readFileSync(join(folder, "cluster.json"), "utf8"));
}

function writeState(/** @type {string} */ folder, /** @type {State} */ state) {
  const file = join(folder, "cluster.json");
  writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

async function createCluster(/** @type {string} */ folder, /** @type {boolean} */ durable) {
  const user = postgresUser();
  const fresh = join(folder, "data.init");
  const passwordFile = join(folder, "password.init");
  const password = randomBytes(24).toString("hex");
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user.uid !== undefined) for (const path of [fresh, passwordFile]) chownSync(path, user.uid, user.gid);
  const locale = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
  const args = [
    "-D",
    fresh,
    "-U",
    "redline",
    "--auth=scram-sha-256",
    `--pwfile=${passwordFile}`,
    ...locale,
    ...(durable ? [] : ["--no-sync"]),
  ];
  try {
    await execFileAsync(join(binFolder(), "initdb"), args, { cwd: "/", env: serverEnv(), ...user });
  } catch (error) {
    const { stderr } = /** @type {{ stderr?: string }} */ (error);
    throw new Error(`PostgreSQL could not make its folder ${fresh}: ${stderr || messageOf(error)}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  writeState(folder, { password, port: null });
  renameSync(fresh, join(folder, "data"));
}

/** The content of postmaster.pid: `{ pid, port, status }`, or null if there is no such file. */
function readPostmaster(/** @type {string} */ data) {
  try {
    const lines = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), port: Number(lines[3]), status: (lines[7] ?? "").trim() };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

function isPostmasterOf(/** @type {string} */ data, /** @type {number} */ pid) {
  if (!isAlive(pid)) return false;
  if (existsSync("/proc/self/stat")) return processesIn(data).includes(pid);
  return commandLine(pid).includes(data);
}

/** Waits until a server answers or has ended; gives up after a minute unless it is recovering. */
export async function untilSettled(
  /** @type {string} */ data,
  /** @type {() => boolean} */ settled,
  { startMs = startTimeoutMs, recoveryMs = recoveryTimeoutMs } = {},
) {
  const recovering = () => readPostmaster(data)?.status === "starting";
  const begun = Date.now();
  const enough = () => Date.now() - begun > startMs && !recovering();
  await until(() => settled() || enough(), recoveryMs, 10);
}

/** This folder's running server, once it answers or has ended; null if there is none (a dead server's leftovers are removed). */
async function findRunning(/** @type {string} */ data) {
  const left = readPostmaster(data);
  if (left === null) return null;
  if (isPostmasterOf(data, left.pid)) {
    const settled = () => !isAlive(left.pid) || readPostmaster(data)?.status === "ready";
    await untilSettled(data, settled);
    if (isAlive(left.pid)) return readPostmaster(data);
  }
  // PostgreSQL clears a stale file itself, unless another process now has that pid. Its backends may outlive it for a moment.
  if (!(await until(() => processesIn(data).length === 0, 15_000))) {
    throw new Error(`Processes of an earlier PostgreSQL still hold ${data}: ${processesIn(data).join(", ")}. End them and start again.`);
  }
  rmSync(join(data, "postmaster.pid"), { force: true });
  return null;
}

function openLog(/** @type {string} */ folder) {
  const file = join(folder, "postgres.log");
  if (existsSync(file) && statSync(file).size > maxLogBytes) renameSync(file, `${file}.old`);
  return { file, fd: openSync(file, "a", 0o600) };
}

async function launch(/** @type {string} */ folder, /** @type {number} */ port, /** @type {boolean} */ durable) {
  const data = join(folder, "data");
  const log = openLog(folder);
  const own = durable ? [...quickRecovery, ...countedStatements(data)] : throwAwaySettings;
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "timezone=UTC", ...quotesNothing, ...own];
  const args = ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])];
  const logStart = statSync(log.file).size;
  const child = spawn(join(binFolder(), "postgres"), args, {
    cwd: "/",
    detached: true,
    stdio: ["ignore", log.fd, log.fd],
    env: serverEnv(),
    ...postgresUser(),
  });
  closeSync(log.fd);
  let ended = false;
  child.once("exit", () => {
    ended = true;
  });
  child.once("error", () => {
    ended = true;
  });
  child.unref();
  const ready = () => {
    const postmaster = readPostmaster(data);
    return postmaster !== null && postmaster.pid === child.pid && postmaster.status === "ready";
  };
  await untilSettled(data, () => ended || ready());
  const { pid } = child;
  if (!ended && pid !== undefined) {
    if (ready()) return { pid, port };
    signal(pid, "SIGINT");
  }
  return { problem: readFileSync(log.file).subarray(logStart).toString("utf8").trim() || "it ended without a word" };
}

async function start(/** @type {string} */ folder, /** @type {boolean} */ durable) {
  const data = join(folder, "data");
  const major = readFileSync(join(data, "PG_VERSION"), "utf8").trim();
  if (major !== "18")
    throw new Error(`${data} was created by PostgreSQL ${major}; this version of Redline includes PostgreSQL 18. See docs/operations.md.`);
  const state = readState(folder);
  let problem = "";
  for (let attempt = 0; attempt < 4; attempt++) {
    const remembered = attempt === 0 && state.port !== null && (await portProblem(state.port)) === null;
    const port = remembered ? state.port : await freePort();
    const started = await launch(folder, port, durable);
    if (started.problem === undefined) {
      writeState(folder, { ...state, port });
      return started;
    }
    problem = started.problem;
    if (!/could not bind|Address already in use/.test(problem)) break;
  }
  throw new Error(`PostgreSQL did not start: ${problem}`);
}

async function ensureRunning(/** @type {string} */ folder, /** @type {boolean} */ durable) {
  /** @type {{ lock: ReturnType<typeof takeLock> }} */
  const held = { lock: null };
  const tried = await until(() => {
    held.lock = takeLock(join(folder, "start.lock"));
    return held.lock !== null;
  }, startTimeoutMs);
  if (!tried) throw new Error(`Another process has been starting PostgreSQL in ${folder} for a minute.`);
  try {
    if (!existsSync(join(folder, "data"))) await createCluster(folder, durable);
    return (await findRunning(realpathSync(join(folder, "data")))) ?? (await start(folder, durable));
  } finally {
    held.lock?.release();
  }
}

function removeDeadUsers(/** @type {string} */ users) {
  for (const name of readdirSync(users)) {
    const file = join(users, name);
    try {
      const { pid, mark } = JSON.parse(readFileSync(file, "utf8"));
      if (!isSameProcess(pid, mark)) rmSync(file, { force: true });
    } catch (error) {
      if (codeOf(error) !== "ENOENT") rmSync(file, { force: true });
    }
  }
}

const watchdogScript = `cat >/dev/null; rm -f "$1"; for user in "$2"/*; do [ -e "$user" ] && exit 0; done
read -r pid < "$3/postmaster.pid" && kill -INT "$pid"`;

function enter(/** @type {string} */ folder) {
  const users = join(folder, "users");
  mkdirSync(users, { recursive: true, mode: 0o700 });
  removeDeadUsers(users);
  const file = join(users, `${process.pid}.${randomBytes(4).toString("hex")}`);
  writeFileSync(file, JSON.stringify({ pid: process.pid, mark: startMark(process.pid) }), { mode: 0o600 });
  const args = ["-c", watchdogScript, "redline-postgres-watchdog", file, users, join(folder, "data")];
  const watchdog = spawn("/bin/sh", args, { cwd: "/", detached: true, stdio: ["pipe", "ignore", "ignore"] });
  watchdog.unref();
  /** @type {import("node:net").Socket} */ (watchdog.stdin).unref();
  return { users, watchdog };
}

async function leave(/** @type {ReturnType<typeof enter>} */ membership, /** @type {number} */ pid, /** @type {number} */ timeoutMs) {
  removeDeadUsers(membership.users);
  const gone = new Promise((resolve) => membership.watchdog.once("exit", resolve));
  membership.watchdog.ref();
  membership.watchdog.stdin.end();
  await gone;
  if (readdirSync(membership.users).length > 0) return;
  if (await until(() => !isAlive(pid), timeoutMs)) return;
  signal(pid, "SIGQUIT"); // a clean shutdown takes too long: stop at once, the next start recovers from the log
  await until(() => !isAlive(pid), 1_000);
}

/**
 * Joins the cluster in `folder`, creating or starting it if necessary.
 * @returns `{ url(database), port, isRunning(), revive(), leave() }`; after `leave()` PostgreSQL stops unless another process uses it.
 */
export async function openCluster(/** @type {string} */ folder, { durable = true } = {}) {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const membership = enter(folder);
  /** @type {Awaited<ReturnType<typeof ensureRunning>>} */
  let running;
  try {
    running = await ensureRunning(folder, durable);
  } catch (error) {
    membership.watchdog.stdin.end();
    throw error;
  }
  return {
    get port() {
      return running.port;
    },
    url: (database = "redline") => `postgresql://redline:${readState(folder).password}@127.0.0.1:${running.port}/${database}`,
    isRunning: () => isAlive(running.pid),
    /** Restarts it after it died, on the same port if that is still free. */
    async revive() {
      running = await ensureRunning(folder, durable);
    },
    leave: ({ timeoutMs = 60_000 } = {}) => leave(membership, running.pid, timeoutMs),
  };
}

/** The URL of this folder's cluster if it is running, else null. */
export function runningUrl(/** @type {string} */ folder, database = "redline") {
  const data = join(folder, "data");
  if (!existsSync(data)) return null;
  const postmaster = readPostmaster(data);
  if (postmaster === null || postmaster.status !== "ready" || !isPostmasterOf(realpathSync(data), postmaster.pid)) return null;
  return `postgresql://redline:${readState(folder).password}@127.0.0.1:${postmaster.port}/${database}`;
}
