import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { root } from "../../bin/lib/paths.mjs";

// Inside the checkout, so that packages are found, and where neither git nor the type check looks.
const folder = join(root, ".redline", `renamed-columns-${process.pid}`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** One column of most tables that lib/db reads, with a name that no other table has. */
const columns = {
  Project: "demo",
  Task: "leaseMinutes",
  CriteriaSet: "derivedByRunId",
  CriteriaRound: "collectedAt",
  CriteriaRedline: "submittedAt",
  Comment: "place",
  Sample: "filledSlots",
  Judge: "apiKeyEncrypted",
  PromptVersion: "note",
  Server: "blockedUntil",
  ModelPrice: "updatedById",
  Run: "reuseAnswers",
  RunUnit: "rawReply",
  Draft: "cached",
  Exchange: "requestHash",
  BudgetEntry: "usd",
  Assignment: "leasedUntil",
  Evaluation: "durationMs",
  Action: "undoesId",
};

/** The schema with each of these columns under another name, in the database too. */
function renamed(schema: string): string {
  return Object.entries(columns).reduce((text, [model, column]) => {
    const start = text.indexOf(`\nmodel ${model} {`);
    const end = text.indexOf("\n}", start);
    const line = new RegExp(`^  ${column} .*$`, "m");
    const other = `@map("other_${column.toLowerCase()}")`;
    const block = text
      .slice(start, end)
      .replace(line, (field) => `${field.replace(/@map\("\w+"\)/, "").replace(column, `other${column}`)} ${other}`);
    return text.slice(0, start) + block.replaceAll(new RegExp(`(?<=[[(, ])${column}(?=[\\](,])`, "g"), `other${column}`) + text.slice(end);
  }, schema);
}

function run(command: string, args: string[]): Promise<{ code: number; text: string }> {
  const env = { ...process.env, CHECKPOINT_DISABLE: "1", PRISMA_HIDE_UPDATE_MESSAGE: "1", PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(root, "node_modules", command), ...args],
      { cwd: root, env, maxBuffer: 100_000_000 },
      (error, out, err) => {
        resolve({ code: typeof error?.code === "number" ? error.code : 0, text: out + err });
      },
    );
  });
}

async function typeErrors(schema: string): Promise<string> {
  mkdirSync(join(folder, "prisma"), { recursive: true });
  writeFileSync(join(folder, "prisma/schema.prisma"), schema);
  const made = await run("prisma/build/index.js", ["generate", "--schema", join(folder, "prisma/schema.prisma")]);
  expect(made.code, made.text).toBe(0);
  const paths = { "@/generated/*": ["./generated/*"], "@/*": ["../../*"] };
  const files = { include: ["../../lib/db/*.ts"], exclude: ["../../lib/db/*.test.ts"] };
  const settings = { extends: "../../tsconfig.json", compilerOptions: { incremental: false, plugins: [], paths }, ...files };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
  return (await run("typescript/bin/tsc", ["--noEmit", "--pretty", "false", "-p", folder])).text;
}

test("renaming a column in the schema makes the type check fail where the column is used", async () => {
  const errors = await typeErrors(renamed(readFileSync(join(root, "prisma/schema.prisma"), "utf8")));
  const unnoticed = Object.entries(columns).filter(([, column]) => !new RegExp(`['".]${column}['"]`).test(errors));
  expect(unnoticed).toEqual([]);
}, 300_000);
