import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  type HostileIds,
  hostileAuthTexts,
  hostileImports,
  hostilePages,
  hostileTexts,
  leftOut,
  pagesLeftOut,
} from "@/e2e/support/hostile-corpus";
import { shownOn } from "@/e2e/support/hostile-pages";
import { textsOf } from "@/lib/testing/texts-of";
import { endpoints } from "./api";
import type { Endpoint } from "./api-endpoint";

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

test("every text that goes in is looked for on at least one page, and every page that is looked at is opened", () => {
  const fields = [...Object.keys({ ...hostileTexts, ...hostileAuthTexts }), ...hostileImports];
  expect(fields.filter((field) => !named(shownOn).includes(field))).toEqual([]);
  const opened = Object.keys(hostilePages(new Proxy({}, { get: () => "x" }) as HostileIds));
  expect(Object.keys(shownOn).filter((page) => page.startsWith("/") && !opened.includes(page))).toEqual([]);
});
