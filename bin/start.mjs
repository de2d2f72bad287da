#!/usr/bin/env node
// `npm start`: installs what is missing, starts PostgreSQL, the pages and the worker, and keeps them running until it is asked to stop.
import { join } from "node:path";
import { onAskedToStop } from "./lib/asked-to-stop.mjs";
import { endSteps, ensureModules } from "./lib/bootstrap.mjs";
import { messageOf } from "./lib/errors.mjs";
import { lockHolder, readLock, takeLock } from "./lib/lock.mjs";
import { readStartOptions, startUsage, UsageError } from "./lib/options.mjs";
import { openDataDir, version } from "./lib/paths.mjs";
import { isSameProcess, portOwner, portProblem, signal, until } from "./lib/processes.mjs";
import { Server } from "./lib/server.mjs";

const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);
const tell = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);

/** A reason not to start that needs no stack and no log. */
class CannotStart extends Error {}

// After a SIGKILL of the supervisor its processes end by themselves, which takes a moment; until then they hold the port.
async function awaitOrphans(/** @type {string} */ file) {
  const left = (readLock(file)?.note?.children ?? []).filter(({ pid, mark }) => isSameProcess(pid, mark));
  if (left.length === 0) return;
  say("The last run was killed; waiting for its processes to end …");
  const gone = () => left.every(({ pid, mark }) => !isSameProcess(pid, mark));
  if (await until(gone, 8_000)) return;
  for (const { pid, mark } of left) if (isSameProcess(pid, mark)) signal(pid, "SIGKILL");
  await until(gone, 2_000);
}

async function checkPort(/** @type {{ port: number, host: string }} */ { port, host }) {
  const problem = await portProblem(port, host);
  if (problem === null) return;
  if (problem.code !== "EADDRINUSE") throw new CannotStart(`Redline cannot listen on ${host}, port ${port}: ${problem.message}.`);
  const owner = portOwner(port);
  const who =
    owner === null ? "another program (of another user, so it cannot be named)" : `process ${owner.pid} (${owner.command.slice(0, 120)})`;
  throw new CannotStart(`Port ${port} is taken by ${who}. Choose another one with --port or PORT.`);
}

async function claim(/** @type {ReturnType<typeof readStartOptions>} */ options) {
  const { dataDir, moved } = openDataDir({ wanted: options.dataDir, needsPostgres: !process.env.DATABASE_URL });
  if (moved !== null) say(moved);
  const file = join(dataDir, "server.lock");
  const holder = lockHolder(file);
  if (holder !== null)
    throw new CannotStart(`Redline is already running at ${holder.note?.url ?? "(starting)"} (process ${holder.pid}, data in ${dataDir}).`);
  await awaitOrphans(file);
  await checkPort(options);
  const lock = takeLock(file, { url: options.url, children: [] });
  if (lock === null)
    throw new CannotStart(`Redline has just been started by process ${lockHolder(file)?.pid ?? "?"} (data in ${dataDir}).`);
  return { dataDir, lock };
}

/** @param {{ options: { url: string }, dataDir: string, adminLink: string | null }} started */
function announce({ options, dataDir, adminLink }) {
  tell(`\nRedline ${version()} is running at ${options.url}`);
  if (adminLink !== null) tell(`No admin has a password yet. Set it with this link, which works once:\n  ${adminLink}`);
  tell(`Data and logs: ${dataDir}. Stop with Ctrl-C.`);
}

async function main() {
  const options = readStartOptions(process.argv.slice(2));
  if (options.help) {
    tell(startUsage);
    return;
  }
  const { dataDir, lock } = await claim(options);
  const server = new Server({ options, dataDir, lock, say });
  let asked = false;
  onAskedToStop(async () => {
    if (asked) return;
    asked = true;
    say("Stopping …");
    endSteps();
    await server.stop();
    process.exit(0);
  });
  try {
    await ensureModules();
    announce({ options, dataDir, ...(await server.start()) });
  } catch (error) {
    if (asked) return;
    await server.stop();
    throw error;
  }
}

try {
  await main();
} catch (error) {
  say(error instanceof UsageError ? `error: ${messageOf(error)}\n${startUsage}` : `error: ${messageOf(error)}`);
  process.exit(error instanceof UsageError ? 2 : 1);
}
