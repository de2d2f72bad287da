import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { root } from "../../bin/lib/paths.mjs";

/** The benchmarks in short: what they say about errors, lost work and plans holds on any machine; they judge no time. */
for (const [name, what] of Object.entries({
  load: "annotators, a report, imports and a run at once cause no error and lose no save",
  machines: "web and worker processes replaced one after another, with reports from a replica, fail no save and lose none",
  steady: "steady work leaves no connections, files or dead rows behind and loses no save",
  huge: "beside thousands of samples, annotators' statements read no large table whole and researchers' work succeeds",
}))
  test(what, async () => {
    test.setTimeout(240_000);
    const child = spawn(process.execPath, [join(root, "bin/bench.mjs"), name, "--", "--short"], { stdio: ["ignore", "pipe", "pipe"] });
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    expect(out + err).toMatch(/^passed$/m);
  });
