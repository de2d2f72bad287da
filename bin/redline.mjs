#!/usr/bin/env node
// `redline COMMAND …`: prepares what the command needs, then hands over to lib/cli/main.ts with the same input, output and exit code.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureClient, ensureModules, quietEnv } from "./lib/bootstrap.mjs";
import { lockHolder } from "./lib/lock.mjs";
import { localUrl, needsDatabase } from "./lib/options.mjs";
import { openDataDir } from "./lib/paths.mjs";

const say = (line) => process.stderr.write(`${line}\n`);

// Relative paths mean where the person typed the command: npm runs scripts in the checkout and keeps that place in INIT_CWD.
const workingFolder = () => (process.env.npm_lifecycle_event === "redline" && process.env.INIT_CWD) || process.cwd();

function handOver(nodeArgs, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...nodeArgs, ...args], { cwd: workingFolder(), env, stdio: "inherit" });
    // Ctrl-C in a terminal reaches the child by itself; a signal sent to us alone is passed on.
    for (const name of ["SIGTERM", "SIGHUP"]) process.on(name, () => child.kill(name));
    process.on("SIGINT", () => undefined);
    child.once("error", reject);
    child.once("close", (code, signalName) => resolve(code ?? (signalName === "SIGINT" ? 130 : 143)));
  });
}

async function migrate(database, args) {
  const { applyMigrations } = await import("./lib/migrate.mjs");
  const applied = await applyMigrations(database.url);
  if (args.includes("--json")) console.log(JSON.stringify({ applied }));
  else console.log(applied.length === 0 ? "The database is up to date." : `Applied: ${applied.join(", ")}`);
  return 0;
}

async function withDatabase(args) {
  const { openDatabase, productEnv, typescriptArgs } = await import("./lib/product.mjs");
  const { dataDir, moved } = openDataDir({ needsPostgres: !process.env.DATABASE_URL });
  if (moved !== null) say(moved);
  const database = await openDatabase(dataDir);
  try {
    if (args[0] === "migrate") return await migrate(database, args.slice(1));
    // `doctor` reports what is wrong instead of mending it.
    if (args[0] !== "doctor") {
      const { applyMigrations } = await import("./lib/migrate.mjs");
      await applyMigrations(database.url);
    }
    const url =
      process.env.REDLINE_URL || lockHolder(join(dataDir, "server.lock"))?.note?.url || localUrl("127.0.0.1", process.env.PORT || 3000);
    return await handOver(typescriptArgs("lib/cli/main.ts"), args, productEnv({ dataDir, databaseUrl: database.url, url }));
  } finally {
    await database.leave();
  }
}

async function main(args) {
  await ensureModules();
  await ensureClient();
  if (needsDatabase(args)) return withDatabase(args);
  const { typescriptArgs, typescriptEnv } = await import("./lib/product.mjs");
  const env = { ...process.env, ...quietEnv, ...typescriptEnv() };
  return handOver(typescriptArgs("lib/cli/main.ts"), args, env);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  say(`error: ${error.message}`);
  process.exitCode = 1;
}
