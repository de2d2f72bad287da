import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./lib/paths.mjs";

const textOf = (path: string) => readFileSync(join(root, path), "utf8");

/** Licences of production packages with their packages, by the lock file. */
function licences(): Map<string, string[]> {
  const { packages } = JSON.parse(textOf("package-lock.json")) as {
    packages: Record<string, { dev?: boolean; link?: boolean; license?: string }>;
  };
  const found = new Map<string, Set<string>>();
  for (const [path, { dev, link, license = "not declared" }] of Object.entries(packages)) {
    if (path === "" || dev || link) continue;
    found.set(license, (found.get(license) ?? new Set()).add(path.replace(/^.*node_modules\//, "")));
  }
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
