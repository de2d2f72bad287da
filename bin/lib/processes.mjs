// Asks the operating system about processes and ports: through /proc on Linux, `ps` elsewhere.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { createServer } from "node:net";
import { codeOf } from "./errors.mjs";

const hasProc = existsSync("/proc/self/stat");

/** Resolves after `ms`; for polling the operating system, which sends no event for what is asked here. */
export const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Asks `condition` every `everyMs` until it holds; false when `timeoutMs` passes first.
 * @param {() => boolean | Promise<boolean>} condition
 * @param {number} timeoutMs
 */
export async function until(condition, timeoutMs, everyMs = 20) {
  const end = Date.now() + timeoutMs;
  for (;;) {
    if (await condition()) return true;
    if (Date.now() >= end) return false;
    await pause(everyMs);
  }
}

function statFields(/** @type {number} */ pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null; // no such process
  }
}

/** True while the process runs; a zombie (ended, not yet reaped by its parent) does not. */
export function isAlive(/** @type {number} */ pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  if (hasProc) {
    const fields = statFields(pid);
    return fields !== null && fields[0] !== "Z" && fields[0] !== "X";
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** A word that differs between two processes that had the same pid one after the other; "" when there is no such process. */
export function startMark(/** @type {number} */ pid) {
  if (hasProc) {
    const fields = statFields(pid);
    if (fields === null) return "";
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim().slice(0, 8)}-${fields[19]}`;
  }
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return ""; // ps exits 1 when there is no such process
  }
}

/** True if the process that wrote this pid and mark is still running. */
export const isSameProcess = (/** @type {number} */ pid, /** @type {string} */ mark) => isAlive(pid) && startMark(pid) === mark;

/** The command line of a process, "" when unknown. */
export function commandLine(/** @type {number} */ pid) {
  try {
    if (hasProc) return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}

/** The live processes whose working directory is `folder` (PostgreSQL and each of its backends sit in the data folder). Linux only, else []. */
export function processesIn(/** @type {string} */ folder) {
  if (!hasProc) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === folder && isAlive(pid);
      } catch {
        return false; // ended meanwhile, or somebody else's
      }
    });
}

/** Sends a signal; a process that has already ended is not an error. */
export function signal(/** @type {number} */ pid, /** @type {string} */ name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (codeOf(error) !== "ESRCH") throw error;
  }
}

/** Resolves to null when `port` can be listened on at `host`, else to the error that says why not. Port 0 asks for any. */
export function portProblem(/** @type {number} */ port, host = "127.0.0.1") {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", resolve);
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

/** A port that was free at `host` a moment ago. */
export function freePort(host = "127.0.0.1") {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port: 0, host, exclusive: true }, () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

function listeningInodes(/** @type {number} */ port) {
  const hexPort = port.toString(16).toUpperCase().padStart(4, "0");
  const inodes = new Set();
  for (const file of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    if (!existsSync(file)) continue;
    for (const line of readFileSync(file, "utf8").split("\n").slice(1)) {
      const cells = line.trim().split(/\s+/);
      if (cells[3] === "0A" && cells[1]?.endsWith(`:${hexPort}`)) inodes.add(`socket:[${cells[9]}]`);
    }
  }
  return inodes;
}

/** Who listens on a port, as far as this user may know: `{ pid, command }`, or null. */
export function portOwner(/** @type {number} */ port) {
  if (!hasProc) {
    try {
      const pid = Number(execFileSync("lsof", ["-t", `-iTCP:${port}`, "-sTCP:LISTEN"], { encoding: "utf8" }).split("\n")[0]);
      return { pid, command: commandLine(pid) };
    } catch {
      return null; // no lsof, or not ours to see
    }
  }
  const inodes = listeningInodes(port);
  if (inodes.size === 0) return null;
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const holds = readdirSync(`/proc/${name}/fd`).some((fd) => {
        try {
          return inodes.has(readlinkSync(`/proc/${name}/fd/${fd}`));
        } catch {
          return false; // closed meanwhile
        }
      });
      if (holds) return { pid: Number(name), command: commandLine(Number(name)) };
    } catch {
      // The folder of another user's process cannot be read: the owner stays unknown.
    }
  }
  return null;
}
