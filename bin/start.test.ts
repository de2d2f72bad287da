import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { takeLock } from "./lib/lock.mjs";
import { freePort } from "./lib/processes.mjs";

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "redline-start-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

/** Runs `npm start`'s script to its end; it must stop before it prepares or starts anything. */
async function start(...args: string[]) {
  // With an address the data directory need not hold PostgreSQL; nothing connects to it here.
  const env = { ...process.env, DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none", REDLINE_DATA_DIR: dataDir };
  const child = spawn(process.execPath, [join(import.meta.dirname, "start.mjs"), ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [code] = await once(child, "close");
  return { code, output };
}

test("a taken port is refused with the process that holds it", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const { code, output } = await start("--port", String(address.port));
  server.close();
  expect(code).toBe(1);
  expect(output).toContain(`Port ${address.port} is taken by process ${process.pid} (`);
});

test("a second start says where the first one runs", async () => {
  const lock = takeLock(join(dataDir, "server.lock"), { url: "http://127.0.0.1:4321", children: [] });
  const { code, output } = await start("--port", String(await freePort()));
  lock?.release();
  expect(code).toBe(1);
  expect(output).toContain(`Redline is already running at http://127.0.0.1:4321 (process ${process.pid}, data in ${dataDir}).`);
});

test("an unknown flag is a usage error and lists the flags", async () => {
  const { code, output } = await start("--prot", "1");
  expect(code).toBe(2);
  expect(output).toContain("--data-dir DIR");
});
