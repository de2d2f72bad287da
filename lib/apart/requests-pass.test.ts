import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { refusal } from "@/lib/testing/refusal";
import { computeApart } from "./compute-apart";
import { letRequestsPass } from "./requests-pass";

const root = resolve(import.meta.dirname, "../..");
/** In place of the product: it computes for ever. */
const command = (first = "") => JSON.stringify(["-e", `${first}process.on("message", () => undefined);`]);
const settings = {
  REDLINE_COMMAND: command(),
  DATABASE_URL: "postgresql://nowhere/none",
  REDLINE_SECRET: "a secret that only this test knows",
};

const statOf = (pid: string) => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];

/** The state of a process by the kernel's account: "T" where it stands still; null: there is no such process. */
function stateOf(pid: string): string | null {
  try {
    return statOf(pid)[0] ?? null;
  } catch {
    return null;
  }
}

/** Whether a process comes to stand still within a moment. Nothing else happens here meanwhile. */
function standsStill(pid: string, withinMs: number): boolean {
  const end = performance.now() + withinMs;
  while (performance.now() < end) if (stateOf(pid) === "T") return true;
  return false;
}

/** The processes that compute for this one. */
const computers = () =>
  readdirSync("/proc").filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) && statOf(pid)[1] === String(process.pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("\0compute\0")
      );
    } catch {
      // It has ended.
      return false;
    }
  });

/**
 * Asks a server of this process, and says whether the process stood still while it answered, with so many processors. It must go on after that, though no
 * time passes by this process's account.
 */
async function stoodStill(pid: string, { processors, withinMs }: { processors: number; withinMs: number }): Promise<boolean | undefined> {
  const stop = letRequestsPass(processors);
  let seen: boolean | undefined;
  const server = http.createServer((_, response) => {
    seen = standsStill(pid, withinMs);
    response.end();
  });
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const agent = new http.Agent({ keepAlive: false });
  await new Promise((ended) =>
    http.get({ port: (server.address() as AddressInfo).port, agent }, (answer) => answer.resume().once("end", ended)),
  );
  await new Promise((closed) => void server.close(closed));
  vi.useRealTimers();
  stop();
  await expect.poll(() => stateOf(pid)).not.toBe("T");
  return seen;
}

// Only there does /proc say what a process does.
describe.runIf(process.platform === "linux")("while a request is answered", () => {
  beforeAll(() => {
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    Reflect.deleteProperty(globalThis, "redlineComputers");
  });
  const job = { projectId: "p", taskId: "t", view: "without" as const };

  test("a whole report stands still where processors are scarce, unless values are computed beside it", async () => {
    const whole = refusal(computeApart("computeReport", [job]));
    const [pid = ""] = computers();
    expect(await stoodStill(pid, { processors: 2, withinMs: 2000 })).toBe(true);
    expect(await stoodStill(pid, { processors: 3, withinMs: 50 })).toBe(false);
    const values = refusal(computeApart("computeReport", [{ ...job, valuesFor: "verdict" }]));
    expect(await stoodStill(pid, { processors: 2, withinMs: 50 })).toBe(false);
    process.kill(Number(pid), "SIGKILL");
    expect([(await whole).code, (await values).code]).toEqual(["unavailable", "unavailable"]);
  });

  test("imports stand still, and what pages wait for does not", async () => {
    const page = refusal(computeApart("readTaskPeople", [{} as never, { taskId: "t" }]));
    const [ofPages = ""] = computers();
    const written = refusal(computeApart("commitImport", [{} as never, { importId: "i", skipBadRows: false }]));
    const ofImports = computers().find((pid) => pid !== ofPages) ?? "";
    expect(await stoodStill(ofImports, { processors: 2, withinMs: 2000 })).toBe(true);
    expect(await stoodStill(ofPages, { processors: 2, withinMs: 50 })).toBe(false);
    for (const pid of [ofPages, ofImports]) process.kill(Number(pid), "SIGKILL");
    expect([(await page).code, (await written).code]).toEqual(["unavailable", "unavailable"]);
  });

  test("the process that answers is killed: the one that stands still for it ends too", async () => {
    const script = `
      const { readFileSync } = await import("node:fs");
      const http = await import("node:http");
      const { computeApart } = await import("${root}/lib/apart/compute-apart.ts");
      const { letRequestsPass } = await import("${root}/lib/apart/requests-pass.ts");
      letRequestsPass(1);
      void computeApart("computeReport", [{}]);
      const killed = ({ url }) => {
        while (!/\\) T /.test(readFileSync("/proc" + url + "/stat", "utf8")));
        process.kill(process.pid, "SIGKILL");
      };
      http.createServer(killed).listen(0, "127.0.0.1", function () { console.log(this.address().port); });`;
    const answering = spawn(process.execPath, ["--import", "tsx", "--conditions=react-server", "--input-type=module", "-e", script], {
      cwd: root,
      env: { ...process.env, NODE_OPTIONS: "", REDLINE_COMMAND: command("console.error(process.pid); ") },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const told = { port: "", pid: "" };
    answering.stdout.setEncoding("utf8").on("data", (text: string) => {
      told.port += text;
    });
    answering.stderr.setEncoding("utf8").on("data", (text: string) => {
      told.pid += text;
    });
    try {
      await expect
        .poll(() => told, { timeout: 30_000 })
        .toEqual({ port: expect.stringMatching(/^\d+\n$/), pid: expect.stringMatching(/^\d+\n$/) });
      await expect(fetch(`http://127.0.0.1:${told.port.trim()}/${told.pid.trim()}`)).rejects.toThrow();
      await expect.poll(() => answering.signalCode).toBe("SIGKILL");
      await expect.poll(() => stateOf(told.pid.trim()), { timeout: 5000 }).toBeNull();
    } finally {
      answering.kill("SIGKILL");
      if (stateOf(told.pid.trim()) !== null) process.kill(Number(told.pid), "SIGKILL");
    }
  });
});
