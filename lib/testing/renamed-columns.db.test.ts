import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { root } from "../../bin/lib/paths.mjs";

// Inside the checkout, so that packages are found, and where neither git nor the type check looks.
const folder = join(root, ".redline", `renamed-columns-${process.pid}`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Columns of most tables that lib/db reads, with names that no other table has. */
const columns = [
  ["Project", "reasonCodes"],
  ["Task", "leaseMinutes"],
  ["CriteriaSet", "derivedByRunId"],
  ["CriteriaRound", "collectedAt"],
  ["Mention", "seenAt"],
  ["Exclusion", "liftedAt"],
  ["Sample", "goldLabel"],
  ["Judge", "apiKeyEncrypted"],
  ["JudgeSplitSample", "heldOut"],
  ["Endpoint", "requestsPerMinute"],
  ["Server", "blockedUntil"],
  ["Run", "reuseAnswers"],
  ["RunUnit", "rawReply"],
  ["Exchange", "cachedFromId"],
  ["Assignment", "leasedUntil"],
  ["Adjudication", "finalAt"],
  ["Qualification", "passedAt"],
  ["PlanSeat", "leftAt"],
  ["PlanSlot", "seatId"],
  ["Evaluation", "blindScore"],
  ["Evaluation", "shownDraftId"],
  ["Action", "undoesId"],
  ["WorkerHeartbeat", "beatAt"],
  ["Webhook", "reportToldAt"],
  ["WebhookDelivery", "nextTryAt"],
] as const;

/** The schema with each of these columns under another name, in the database too. */
function renamed(schema: string): string {
  return columns.reduce((text, [model, column]) => {
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
  const files = { include: ["../../lib/db/**/*.ts"], exclude: ["../../lib/db/**/*.test.ts"] };
  const settings = { extends: "../../tsconfig.json", compilerOptions: { incremental: false, plugins: [], paths }, ...files };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
  return (await run("typescript/bin/tsc", ["--noEmit", "--pretty", "false", "-p", folder])).text;
}

const sources = readdirSync(join(root, "lib/db"), { recursive: true, encoding: "utf8" }).filter((file) => /(?<!\.test)\.ts$/.test(file));

/** The files that read a column, which name it in a text: as Kysely does, or as the database does. */
function readersOf(column: string): string[] {
  const stored = column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const use = new RegExp(`["'\`](?:\\w+\\.)?(?:${column}|${stored})(?: as \\w+)?["'\`]`);
  return sources.filter((file) => use.test(readFileSync(join(root, "lib/db", file), "utf8")));
}

test("renaming a column in the schema makes the type check fail in every file that reads it", async () => {
  const errors = await typeErrors(renamed(readFileSync(join(root, "prisma/schema.prisma"), "utf8")));
  const failing = [...errors.matchAll(/^(?:\.\.\/)*lib\/db\/([^(]+)\(\d+,\d+\): error/gm)].map(([, file]) => file);
  const readers = columns.map(([, column]) => ({ column, files: readersOf(column) }));
  expect(readers.filter(({ files }) => files.length === 0)).toEqual([]);
  // If several columns of one statement are wrong, the compiler names the first.
  const unnoticed = readers.flatMap(({ column, files }) =>
    files.filter((file) => !failing.includes(file)).map((file) => `${column} in ${file}`),
  );
  expect(unnoticed).toEqual([]);
}, 300_000);
