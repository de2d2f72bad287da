import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LogFile } from "./log-file.mjs";

test("a log is appended to, and rotates at 20 MB, keeping one old file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "redline-log-"));
  const file = join(folder, "web.log");
  writeFileSync(file, "before\n");
  const first = new LogFile(file);
  first.write(Buffer.from("after\n"));
  first.stream.end();
  await once(first.stream, "close");
  expect(readFileSync(file, "utf8")).toBe("before\nafter\n");
  truncateSync(file, 20_000_001);
  const second = new LogFile(file);
  second.write(Buffer.from("new\n"));
  second.stream.end();
  await once(second.stream, "close");
  expect(readFileSync(file, "utf8")).toBe("new\n");
  expect(readdirSync(folder)).toEqual(["web.log", "web.log.old"]);
  rmSync(folder, { recursive: true });
});
