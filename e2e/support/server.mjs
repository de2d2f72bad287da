// Starts the product as a user does (`npm start`'s own script, production build) with its own data directory and ports.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { root, temporaryFolder } from "../../bin/lib/paths.mjs";
import { freePort } from "../../bin/lib/processes.mjs";

/** The account that startProduct creates, an admin of the instance. */
export const adminAccount = { email: "admin@redline.test", password: "correct horse battery" };

// The environment of the person running the tests must not affect the product under test.
function cleanEnv() {
  const ours = /^(REDLINE_|OPENAI_|OTEL_|DATABASE_URL$|PORT$|HOST$|NODE_OPTIONS$|NODE_ENV$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}

/**
 * @param {{ demo?: boolean, admin?: boolean, env?: Record<string, string>, prepare?: (dataDir: string) => Promise<void>, checkout?: string }} [options] demo: load the demo study (true); admin: make adminAccount
 * at the first start (true), else the start prints a one-time link; env: further settings; prepare: fills the data directory first; checkout: what
 * is started (this one)
 * @returns {Promise<{ url: string, dataDir: string, output: () => string, stop: () => Promise<void> }>}
 */
export async function startProduct({ demo = true, admin = true, env = {}, prepare = async () => undefined, checkout = root } = {}) {
  const folder = temporaryFolder("redline-product-");
  const dataDir = join(folder, "data");
  const port = await freePort();
  const account = admin ? { REDLINE_ADMIN_EMAIL: adminAccount.email, REDLINE_ADMIN_PASSWORD: adminAccount.password } : {};
  await prepare(dataDir);
  const args = [join(checkout, "bin/start.mjs"), "--port", String(port), "--data-dir", dataDir, ...(demo ? [] : ["--no-demo"])];
  const child = spawn(process.execPath, args, {
    cwd: checkout,
    // This name makes it end when we do, as under npm.
    env: { ...cleanEnv(), npm_lifecycle_event: "journeys", REDLINE_SIGN_IN_LIMIT: "100000", ...account, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const ready = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
        if (output.includes("Stop with Ctrl-C.")) resolve("ready");
      });
    }
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  if ((await Promise.race([ready, ended])) !== "ready") {
    await stop();
    throw new Error(`The product did not start:\n${output}`);
  }
  return { url: `http://127.0.0.1:${port}`, dataDir, output: () => output, stop };
}
