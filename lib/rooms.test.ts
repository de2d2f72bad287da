import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { inDatabaseTests, inTests, type Room, type RoomName, rooms, sharedComponents } from "./rooms";
import { type Import, readImports } from "./testing/read-imports";

const root = resolve(import.meta.dirname, "..");
const sourceFolders = ["app", "bench", "bin", "components", "e2e", "lib", "pages", "prisma"];
const topFiles = ["proxy.ts", "instrumentation.ts", "instrumentation-node.ts", "playwright.config.ts", "prisma.config.ts"];

interface SourceFile {
  path: string;
  room: RoomName;
  isTest: boolean;
  imports: Import[];
  code: string;
}

const isSource = (path: string) => /(?:^|\/)[^./][^/]*\.(ts|tsx|mjs)$/.test(path) && !path.endsWith(".d.ts");

/** The room a path belongs to: the longest path in the map that covers it. */
function roomOf(path: string): RoomName | null {
  const names = Object.keys(rooms) as RoomName[];
  const covering = names.flatMap((name) =>
    rooms[name].paths.filter((own) => path === own || path.startsWith(`${own}/`)).map((own) => ({ name, own })),
  );
  return covering.toSorted((a, b) => b.own.length - a.own.length)[0]?.name ?? null;
}

function listSources(): string[] {
  const below = sourceFolders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  );
  const top = readdirSync(root).filter((name) => topFiles.includes(name));
  // This test reads every room and belongs to none.
  return [...below, ...top].filter((path) => isSource(path) && path !== "lib/rooms.test.ts");
}

const paths = listSources();
const files: SourceFile[] = paths.flatMap((path) => {
  const room = roomOf(path);
  if (room === null) return [];
  return [{ path, room, isTest: /\.test\.tsx?$/.test(path), ...readImports(readFileSync(join(root, path), "utf8")) }];
});

/** The path inside the checkout that an import leads to, without extension; null for a package. */
function targetPath(file: SourceFile, from: string): string | null {
  if (from.startsWith("@/")) return from.slice(2);
  if (from.startsWith(".")) return relative(root, resolve(root, dirname(file.path), from));
  return null;
}

const packageOf = (from: string) => {
  if (from.startsWith("node:") || builtinModules.includes(from)) return from.startsWith("node:") ? from : `node:${from}`;
  return from
    .split("/")
    .slice(0, from.startsWith("@") ? 2 : 1)
    .join("/");
};

function mayImportPackage(room: Room, isTest: boolean, from: string): boolean {
  const name = packageOf(from);
  if (name === "server-only") return room.runs === "server";
  const allowed = [...room.packages, ...(isTest ? inTests.packages : [])];
  return allowed.includes(name) || (name.startsWith("node:") && allowed.includes("node:*"));
}

function complaint(file: SourceFile, { from, line }: Import): string | null {
  const where = `${file.path}:${line}`;
  const room = rooms[file.room];
  // Plain scripts compute the path of a package; tests may walk every file of a folder.
  if (from === null)
    return file.room === "bin" || file.room === "testing" || file.isTest ? null : `${where} imports something computed; name it`;
  const target = targetPath(file, from);
  if (target === null) {
    return mayImportPackage(room, file.isTest, from) ? null : `${where} (${file.room}) may not import the package "${packageOf(from)}"`;
  }
  if (/\.(css|json|sql)$/.test(target)) return null;
  const other = roomOf(target) ?? roomOf(`${target}.ts`);
  if (other === null) return `${where} imports "${from}", which belongs to no room`;
  if (other === file.room) {
    const alone = room.oneVerbPerFile === true && !file.isTest;
    return alone ? `${where} imports "${from}": a ${file.room} file may not call another` : null;
  }
  const allowed = [...room.uses, ...(file.isTest ? inTests.uses : []), ...(file.path.endsWith(".db.test.ts") ? inDatabaseTests : [])];
  return allowed.includes(other) ? null : `${where} (${file.room}) may not import from ${other} ("${from}")`;
}

test("every source file belongs to a room", () => {
  expect(paths.filter((path) => roomOf(path) === null)).toEqual([]);
  expect(files.length).toBeGreaterThan(50);
});

