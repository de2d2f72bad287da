// Options of `npm start`: flags, else environment, else defaults.
import { parseArgs } from "node:util";
import { messageOf } from "./errors.mjs";

export const startUsage = `Usage: npm start [-- OPTIONS]
  --port N        port of the pages (PORT, 3000)
  --host H        address to listen on (HOST, 127.0.0.1)
  --data-dir DIR  where database, secret and logs live (REDLINE_DATA_DIR, .redline)
  --no-demo       do not load the demo study on the first start
  --only web      pages without the worker, which then runs elsewhere ("redline worker")
  --dev           for developers: pages and worker reload when a file changes
Environment: REDLINE_URL, DATABASE_URL, REDLINE_SECRET, REDLINE_ADMIN_EMAIL, REDLINE_ADMIN_PASSWORD, REDLINE_LOG=stdout; see docs/operations.md`;

/** A wrong flag or variable; the command ends with exit code 2. */
export class UsageError extends Error {}

/** @satisfies {import("node:util").ParseArgsConfig["options"]} */
const flags = {
  port: { type: "string" },
  host: { type: "string" },
  "data-dir": { type: "string" },
  "no-demo": { type: "boolean" },
  only: { type: "string" },
  dev: { type: "boolean" },
  help: { type: "boolean", short: "h" },
};

function parsed(/** @type {readonly string[]} */ args) {
  try {
    return parseArgs({ args, options: flags, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

function portOf(/** @type {string} */ text, /** @type {string} */ source) {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535)
    throw new UsageError(`${source} must be a port number from 1 to 65535, not "${text}"`);
  return port;
}

function publicUrl(/** @type {NodeJS.ProcessEnv} */ env) {
  if (!env.REDLINE_URL) return null;
  if (!URL.canParse(env.REDLINE_URL) || !/^https?:$/.test(new URL(env.REDLINE_URL).protocol)) {
    throw new UsageError(`REDLINE_URL must be an http or https address, not "${env.REDLINE_URL}"`);
  }
  const { origin, pathname, search, hash } = new URL(env.REDLINE_URL);
  // Cookies, links and scripts are all at the top of the host; below a path, half of them would lead to whatever else the host serves.
  if (!/^\/*$/.test(pathname) || search !== "" || hash !== "") {
    throw new UsageError(
      `REDLINE_URL is "${env.REDLINE_URL}", but Redline cannot be served below a path. Give it a host name of its own, such as https://redline.example.org, and forward all of it: docs/operations.md has examples for nginx and Caddy`,
    );
  }
  return origin;
}

function backupInterval(/** @type {NodeJS.ProcessEnv} */ env) {
  const every = env.REDLINE_BACKUP_EVERY;
  if (!every) return null;
  if (!/^\d{1,4}[mhd]$/.test(every) || Number.parseInt(every, 10) === 0)
    throw new UsageError(`REDLINE_BACKUP_EVERY must be a time like 30m, 24h or 7d, not "${every}"`);
  return every;
}

const anyAddress = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "[::1]"],
]);

/** The address at which this machine reaches a server that listens on host and port. */
export function localUrl(/** @type {string} */ host, /** @type {number} */ port) {
  return `http://${anyAddress.get(host) ?? (host.includes(":") ? `[${host}]` : host)}:${port}`;
}

const isThisMachine = (/** @type {string} */ host) => /^(?:localhost|127\.[\d.]+|\[?::1\]?)$/.test(host);

/**
 * Reads flags and environment; throws a UsageError that names the problem.
 * @param {string[]} args
 * @param {Record<string, string | undefined>} [env]
 */
export function readStartOptions(args, env = process.env) {
  const given = parsed(args);
  if (given.only !== undefined && given.only !== "web") throw new UsageError(`--only knows "web", not "${given.only}"`);
  const port = given.port === undefined ? portOf(env.PORT || "3000", "PORT") : portOf(given.port, "--port");
  const host = given.host ?? (env.HOST || "127.0.0.1");
  const url = publicUrl(env) ?? localUrl(host, port);
  return {
    help: given.help === true,
    port,
    host,
    url,
    // Where others can reach Redline, its users could otherwise have it call what only this machine should.
    loopbackModels: env.REDLINE_ALLOW_LOOPBACK_MODEL_URLS || String(isThisMachine(host) && isThisMachine(new URL(url).hostname)),
    localUrl: localUrl(host, port),
    dataDir: given["data-dir"],
    demo: given["no-demo"] !== true,
    worker: given.only !== "web",
    backupEvery: backupInterval(env),
    development: given.dev === true,
    logToTerminal: given.dev === true || env.REDLINE_LOG === "stdout",
  };
}

/** False for `redline` commands that read no database, and for calls that only print help. */
export function needsDatabase(/** @type {readonly string[]} */ args) {
  const [command] = args;
  if (command === undefined || command.startsWith("-") || command === "stats" || command === "reproduce" || command === "help")
    return false;
  if (command === "judge" && args[1] === "live") return false;
  // A day narrows a report; anything else is the file of a frozen one.
  const from = command === "report" ? args.join(" ").match(/--from[ =](\S+)/)?.[1] : undefined;
  if (from !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(from)) return false;
  return !args.includes("--help") && !args.includes("-h");
}
