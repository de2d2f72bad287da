import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockHolder, readLock, takeLock } from "./lock.mjs";
import { startMark } from "./processes.mjs";

let folder = "";
let file = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "redline-lock-"));
  file = join(folder, "a.lock");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a held lock is refused, shows its holder's note, and is free after release", () => {
  const lock = takeLock(file, { url: "http://one" });
  expect(takeLock(file)).toBeNull();
  lock?.note({ url: "http://two" });
  expect(lockHolder(file)).toMatchObject({ pid: process.pid, note: { url: "http://two" } });
  lock?.release();
  expect(lockHolder(file)).toBeNull();
  expect(takeLock(file)).not.toBeNull();
});

test("a dead holder's lock is taken over, and its note can be read before that", () => {
  writeFileSync(file, JSON.stringify({ pid: 2 ** 22 + 1, mark: "x", note: { children: [] } }));
  expect(readLock(file)?.note).toEqual({ children: [] });
  expect(lockHolder(file)).toBeNull();
  takeLock(file);
  expect(lockHolder(file)?.pid).toBe(process.pid);
  expect(readdirSync(folder)).toEqual(["a.lock"]);
});

test("a process that merely got the dead holder's pid does not hold the lock", () => {
  writeFileSync(file, JSON.stringify({ pid: process.pid, mark: `${startMark(process.pid)}0`, note: null }));
  expect(lockHolder(file)).toBeNull();
});

test("a lock file cut short by a power loss is taken over", () => {
  writeFileSync(file, '{"pid": 1');
  expect(takeLock(file)).not.toBeNull();
});
