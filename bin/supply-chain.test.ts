import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./lib/paths.mjs";

const textOf = (path: string) => readFileSync(join(root, path), "utf8");

interface Locked {
  name: string;
  version: string;
  dev: boolean;
  license: string;
}

/** Every package of the lock file. */
function lockedPackages(): Locked[] {
  const { packages } = JSON.parse(textOf("package-lock.json")) as { packages: Record<string, Partial<Locked> & { link?: boolean }> };
  return Object.entries(packages).flatMap(([path, { version = "", dev = false, link, license = "not declared" }]) =>
    path === "" || link ? [] : [{ name: path.replace(/^.*node_modules\//, ""), version, dev, license }],
  );
}

/** Licences of production packages with their packages. */
function licences(): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const { name, dev, license } of lockedPackages()) if (!dev) found.set(license, (found.get(license) ?? new Set()).add(name));
  return new Map([...found].map(([license, names]) => [license, [...names].sort()]));
}

const common = ["Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"];

test("docs/licences.md lists the licences of every production package", () => {
  const rows = textOf("docs/licences.md")
    .split("\n")
    .flatMap((line) => /^\| (.+?) \| (\d+) \| (.*?) ?\|$/.exec(line)?.slice(1, 4).join(" | ") ?? []);
  const expected = [...licences()].map(([license, names]) => {
    const which = common.includes(license) ? "" : names.map((name) => `\`${name}\``).join(", ");
    return `${license} | ${names.length} | ${which}`;
  });
  expect(rows.sort()).toEqual(expected.sort());
});

test("no production package is under a licence that binds the programs that use it", () => {
  const binding = [...licences().keys()].filter((license) =>
    /\b(?:A?GPL|SSPL|BUSL|CC-BY-NC|UNLICENSED)/.test(license.replaceAll("LGPL", "")),
  );
  expect(binding).toEqual([]);
});

const trackedFiles = () =>
  execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" })
    .split("\0")
    .filter((path) => path !== "");

test("every package of package.json is imported, named in a configuration, or a peer of one that is", () => {
  const { dependencies, devDependencies } = JSON.parse(textOf("package.json")) as Record<string, Record<string, string>>;
  const names = Object.keys({ ...dependencies, ...devDependencies });
  const lists = ["package.json", "package-lock.json", "bin/supply-chain.test.ts", "lib/rooms.ts"];
  const text = trackedFiles()
    .filter((path) => /\.(?:[cm]?[jt]sx?|css|json|prisma|ya?ml)$/.test(path) && !lists.includes(path))
    .map(textOf)
    .join("\n");
  const isNamed = (name: string) => new RegExp(`(?:["'\`]|node_modules/)${name.replaceAll(".", "\\.")}["'\`/]`).test(text);
  const named = names.filter(isNamed);
  const peers = new Set(
    named.flatMap((name) => Object.keys(JSON.parse(textOf(`node_modules/${name}/package.json`)).peerDependencies ?? {})),
  );
  const typed = (name: string) => ["node", ...named].includes(name.replace(/^@types\//, ""));
  const needed = (name: string) => named.includes(name) || peers.has(name) || typed(name);
  expect(names.filter((name) => !needed(name))).toEqual([]);
});

interface Bill {
  bomFormat: string;
  specVersion: string;
  serialNumber: string;
  version: number;
  metadata: { component: { name: string; version: string } };
  components: { type: string; name: string; version: string; purl: string; "bom-ref": string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** Runs one of our scripts to its end. */
const run = (script: string, args: string[] = [], env: Record<string, string> = {}) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    execFile(process.execPath, [join(root, "bin", script), ...args], { env: { ...process.env, ...env } }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: out + err }),
    );
  });

test("npm run sbom writes CycloneDX that names every package of a production install, and no other", { timeout: 180_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "redline-bill-"));
  const file = join(folder, "bill.json");
  expect(await run("sbom.mjs", [file])).toMatchObject({ code: 0 });
  const bill = JSON.parse(readFileSync(file, "utf8")) as Bill;
  rmSync(folder, { recursive: true });
  expect(bill).toMatchObject({ bomFormat: "CycloneDX", specVersion: expect.stringMatching(/^1\.\d$/), version: 1 });
  expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
  const { version } = JSON.parse(textOf("package.json")) as { version: string };
  expect(bill.metadata.component).toMatchObject({ name: "redline", version });
  const marks = new Set(bill.components.map((one) => one["bom-ref"]));
  expect(marks.size).toBe(bill.components.length);
  expect(bill.components.filter(({ type, purl }) => type !== "library" || !purl.startsWith("pkg:npm/"))).toEqual([]);
  expect(bill.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((mark) => !marks.has(mark))).toEqual([]);
  const named = (packages: readonly { name: string; version: string }[]) =>
    [...new Set(packages.map((one) => `${one.name}@${one.version}`))].sort();
  expect(named(bill.components)).toEqual(named(lockedPackages().filter(({ dev }) => !dev)));
});

