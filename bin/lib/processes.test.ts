import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { freePort, isAlive, isSameProcess, portOwner, portProblem, startMark } from "./processes.mjs";

test("a taken port is reported with the process that holds it, and is free again afterwards", async () => {
  const port = await freePort();
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  expect((await portProblem(port))?.code).toBe("EADDRINUSE");
  expect(portOwner(port)?.pid).toBe(process.pid);
  server.close();
  await once(server, "close");
  expect(await portProblem(port)).toBeNull();
  expect(portOwner(port)).toBeNull();
});

test("a process is distinguished from a later one with the same pid", async () => {
  const child = spawn(process.execPath, ["-e", "process.stdin.resume()"]);
  const { pid } = child;
  if (pid === undefined) throw new Error("the process did not start");
  const mark = startMark(pid);
  expect(mark).not.toBe("");
  expect(isSameProcess(pid, mark)).toBe(true);
  expect(isSameProcess(pid, startMark(process.pid))).toBe(false);
  child.stdin.end();
  await once(child, "exit");
  expect(isAlive(pid)).toBe(false);
});

test("nothing is not a process", () => {
  for (const pid of [0, -1, Number.NaN, 2 ** 22 + 1]) expect(isAlive(pid)).toBe(false);
});
