import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const staticImport = /^(?:import|export)\s+(?!type\b)(?:([^"';]*?)\s+from\s+)?"([^"]+)"/gm;
/** Types leave nothing in the browser. */
const onlyTypes = (clause: string) =>
  /^\{[^}]*\}$/.test(clause) &&
  clause
    .slice(1, -1)
    .split(",")
    .every((name) => name.trim() === "" || name.trim().startsWith("type "));

const fileAt = (path: string) => [".ts", ".tsx", "/index.ts"].map((end) => path + end).find(existsSync);

/** The packages that a file brings with it, each with the files that lead to it; code loaded on demand is left out. */
function packagesFrom(entry: string): Map<string, string> {
  const found = new Map<string, string>();
  const cameFrom = new Map([[entry, ""]]);
  for (const file of cameFrom.keys()) {
    const way = `${cameFrom.get(file)} > ${relative(root, file)}`;
    for (const [, clause = "", from = ""] of readFileSync(file, "utf8").matchAll(staticImport)) {
      if (onlyTypes(clause.trim())) continue;
      const path = from.startsWith("@/") ? join(root, from.slice(2)) : from.startsWith(".") ? join(dirname(file), from) : null;
      const target = path === null ? undefined : fileAt(path);
      if (path === null) found.set(from, way);
      else if (target !== undefined && !cameFrom.has(target)) cameFrom.set(target, way);
    }
  }
  return found;
}

/** The heaviest of what pages may use; the workspace and the frame around it must not need them before the sample is on the screen. */
const heavy = [
  "zod",
  "nuqs",
  "nuqs/adapters/next/app",
  "sonner",
  "react-markdown",
  "react-hook-form",
  "cmdk",
  "rehype-katex",
  "rehype-highlight",
];

test.each(["shell/providers.tsx", "shell/shell.tsx", "shell/project-gate.tsx", "shell/address-choices.tsx", "annotate/workspace-page.tsx"])(
  "%s brings no schemas, dialogs, forms or Markdown with it",
  (page) => {
    const packages = packagesFrom(join(root, "components", page));
    expect(packages.size, "the imports are followed").toBeGreaterThan(1);
    expect(heavy.flatMap((name) => packages.get(name) ?? [])).toEqual([]);
  },
);