test("rooms import only from the rooms and packages that the map allows", () => {
  expect(files.flatMap((file) => file.imports.flatMap((one) => complaint(file, one) ?? []))).toEqual([]);
});

/** The target of an import in terms of the map: another room, or a package ("node:*" for Node's own modules). */
function reached(file: SourceFile, from: string): { room: RoomName } | { package: string } | null {
  const target = targetPath(file, from);
  if (target === null) return { package: packageOf(from) };
  const room = roomOf(target) ?? roomOf(`${target}.ts`);
  return room === null || room === file.room ? null : { room };
}

/** The rooms and packages that files import. */
function reachedBy(some: readonly SourceFile[]): { rooms: Set<RoomName>; packages: Set<string> } {
  const all = some.flatMap((file) => file.imports.flatMap(({ from }) => (from === null ? [] : (reached(file, from) ?? []))));
  const packages = all.flatMap((one) => ("package" in one ? [one.package] : []));
  if (packages.some((name) => name.startsWith("node:"))) packages.push("node:*");
  return { rooms: new Set(all.flatMap((one) => ("room" in one ? [one.room] : []))), packages: new Set(packages) };
}

test("every permission is used by the room that has it", () => {
  const unused = (Object.keys(rooms) as RoomName[]).flatMap((name) => {
    const own = files.filter((file) => file.room === name && !file.isTest);
    const used = reachedBy(own);
    // What is generated is not in the checkout, so nothing is known of it.
    if (own.length === 0) return [];
    const idle = [
      ...rooms[name].uses.filter((room) => !used.rooms.has(room)),
      ...rooms[name].packages.filter((one) => !used.packages.has(one)),
    ];
    return idle.map((permission) => `${name} does not use ${permission}`);
  });
  expect(unused).toEqual([]);
});

test("every permission of tests is used by a test whose room does not already grant it", () => {
  const beyond = (some: readonly SourceFile[]) => {
    const all = some.map((file) => ({ used: reachedBy([file]), room: rooms[file.room] }));
    return {
      rooms: new Set(all.flatMap(({ used, room }) => [...used.rooms].filter((name) => !room.uses.includes(name)))),
      packages: new Set(all.flatMap(({ used, room }) => [...used.packages].filter((name) => !room.packages.includes(name)))),
    };
  };
  const tests = files.filter((file) => file.isTest);
  const used = beyond(tests);
  const byDatabaseTests = beyond(tests.filter((file) => file.path.endsWith(".db.test.ts")));
  expect(inTests.uses.filter((name) => !used.rooms.has(name))).toEqual([]);
  expect(inTests.packages.filter((name) => !used.packages.has(name))).toEqual([]);
  expect(inDatabaseTests.filter((name) => !byDatabaseTests.rooms.has(name))).toEqual([]);
});

const withoutExtension = (path: string) => path.replace(/\.(?:tsx?|mjs)$/, "");
const filesByName = new Map(files.map((file) => [withoutExtension(file.path), file]));

/** The files of this checkout that a file imports. */
const importsOf = (file: SourceFile): SourceFile[] =>
  file.imports.flatMap(({ from }) => {
    const target = from === null ? null : targetPath(file, from);
    return target === null ? [] : (filesByName.get(withoutExtension(target)) ?? []);
  });

test("what only tests import lives with the tests", () => {
  const importers = new Map<SourceFile, SourceFile[]>();
  for (const file of files) for (const other of importsOf(file)) importers.set(other, [...(importers.get(other) ?? []), file]);
  // Next opens the files of app, and the index of stats is for other programs.
  const isOpenedOtherwise = ({ path, room }: SourceFile) => room === "app" || path === "lib/stats/index.ts";
  const isProduct = (file: SourceFile) => !file.isTest && !["tests", "tools"].includes(rooms[file.room].runs) && !isOpenedOtherwise(file);
  const forTestsOnly = [...importers].filter(
    ([file, by]) => isProduct(file) && by.every(({ isTest, room }) => isTest || rooms[room].runs === "tests"),
  );
  expect(forTestsOnly.map(([file]) => file.path)).toEqual([]);
});

