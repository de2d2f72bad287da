import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

test("a reader that stops early, as `head` does, ends a command without an error", async () => {
  const child = spawn(process.execPath, ["bin/redline.mjs", "stats", "--list"], { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  expect(said).not.toContain("EPIPE");
  expect(code).toBe(0);
});
