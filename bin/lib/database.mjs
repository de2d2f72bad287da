// One database: connecting, creating, setting to UTC, dropping.
import pg from "pg";

/**
 * Runs `work(client)` on one connection and closes it.
 * @template T
 * @param {string} url
 * @param {(client: pg.Client) => Promise<T>} work
 */
export async function withClient(url, work) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // If the server stops, the failing query reports it; without a listener the error event would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The URL without its password, for messages. */
export function withoutPassword(/** @type {string} */ url) {
  try {
    const address = new URL(url);
    return `${address.hostname}:${address.port || 5432}${address.pathname}`;
  } catch {
    return "(unreadable address)";
  }
}

export const quoted = (/** @type {string} */ name) => `"${name.replaceAll('"', '""')}"`;

/** The URL of another database on the same server. */
export function withDatabase(/** @type {string} */ url, /** @type {string} */ database) {
  const address = new URL(url);
  address.pathname = `/${encodeURIComponent(database)}`;
  return address.href;
}

/** Creates the database on the server of `adminUrl` unless it exists. */
export async function ensureDatabase(/** @type {string} */ adminUrl, /** @type {string} */ name) {
  await withClient(adminUrl, async (/** @type {pg.Client} */ client) => {
    const found = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (found.rowCount === 0) await client.query(`create database ${quoted(name)}`);
  });
}

/** Lets the page Instance read which statements took most time, if the server counts them. */
export async function countStatements(/** @type {string} */ url) {
  await withClient(url, async (/** @type {pg.Client} */ client) => {
    const { rows } = await client.query("select current_setting('shared_preload_libraries') as loaded");
    if (String(rows[0].loaded).includes("pg_stat_statements")) await client.query("create extension if not exists pg_stat_statements");
  });
}

const oldest = 15;

/** Refuses a server that is too old, before a migration fails on it with an error of syntax. */
export async function demandVersion(/** @type {string} */ url) {
  const { rows } = await withClient(url, (/** @type {pg.Client} */ client) => client.query("show server_version_num"));
  const version = Math.floor(Number(rows[0].server_version_num) / 10_000);
  if (version < oldest) throw new Error(`it is PostgreSQL ${version}, and Redline needs ${oldest} or newer`);
}

/**
 * Makes sessions of this database run in UTC, because columns filled by the database's clock have no time zone. Returns the URL to use: the
 * same one if the database's setting could be changed, else one with the setting as a connection option.
 */
export async function ensureUtc(/** @type {string} */ url) {
  const zone = (/** @type {pg.Client} */ client) => client.query("show timezone").then((result) => result.rows[0].TimeZone);
  const isUtc = (/** @type {string} */ name) => ["UTC", "Etc/UTC", "GMT"].includes(name);
  const already = await withClient(url, async (/** @type {pg.Client} */ client) => {
    if (isUtc(await zone(client))) return true;
    const { rows } = await client.query(
      "select current_database() as name, pg_get_userbyid(datdba) = current_user as own from pg_database where datname = current_database()",
    );
    if (rows[0].own) await client.query(`alter database ${quoted(rows[0].name)} set timezone = 'UTC'`);
    return false;
  });
  if (already || isUtc(await withClient(url, zone))) return url;
  const address = new URL(url);
  const given = address.searchParams.get("options");
  address.searchParams.set("options", `${given === null ? "" : `${given} `}-c TimeZone=UTC`);
  address.search = address.searchParams.toString().replaceAll("+", "%20"); // pg reads a plus as a plus
  return address.href;
}
