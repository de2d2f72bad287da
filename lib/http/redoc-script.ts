import "server-only";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Redoc as one browser script, without its vendor's logo, the only thing it would fetch from another server.
 * Its package for bundlers needs a "yaml" package that it does not declare, so the script is served as published.
 */
export async function readRedocScript(): Promise<string> {
  const script = await readFile(join(process.cwd(), "node_modules/redoc/bundles/redoc.standalone.js"), "utf8");
  return script.replaceAll("https://cdn.redoc.ly/redoc/logo-mini.svg", "data:,");
}
