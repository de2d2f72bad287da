// A temporary PostgreSQL with one migrated template database: for tests and benchmarks.
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { ensureDatabase, quoted, withClient } from "./database.mjs";
import { applyMigrations } from "./migrate.mjs";
import { temporaryFolder } from "./paths.mjs";
import { openCluster } from "./pg.mjs";

const template = "redline_template";

/**
 * Starts a cluster that is deleted when stopped, with the migrated database `redline_template` in it.
 * @param {{ durable?: boolean }} [options] durable: with the durability of a real server (for realistic measurements)
 * @returns {Promise<{ adminUrl: string, stop: () => Promise<void> }>}
 */
export async function startTemporaryCluster({ durable = false } = {}) {
  const folder = temporaryFolder("redline-pg-");
  const cluster = await openCluster(join(folder, "postgres"), { durable });
  const stop = async () => {
    await cluster.leave();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const adminUrl = cluster.url("postgres");
    await ensureDatabase(adminUrl, template);
    await applyMigrations(cluster.url(template));
    return { adminUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Copies the migrated template; about 20 ms.
 * @param {string} adminUrl
 * @returns {Promise<{ url: string, drop: () => Promise<void> }>}
 */
export async function createTemporaryDatabase(adminUrl) {
  const name = `t_${randomBytes(6).toString("hex")}`;
  await withClient(adminUrl, (client) => client.query(`create database ${quoted(name)} template ${template} strategy file_copy`));
  const address = new URL(adminUrl);
  address.pathname = `/${name}`;
  return {
    url: address.href,
    drop: () =>
      withClient(adminUrl, (client) => client.query(`drop database if exists ${quoted(name)} with (force)`)).then(() => undefined),
  };
}
