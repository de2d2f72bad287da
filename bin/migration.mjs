#!/usr/bin/env node
// `npm run migration -- new NAME` writes the SQL from the committed migrations to prisma/schema.prisma; `-- check` reports whether any is missing.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ensureClient, ensureModules } from "./lib/bootstrap.mjs";
import { messageOf } from "./lib/errors.mjs";
import { root, temporaryFolder } from "./lib/paths.mjs";

const usage = `Usage: npm run migration -- new NAME   write prisma/migrations/<time>_NAME/migration.sql
       npm run migration -- check      exit 1 when the schema has changes that no migration makes`;

/** The SQL from the committed migrations to prisma/schema.prisma; "" if they match. */
async function missingSql() {
  const { openCluster } = await import("./lib/pg.mjs");
  const { applyMigrations } = await import("./lib/migrate.mjs");
  const { ensureDatabase } = await import("./lib/database.mjs");
  const { diffToSchema } = await import("./lib/schema-engine.mjs");
  const folder = temporaryFolder("redline-migration-");
  const cluster = await openCluster(folder, { durable: false });
  try {
    await ensureDatabase(cluster.url("postgres"), "redline");
    await applyMigrations(cluster.url());
    return await diffToSchema(cluster.url());
  } finally {
    await cluster.leave();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function writeMigration(/** @type {string} */ name) {
  const sql = await missingSql();
  if (sql === "") {
    console.log("The migrations already make everything in prisma/schema.prisma; nothing was written.");
    return;
  }
  const { migrationsFolder } = await import("./lib/migrate.mjs");
  const stamp = new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14);
  const folder = join(migrationsFolder, `${stamp}_${name}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "migration.sql"), sql);
  writeFileSync(join(migrationsFolder, "migration_lock.toml"), 'provider = "postgresql"\n');
  console.log(
    `Wrote ${relative(root, join(folder, "migration.sql"))}. Read it, and add by hand what the schema cannot say (CHECK constraints).`,
  );
}

/** @param {string[]} args */
async function main([command, name]) {
  if (command === "new" && name !== undefined && /^[a-z][a-z0-9_]*$/.test(name)) {
    await ensureModules();
    await ensureClient();
    await writeMigration(name);
    return 0;
  }
  if (command === "check" && name === undefined) {
    await ensureModules();
    const sql = await missingSql();
    console.log(sql === "" ? "The migrations make exactly what prisma/schema.prisma describes." : `No migration makes this yet:\n\n${sql}`);
    return sql === "" ? 0 : 1;
  }
  console.error(`error: ${command === "new" ? "NAME is lower-case letters, digits and _" : "unknown command"}\n${usage}`);
  return 2;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(`error: ${messageOf(error)}`);
  process.exitCode = 1;
}
