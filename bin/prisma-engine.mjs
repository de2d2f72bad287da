#!/usr/bin/env node
// Prisma's schema engine for its command line, in place of the native binary that it would download; prisma.config.ts points to this file.
// It is read-only. Migrations are written by `npm run migration` and applied by `redline migrate`.
import { createInterface } from "node:readline";
import { withClient } from "./lib/database.mjs";
import { codeOf, messageOf } from "./lib/errors.mjs";
import { engineFor } from "./lib/schema-engine.mjs";

const reading = ["diagnoseMigrationHistory", "getDatabaseVersion"];
const refusal = 'Here `npm run migration -- new NAME` writes migrations, and "redline migrate" applies them.';

// Prisma skips the first line and reads the others as log lines of this shape; P1001 is its code for a server out of reach.
const fail = (/** @type {string} */ message) =>
  process.stderr.write(
    `\n${JSON.stringify({ level: "ERROR", target: "schema_engine::logger", fields: { message, error_code: "P1001" } })}`,
  );

async function canConnect(/** @type {string} */ url) {
  try {
    await withClient(url, (/** @type {import("pg").Client} */ client) => client.query("select 1"));
    return 0;
  } catch (error) {
    fail(`The database cannot be reached: ${messageOf(error) || codeOf(error)}`);
    return 1;
  }
}

/**
 * @param {Record<string, (params: unknown) => Promise<unknown>>} engine
 * @param {{ id: number, method: string, params: unknown }} question
 */
async function answer(engine, { id, method, params }) {
  try {
    if (!reading.includes(method)) throw new Error(refusal);
    return { jsonrpc: "2.0", id, result: await engine[method]?.(params) };
  } catch (error) {
    const message = messageOf(error);
    return { jsonrpc: "2.0", id, error: { code: 4466, message, data: { is_panic: false, message } } };
  }
}

async function serve(/** @type {string} */ url) {
  const engine = /** @type {Parameters<typeof answer>[0]} */ (/** @type {unknown} */ (await engineFor(url)));
  for await (const line of createInterface({ input: process.stdin })) {
    process.stdout.write(`${JSON.stringify(await answer(engine, JSON.parse(line)))}\n`);
  }
}

const args = process.argv.slice(2);
const { url } = JSON.parse(args[args.indexOf("--datasource") + 1] ?? "{}");
if (!args.includes("cli")) await serve(url);
else if (args.includes("can-connect-to-database")) process.exitCode = await canConnect(url);
else {
  fail(refusal);
  process.exitCode = 1;
}
