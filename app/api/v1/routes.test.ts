import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { endpoints } from "@/lib/domain/api";
import type { Endpoint } from "@/lib/domain/api-endpoint";
import type { RouteHandler } from "@/lib/http/route";
import { otherRows } from "@/lib/testing/other-routes";
import { routeFiles } from "@/lib/testing/route-files";

const root = import.meta.dirname;
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

const served = await Promise.all(
  [...routeFiles].map(async ([path, file]) => {
    const module: Partial<Record<(typeof methods)[number], RouteHandler>> = await import(file);
    return methods.flatMap((method) => (module[method] ? [{ method, path, endpoint: module[method].endpoint }] : []));
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

test("Next calls each file under pages with Node's own request, and leaves its body unread", async () => {
  const pages = [...routeFiles].filter(([, file]) => file.includes("/pages/"));
  expect(pages.length).toBeGreaterThan(0);
  for (const [path, file] of pages) {
    const module = await import(file);
    expect([path, typeof module.default, module.config]).toEqual([
      path,
      "function",
      { api: { bodyParser: false, externalResolver: true } },
    ]);
  }
});

test("every method of every route outside the versioned interface has a row of the table of roles, and no row is without a route", async () => {
  const app = join(root, "../..");
  const routes = readdirSync(app, { recursive: true, encoding: "utf8" }).filter((file) => /(?:^|[\\/])route\.tsx?$/.test(file));
  const paths = routes.map((file) => join(file, "..").replaceAll("\\", "/")).filter((path) => !path.startsWith("api/v1/"));
  const found: string[] = [];
  for (const path of paths) {
    const module = await import(join(app, path, "route.ts"));
    found.push(...methods.filter((method) => method in module).map((method) => `${method} ${path}`));
  }
  expect([...new Set(otherRows.map(({ method, route }) => `${method} ${route}`))].sort()).toEqual(found.sort());
});
