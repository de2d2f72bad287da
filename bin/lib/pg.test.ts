import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "./paths.mjs";
import { untilSettled } from "./pg.mjs";

let folder = "";
beforeEach(() => {
  folder = temporaryFolder("redline-settling-");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Whether a server with this status is given up before it has settled. */
async function isGivenUp(status: string): Promise<boolean> {
  writeFileSync(join(folder, "postmaster.pid"), `1\n${folder}\n1\n5432\n\n127.0.0.1\n1 1\n${status}\n`);
  let asked = 0;
  await untilSettled(folder, () => ++asked > 20, { startMs: 20, recoveryMs: 60_000 });
  return asked <= 20;
}

test("a server that recovers from its log is waited for, beyond the time in which one starts; one that does nothing is not", async () => {
  expect(await isGivenUp("starting")).toBe(false);
  expect(await isGivenUp("stopping")).toBe(true);
});
