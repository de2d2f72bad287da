import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { keptEnvironment } from "@/lib/testing/kept-environment";
import { env } from "./env";

afterEach(keptEnvironment());
const set = (values: Record<string, string>) =>
  Object.assign(process.env, { DATABASE_URL: "postgres://unused", REDLINE_SECRET: "a-secret-for-tests-only", ...values });

test("a changed setting is read again, and a wrong one is named each time", () => {
  set({ REDLINE_UPLOAD_LIMIT_MB: "3" });
  expect(env().REDLINE_UPLOAD_LIMIT_MB).toBe(3);
  process.env.REDLINE_UPLOAD_LIMIT_MB = "4";
  expect(env().REDLINE_UPLOAD_LIMIT_MB).toBe(4);
  process.env.REDLINE_UPLOAD_LIMIT_MB = "many";
  expect(env).toThrow("REDLINE_UPLOAD_LIMIT_MB");
  expect(env).toThrow("REDLINE_UPLOAD_LIMIT_MB");
  delete process.env.REDLINE_UPLOAD_LIMIT_MB;
  expect(env().REDLINE_UPLOAD_LIMIT_MB).toBe(2000);
});

test("an address below a path is refused, because nothing is served there", () => {
  set({ REDLINE_URL: "https://example.org/" });
  expect(new URL(env().REDLINE_URL).host).toBe("example.org");
  process.env.REDLINE_URL = "https://example.org/redline";
  expect(env).toThrow("cannot be served below a path");
});

test("an empty setting, as compose files pass on what is not set, counts as not set", () => {
  set({});
  const given = new Set(["DATABASE_URL", "REDLINE_SECRET"]);
  for (const name of Object.keys(env())) if (!given.has(name)) delete process.env[name];
  const usual = env();
  for (const name of Object.keys(usual)) if (!given.has(name)) process.env[name] = "";
  const compose = readFileSync(join(import.meta.dirname, "../docker-compose.yml"), "utf8");
  for (const [, name = ""] of compose.matchAll(/^ {4}(\w+): \$\{\1:-\}/gm)) if (!given.has(name)) process.env[name] = "";
  expect(env()).toEqual(usual);
});

test("docker-compose.yml passes every setting on to the containers, which choose their own data directory and command line", () => {
  const textOf = (file: string) => readFileSync(join(import.meta.dirname, "..", file), "utf8");
  const settings = [...textOf("lib/env.ts").matchAll(/^ {2}((?:REDLINE|OPENAI|OTEL)_\w+):/gm)].map((match) => match[1]);
  const passed = [...textOf("docker-compose.yml").matchAll(/^ {4}(\w+): \$\{\1:-/gm)].map((match) => match[1]);
  expect(settings).toContain("OPENAI_BASE_URL");
  expect(settings).toContain("OTEL_EXPORTER_OTLP_ENDPOINT");
  expect(settings.filter((name) => !passed.includes(name))).toEqual(["REDLINE_DATA_DIR", "REDLINE_COMMAND", "REDLINE_MIGRATIONS"]);
});
