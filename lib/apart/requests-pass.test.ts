import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { computersOf, fieldsOf } from "@/lib/testing/child-processes";
import { refusal } from "@/lib/testing/refusal";
import { computeApart } from "./compute-apart";
import { letRequestsPass } from "./requests-pass";

/** In place of the product: it says that it is guarded, or does not, and computes for ever. */
const command = (first = `require("node:fs").writeSync(4, ".");`) =>
  JSON.stringify(["-e", `${first}process.on("message", () => undefined);`]);
const settings = {
  REDLINE_COMMAND: command(),
  DATABASE_URL: "postgresql://nowhere/none",
  REDLINE_SECRET: "a secret that only this test knows",
};

/** "T" where it stands still. */
const stateOf = (pid: string) => fieldsOf(pid)[0];

/** Whether a process comes to stand still within a moment. Nothing else happens here meanwhile. */
function standsStill(pid: string, withinMs: number): boolean {
  const end = performance.now() + withinMs;
  while (performance.now() < end) if (stateOf(pid) === "T") return true;
  return false;
}

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

/** It may take a moment until the process says that it is guarded. */
const begunStanding = (pid: string) => expect.poll(() => stoodStill(pid, { processors: 2, withinMs: 100 }), { timeout: 5000 }).toBe(true);

/** Only there does /proc say what a process does. */
const onLinux = (run: () => Promise<void>) => () => (process.platform === "linux" ? run() : undefined);

describe("while a request is answered", () => {
  beforeAll(() => {
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  });
  afterAll(() => {
    if (process.platform === "linux") for (const pid of computersOf()) process.kill(Number(pid), "SIGKILL");
    vi.unstubAllEnvs();
    Reflect.deleteProperty(globalThis, "redlineComputers");
  });
  const job = { projectId: "p", taskId: "t", view: "without" as const };

  test(
    "a whole report stands still where processors are scarce, unless values are computed beside it",
    onLinux(async () => {
      const whole = refusal(computeApart("computeReport", [job]));
      const [pid = ""] = computersOf();
      await begunStanding(pid);
      expect(await stoodStill(pid, { processors: 3, withinMs: 50 })).toBe(false);
      const values = refusal(computeApart("computeReport", [{ ...job, valuesFor: "verdict" }]));
      expect(await stoodStill(pid, { processors: 2, withinMs: 50 })).toBe(false);
      process.kill(Number(pid), "SIGKILL");
      expect([(await whole).code, (await values).code]).toEqual(["unavailable", "unavailable"]);
    }),
  );

  test(
    "imports stand still, and what pages wait for does not",
    onLinux(async () => {
      const page = refusal(computeApart("readTaskPeople", [{} as never, { taskId: "t" }]));
      const [ofPages = ""] = computersOf();
      const written = refusal(computeApart("commitImport", [{} as never, { importId: "i", skipBadRows: false }]));
      const ofImports = computersOf().find((pid) => pid !== ofPages) ?? "";
      await begunStanding(ofImports);
      expect(await stoodStill(ofPages, { processors: 2, withinMs: 50 })).toBe(false);
      for (const pid of [ofPages, ofImports]) process.kill(Number(pid), "SIGKILL");
      expect([(await page).code, (await written).code]).toEqual(["unavailable", "unavailable"]);
    }),
  );

  test.each([
    ["never had", ""],
    ["has lost", `require("node:fs").writeSync(4, "."); require("node:fs").closeSync(4); `],
  ])("a process that %s a guard, which would let it go on if this one were killed, does not stand still", (_, first) =>
    onLinux(async () => {
      vi.stubEnv("REDLINE_COMMAND", command(first));
      Reflect.deleteProperty(globalThis, "redlineComputers");
      const whole = refusal(computeApart("computeReport", [job]));
      const [pid = ""] = computersOf();
      await expect.poll(() => stateOf(pid)).toBe("S");
      await expect.poll(() => stoodStill(pid, { processors: 2, withinMs: 100 })).toBe(false);
      process.kill(Number(pid), "SIGKILL");
      expect((await whole).code).toBe("unavailable");
    })(),
  );
});
