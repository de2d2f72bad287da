// A lock that a dead process cannot keep: a file with pid and start mark, created atomically by link(2).
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { codeOf } from "./errors.mjs";
import { isSameProcess, startMark } from "./processes.mjs";

/**
 * What a lock says about its holder; `note` is what `npm start` tells others.
 * @typedef {{ pid: number, mark: string, note: { url?: string, children?: { pid: number, mark: string }[] } | null }} Holder
 */

/**
 * The lock file's content, whether or not its writer is still running; null if there is none.
 * @returns {Holder | null}
 */
export function readLock(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (codeOf(error) === "ENOENT" || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The lock's holder: `{ pid, mark, note }`, or null if no running process holds it. */
export function lockHolder(/** @type {string} */ file) {
  const holder = readLock(file);
  return holder !== null && isSameProcess(holder.pid, holder.mark) ? holder : null;
}

/**
 * Takes the lock for this process. Returns `{ release, note }`, or null if another running process holds it (see lockHolder).
 * `note` is any JSON that tells others what the holder does; `lock.note(next)` replaces it.
 * @param {string} file
 * @param {unknown} [note]
 */
export function takeLock(file, note = null) {
  const own = `${file}.${process.pid}`;
  const content = (/** @type {unknown} */ value) => JSON.stringify({ pid: process.pid, mark: startMark(process.pid), note: value });
  writeFileSync(own, content(note), { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 20; attempt++) {
      try {
        linkSync(own, file);
        return {
          note(/** @type {unknown} */ next) {
            writeFileSync(own, content(next), { mode: 0o600 });
            renameSync(own, file);
          },
          release: () => rmSync(file, { force: true }),
        };
      } catch (error) {
        if (codeOf(error) !== "EEXIST") throw error;
        if (lockHolder(file) !== null) return null;
        removeStale(file, own);
      }
    }
    return null;
  } finally {
    rmSync(own, { force: true });
  }
}

// Two starters may both find the same stale lock: moving it aside first ensures that only the stale one is removed.
function removeStale(/** @type {string} */ file, /** @type {string} */ own) {
  const aside = `${own}.stale`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw error;
  }
  const moved = lockHolder(aside);
  if (moved !== null) {
    try {
      linkSync(aside, file);
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
  }
  rmSync(aside, { force: true });
}