test("no file imports itself through others", () => {
  const done = new Set<SourceFile>();
  const circles: string[] = [];
  const follow = (file: SourceFile, way: readonly SourceFile[]): void => {
    const start = way.indexOf(file);
    if (start >= 0) circles.push([...way.slice(start), file].map(({ path }) => path).join(" -> "));
    if (start >= 0 || done.has(file)) return;
    for (const other of importsOf(file)) follow(other, [...way, file]);
    done.add(file);
  };
  for (const file of files) follow(file, []);
  expect(circles).toEqual([]);
});

const folderOf = (path: string) => (path.startsWith("components/") ? (path.split("/")[1] ?? null) : null);

/** The other folders of components that each folder imports, with the files that do. */
function crossingsOf(some: readonly SourceFile[]): { path: string; own: string; other: string }[] {
  return some.flatMap((file) => {
    const own = folderOf(file.path);
    const reachedFolders = own === null ? [] : importsOf(file).flatMap(({ path }) => folderOf(path) ?? []);
    return own === null ? [] : reachedFolders.filter((other) => other !== own).map((other) => ({ path: file.path, own, other }));
  });
}

test("a folder of components imports no other folder except the shared ones", () => {
  const shared = Object.keys(sharedComponents);
  const wrong = crossingsOf(files).filter(({ own, other }) => !(sharedComponents[own] ?? shared).includes(other));
  expect(wrong.map(({ path, other }) => `${path} imports from components/${other}`)).toEqual([]);
});

test("a shared folder of components is one that several folders use, and it uses all that it may", () => {
  const crossings = crossingsOf(files.filter((file) => !file.isTest));
  const usersOf = (folder: string) => new Set(crossings.flatMap(({ own, other }) => (other === folder ? [own] : [])));
  expect(Object.keys(sharedComponents).filter((folder) => usersOf(folder).size < 2)).toEqual([]);
  const idle = Object.entries(sharedComponents).flatMap(([own, uses]) =>
    uses.filter((folder) => !usersOf(folder).has(own)).map((folder) => `components/${own} does not use components/${folder}`),
  );
  expect(idle).toEqual([]);
});

test("the map has no cycle", () => {
  const depth = (name: RoomName, above: RoomName[]): void => {
    expect(above, `${[...above, name].join(" -> ")}`).not.toContain(name);
    for (const used of rooms[name].uses) depth(used, [...above, name]);
  };
  for (const name of Object.keys(rooms) as RoomName[]) depth(name, []);
});

test("pure rooms use only pure rooms, and no clock, randomness, network, files or environment", () => {
  const impure =
    /\bDate\.now\b|\bnew Date\(\s*\)|\bDate\(\s*\)|\bMath\.random\b|\bfetch\s*\(|\bprocess\.|\bperformance\.|\bcrypto\.(?:random|get)|\brandom(?:UUID|Bytes|Int)\b|\bset(?:Timeout|Interval|Immediate)\b|\bconsole\.|\bglobalThis\b/;
  const pure = files.filter((file) => rooms[file.room].runs === "pure" && !file.isTest);
  expect(pure.length).toBeGreaterThan(20);
  const found = pure.flatMap((file) => {
    const line = file.code.split("\n").findIndex((text) => impure.test(text));
    return line < 0 ? [] : [`${file.path}:${line + 1} ${file.code.split("\n")[line]?.trim()}`];
  });
  expect(found).toEqual([]);
  const leaning = Object.values(rooms).filter((room) => room.runs === "pure" && room.uses.some((name) => rooms[name].runs !== "pure"));
  expect(leaning).toEqual([]);
});

test('server files begin with import "server-only"', () => {
  const server = files.filter((file) => rooms[file.room].runs === "server" && !file.isTest);
  expect(server.filter((file) => file.imports[0]?.from !== "server-only").map((file) => file.path)).toEqual([]);
});

test("what runs in the browser uses nothing of the server", () => {
  const leaning = Object.entries(rooms).filter(
    ([, room]) => room.runs === "browser" && room.uses.some((name) => !["pure", "browser"].includes(rooms[name].runs)),
  );
  expect(leaning.map(([name]) => name)).toEqual([]);
});
