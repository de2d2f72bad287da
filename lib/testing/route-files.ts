import { readdirSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** The file that serves each path of the versioned interface: "/projects/{projectId}" -> ".../app/api/v1/projects/[projectId]/route.ts". */
export const routeFiles: ReadonlyMap<string, string> = new Map([
  ...filesOf("app/api/v1", /\/route\.ts$/),
  // What annotators send most often (lib/http/node-route.ts).
  ...filesOf("pages/api/v1", /\.ts$/),
]);

function filesOf(folder: string, ending: RegExp): [path: string, file: string][] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).filter((file) => ending.test(file));
  const pathOf = (file: string) => `/${file.replaceAll("\\", "/").replace(ending, "").replaceAll("[", "{").replaceAll("]", "}")}`;
  return files.map((file) => [pathOf(file), join(root, folder, file)]);
}

/** The module that serves a path, whose exports are named after methods. Throws if there is none. */
export async function loadRoute<M>(path: string): Promise<M> {
  const file = routeFiles.get(path);
  if (file === undefined) throw new Error(`No file serves ${path}.`);
  return import(file);
}