test("a release made with npm version has the bill of materials of that version in its commit and tag", { timeout: 180_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "redline-release-"));
  const inFolder = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: folder, encoding: "utf8" });
  try {
    for (const name of ["package.json", "package-lock.json", ".gitignore", "bin"])
      cpSync(join(root, name), join(folder, name), { recursive: true });
    inFolder("git", "init", "--quiet");
    for (const [key, value] of [
      ["user.name", "Releaser"],
      ["user.email", "releaser@example.org"],
      ["commit.gpgsign", "false"],
    ] as const)
      inFolder("git", "config", key, value);
    inFolder("git", "add", ".");
    inFolder("git", "commit", "--quiet", "--message", "before");
    inFolder("npm", "version", "9.8.7");
    const bill = JSON.parse(inFolder("git", "show", "v9.8.7:redline.cdx.json")) as Bill;
    expect(bill.metadata.component).toMatchObject({ name: "redline", version: "9.8.7" });
    expect(bill.components.length).toBeGreaterThan(100);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** `npm run audit` beside a registry of ours, which has this to say about packages. */
async function audited(advisories: object | null) {
  const registry = createServer((request, response) => {
    const isQuestion = request.url?.endsWith("/advisories/bulk");
    response.writeHead(isQuestion && advisories !== null ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify((isQuestion && advisories) || {}));
  }).listen(0, "127.0.0.1");
  await once(registry, "listening");
  const { port } = registry.address() as AddressInfo;
  // Its own, because npm keeps what it was told of an advisory.
  const cache = mkdtempSync(join(tmpdir(), "redline-audit-"));
  const address = { npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_noproxy: "127.0.0.1" };
  try {
    return await run("audit.mjs", [], { ...address, npm_config_cache: cache, npm_config_fetch_retries: "0" });
  } finally {
    registry.close();
    rmSync(cache, { recursive: true });
  }
}

test("npm run audit names what the registry knows of production packages, and says when it did not answer", {
  timeout: 180_000,
}, async () => {
  const known = { id: 7, url: "https://example.org/7", title: "Reads too much", vulnerable_versions: "<99.0.0" };
  const [high, silent] = await Promise.all([audited({ commander: [{ ...known, severity: "high" }] }), audited(null)]);
  expect(high).toEqual({ code: 1, said: expect.stringMatching(/^high: commander .*; Reads too much \(https:\/\/example\.org\/7\)$/m) });
  expect(silent).toEqual({ code: 2, said: expect.stringMatching(/^The registry did not answer, so nothing was checked \(404 /) });
});

/** Shapes of secrets; `example` keeps each pattern from finding nothing. */
const secrets = [
  {
    what: "a private key",
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[A-Za-z0-9+/=]{40}/,
    example: `-----BEGIN ${"PRIVATE KEY-----"}\n${"A".repeat(64)}`,
  },
  { what: "a model provider's key", pattern: /\bsk-(?:proj-|ant-)?[A-Za-z0-9_-]*[A-Za-z0-9]{32}\b/, example: `sk-${"a1B2".repeat(12)}` },
  { what: "a cloud key", pattern: /\bAKIA[0-9A-Z]{16}\b/, example: `AKIA${"A".repeat(16)}` },
  { what: "a token of a code host", pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36}|glpat-[\w-]{20})\b/, example: `ghp_${"a".repeat(36)}` },
  { what: "a token of a model hub", pattern: /\bhf_[A-Za-z]{34}\b/, example: `hf_${"a".repeat(34)}` },
  { what: "a chat token", pattern: /\bxox[abprs]-\d{6,}-[\w-]{10,}/, example: `xoxb-${"1".repeat(12)}-${"a".repeat(12)}` },
  { what: "a package registry's token", pattern: /\bnpm_[A-Za-z0-9]{36}\b/, example: `npm_${"a".repeat(36)}` },
];

test.each(secrets)("$what would be found", ({ pattern, example }) => {
  expect(example).toMatch(pattern);
});

test("no tracked file holds a secret", () => {
  const files = trackedFiles();
  expect(files.length).toBeGreaterThan(1000);
  const found = files.flatMap((path) => {
    const text = textOf(path);
    return secrets.flatMap(({ what, pattern }) => (pattern.test(text) ? [`${path}: ${what}`] : []));
  });
  expect(found).toEqual([]);
});
