import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { endpoints } from "@/lib/domain/api";
import type { Endpoint } from "@/lib/domain/api-endpoint";
import type { RouteHandler } from "@/lib/http/route";

const root = import.meta.dirname;
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith("route.ts"));
/** "projects/[projectId]/route.ts" -> "/projects/{projectId}" */
const pathOf = (file: string) =>
  `/${relative(root, join(root, file, ".."))}`.replaceAll("\\", "/").replaceAll("[", "{").replaceAll("]", "}");

const served = await Promise.all(
  files.map(async (file) => {
    const module: Partial<Record<(typeof methods)[number], RouteHandler>> = await import(join(root, file));
    return methods.flatMap((method) => (module[method] ? [{ method, path: pathOf(file), endpoint: module[method].endpoint }] : []));
  }),
);
const name = (of: { method: string; path: string }) => `${of.method} ${of.path}`;

test("every endpoint of the interface has a route, and no route is without an endpoint", () => {
  const all: Endpoint[] = Object.values(endpoints);
  expect(served.flat().map(name).sort()).toEqual(all.map(name).sort());
});

test("each route serves the endpoint that matches its path", () => {
  for (const entry of served.flat()) expect(name(entry.endpoint)).toBe(name(entry));
});
