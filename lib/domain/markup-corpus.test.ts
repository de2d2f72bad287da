import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { type HostileIds, hostilePages, hostileTexts, leftOut, pagesLeftOut } from "@/e2e/support/hostile-corpus";
import { endpoints } from "./api";
import type { Endpoint } from "./api-endpoint";

type Schema = Record<string, unknown>;
const listOf = (value: unknown) => (Array.isArray(value) ? (value as Schema[]) : []);
const entriesOf = (value: unknown) => Object.entries((value ?? {}) as Record<string, Schema>);

/** The places of free texts in a body: `criteria[].name`; `{}` is a key of any name. */
function textsOf(body: z.ZodType): string[] {
  const root = z.toJSONSchema(body, { io: "input", unrepresentable: "any", reused: "inline" }) as Schema;
  const found = new Set<string>();
  const walk = (schema: Schema, path: string): void => {
    for (const one of ["anyOf", "oneOf", "allOf"].flatMap((list) => listOf(schema[list]))) walk(one, path);
    const isFixed = "enum" in schema || "const" in schema || ["uuid", "date-time", "date"].includes(String(schema.format));
    if (schema.type === "string" && !isFixed) found.add(path);
    for (const [key, one] of entriesOf(schema.properties)) walk(one, path === "" ? key : `${path}.${key}`);
    for (const one of listOf(schema.prefixItems)) walk(one, `${path}[]`);
    if (typeof schema.items === "object" && schema.items !== null) walk(schema.items as Schema, `${path}[]`);
    const more = schema.additionalProperties;
    if (typeof more === "object" && more !== null) walk(more as Schema, `${path}{}`);
  };
  walk(root, "");
  return [...found];
}

const named = (lists: Record<string, readonly string[]>) => Object.values(lists).flat();

test("every text that the API takes goes through the journey of texts with markup, or is left out for a reason", () => {
  const fields = Object.entries<Endpoint>(endpoints).flatMap(([name, { body }]) =>
    body === undefined ? [] : textsOf(body).map((path) => `${name}.${path}`),
  );
  expect(fields.length).toBeGreaterThan(100);
  const known = [...named(hostileTexts), ...named(leftOut)];
  expect({ unknown: fields.filter((field) => !known.includes(field)), gone: known.filter((field) => !fields.includes(field)) }).toEqual({
    unknown: [],
    gone: [],
  });
  expect(named(hostileTexts).filter((field) => named(leftOut).includes(field))).toEqual([]);
});

test("every page is opened in the journey of texts with markup, or left out for a reason", () => {
  const pages = readdirSync(join(import.meta.dirname, "../../app"), { recursive: true, encoding: "utf8" })
    .filter((file) => /(?:^|[\\/])page\.tsx$/.test(file))
    .map(
      (file) =>
        `/${file
          .replaceAll("\\", "/")
          .replace(/\/?page\.tsx$/, "")
          .replace(/\([^)]*\)\//, "")}`,
    );
  const opened = Object.keys(hostilePages(new Proxy({}, { get: () => "x" }) as HostileIds));
  expect([...opened, ...named(pagesLeftOut)].toSorted()).toEqual(pages.toSorted());
});
