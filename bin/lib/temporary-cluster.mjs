// A temporary PostgreSQL with one migrated template database: for tests and benchmarks.
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureDatabase, quoted, withClient } from "./database.mjs";
import { applyMigrations } from "./migrate.mjs";
import { temporaryFolder } from "./paths.mjs";
import { openCluster } from "./pg.mjs";
import { postgresUser } from "./pg-binaries.mjs";

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
  await withClient(adminUrl, (/** @type {import("pg").Client} */ client) =>
    client.query(`create database ${quoted(name)} template ${template} strategy file_copy`),
  );
  const address = new URL(adminUrl);
  address.pathname = `/${name}`;
  return {
    url: address.href,
    drop: () =>
      withClient(adminUrl, (/** @type {import("pg").Client} */ client) =>
        client.query(`drop database if exists ${quoted(name)} with (force)`),
      ).then(() => undefined),
  };
}

/**
 * Starts a streaming replica of a temporary cluster: its data folder, copied while it runs.
 * @param {string} adminUrl
 * @param {{ durable?: boolean }} [options] as its primary was started
 * @returns {Promise<{ url: (database: string) => string, stop: () => Promise<void> }>}
 */
export async function startTemporaryReplica(adminUrl, { durable = false } = {}) {
  const folder = temporaryFolder("redline-replica-");
  const data = join(folder, "postgres", "data");
  mkdirSync(join(folder, "postgres"), { recursive: true });
  const { hostname, port, username, password } = new URL(adminUrl);
  const label = await withClient(adminUrl, async (/** @type {import("pg").Client} */ client) => {
    const { rows } = await client.query("show data_directory");
    await client.query("select pg_backup_start('replica', true)");
    execFileSync("cp", ["-a", rows[0].data_directory, data]);
    return (await client.query("select labelfile from pg_backup_stop(false)")).rows[0].labelfile;
  });
  rmSync(join(data, "postmaster.pid"), { force: true });
  const conninfo = `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\nhot_standby_feedback = on\n`;
  for (const [file, text] of [
    ["backup_label", label],
    ["standby.signal", ""],
    ["postgresql.auto.conf", conninfo],
  ])
    writeFileSync(join(data, file), text);
  const user = postgresUser();
  if (user.uid !== undefined) execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, data]);
  writeFileSync(join(folder, "postgres", "cluster.json"), JSON.stringify({ password, port: null }), { mode: 0o600 });
  const cluster = await openCluster(join(folder, "postgres"), { durable });
  const stop = async () => {
    await cluster.leave();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: cluster.url, stop };
}
