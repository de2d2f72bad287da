import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { root } from "../../bin/lib/paths.mjs";

// `npm run torture` kills 200 times; this is the same in short.
test("people, imports, exports, runs and a panel at work lose nothing while each process is killed at random", async () => {
  test.setTimeout(240_000);
  const child = spawn(process.execPath, [join(root, "bin/torture-all.mjs"), "--kills", "5", "--seed", "1"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  expect(out + err).toMatch(/^passed$/m);
});
