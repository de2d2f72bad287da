import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { statistics } from "./catalogue";

const top = fileURLToPath(new URL("../../", import.meta.url));
const read = (file: string) => readFileSync(`${top}${file}`, "utf8");
const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");

/** What people run; benchmarks and tests need no statistic. */
const product = ["app", "components", "lib"]
  .flatMap((folder) => readdirSync(`${top}${folder}`, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`))
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^lib\/(?:stats|testing)\//.test(name));

const modules = new Map(
  readdirSync(`${top}lib/stats`)
    .filter((name) => name.endsWith(".ts") && !/\.test\.ts$|^(?:index|catalogue)/.test(name))
    .map((name) => [name.slice(0, -3), withoutComments(read(`lib/stats/${name}`))]),
);

/** The functions of this room that a text takes from it, with their files; those of the room's table of contents by any file. */
function takenBy(text: string): string[] {
  return [...text.matchAll(/import (?:type )?\{([^}]*)\} from "(?:@\/lib\/stats(?:\/[\w-]+)?|\.\/[\w-]+)"/g)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.trim()),
  );
}

/** Which functions the product reaches: those it imports, and what these need, file by file. */
function reached(): Set<string> {
  const found = new Set(product.flatMap((file) => takenBy(read(file))));
  const isReached = (text: string) => [...text.matchAll(/^export (?:async )?function\*? (\w+)/gm)].some(([, name = ""]) => found.has(name));
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const text of modules.values()) {
      if (!isReached(text)) continue;
      for (const name of takenBy(text)) found.add(name);
      // What another function of the same file calls.
      for (const [, name = ""] of text.matchAll(/^export function (\w+)/gm))
        if (text.split(new RegExp(`\\b${name}\\b`)).length > 2) found.add(name);
    }
  }
  return found;
}

/** By its name for `redline stats`, the function that a catalogue's entry calls. */
const functionOf = new Map(
  readdirSync(`${top}lib/stats`)
    .filter((name) => /^catalogue-\w+\.ts$/.test(name))
    .flatMap((name) => [...read(`lib/stats/${name}`).matchAll(/statistic\(\s*"([a-z0-9-]+)"[\s\S]*?(\w+),?\s*\),?$/gm)])
    .map(([, name = "", called = ""]) => [name, called]),
);

test("every statistic is used by the product, or README.md says why it is for the command line alone", () => {
  expect([...functionOf.keys()].sort()).toEqual(statistics.map(({ name }) => name).sort());
  const [, section = ""] = read("lib/stats/README.md").split("## For the command line alone\n");
  const listed = [...section.matchAll(/^- `([a-z0-9-]+)`: \w+/gm)].map(([, name]) => name);
  const used = reached();
  const unused = [...functionOf].flatMap(([name, called]) => (used.has(called) ? [] : [name]));
  expect(unused.sort()).toEqual(listed.sort());
});
