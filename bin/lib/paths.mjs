// Paths of the checkout and its data directory.
import { createHash } from "node:crypto";
import { accessSync, chmodSync, constants, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { messageOf } from "./errors.mjs";

/** The checkout. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** The product's version, from package.json. */
export const version = () => JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;

export const isRoot = process.getuid?.() === 0;

/** PostgreSQL refuses to run as root, so it then runs as another user, who must be able to reach its files. */
export function isReachableByOthers(/** @type {string} */ folder) {
  for (let path = resolve(folder); ; path = dirname(path)) {
    if (existsSync(path) && (statSync(path).mode & 0o001) === 0) return false;
    if (path === dirname(path)) return true;
  }
}

// Folders shared from another system (some mounts of virtual machines) ignore chmod, and PostgreSQL then refuses its own folder.
function keepsModes(/** @type {string} */ folder) {
  const probe = mkdtempSync(join(folder, ".mode-"));
  chmodSync(probe, 0o700);
  const keeps = (statSync(probe).mode & 0o777) === 0o700;
  rmSync(probe, { recursive: true });
  return keeps;
}

/** A folder per checkout, outside it, for data that cannot be inside. */
export function outsideFolder(key = root) {
  const name = createHash("sha256").update(key).digest("hex").slice(0, 12);
  return join(isRoot ? "/var/lib/redline" : join(homedir(), ".local/share/redline"), name);
}

function usable(/** @type {string} */ folder) {
  mkdirSync(folder, { recursive: true, mode: isRoot ? 0o755 : 0o700 });
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
}

/**
 * Makes and returns the data directory: `{ dataDir, moved }`. When PostgreSQL must live in it and cannot (root under a closed folder, a mount
 * without modes), `dataDir` is a separate folder per checkout and `moved` gives the reason.
 * @param {{ wanted?: string | undefined, needsPostgres: boolean }} options
 */
export function openDataDir({ wanted, needsPostgres }) {
  const dataDir = resolve(wanted ?? process.env.REDLINE_DATA_DIR ?? join(root, ".redline"));
  try {
    usable(dataDir);
  } catch (error) {
    throw new Error(
      `The data directory ${dataDir} cannot be used: ${messageOf(error)}. Choose another with --data-dir or REDLINE_DATA_DIR.`,
    );
  }
  if (!needsPostgres) return { dataDir, moved: null };
  const reachable = !isRoot || isReachableByOthers(dataDir);
  if (reachable && keepsModes(dataDir)) return { dataDir, moved: null };
  const outside = outsideFolder(dataDir);
  usable(outside);
  const why = reachable
    ? "the file system there does not keep file modes"
    : "PostgreSQL does not run as root, and other users cannot enter that folder";
  return { dataDir: outside, moved: `PostgreSQL cannot live in ${dataDir}: ${why}. Using ${outside} instead.` };
}

/** A temporary folder that the user PostgreSQL runs as can enter. */
export function temporaryFolder(/** @type {string} */ prefix) {
  let parent = tmpdir();
  if (isRoot && !isReachableByOthers(parent)) {
    parent = join("/var/lib/redline", "temporary");
    mkdirSync(parent, { recursive: true, mode: 0o755 });
  }
  const folder = mkdtempSync(join(parent, prefix));
  chmodSync(folder, 0o755);
  return folder;
}
