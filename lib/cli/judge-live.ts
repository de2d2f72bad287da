import "server-only";
import { randomBytes } from "node:crypto";
import { Command } from "commander";
import { baseUrl as baseUrlShape } from "@/lib/domain/endpoint";
import { type LiveRow, type LiveTrial, tryEndpoint } from "@/lib/workflows/try-endpoint";
import { print, printJson, remark, UsageError } from "./output";
import { readNumber } from "./read-number";

interface LiveOptions {
  baseUrl: string;
  model: string;
  keyEnv?: string;
  maxTokens: number;
  timeout: number;
  seed?: number;
  overflow?: true;
  json?: true;
}

/** `redline judge live`: tries every protocol and capability against any endpoint, without a database. */
export const liveJudgeCommand = (): Command =>
  new Command("live")
    .description("try every protocol as JSON and as lines on six samples, and every capability, against any endpoint; needs no database")
    .requiredOption("--base-url <url>", "of an OpenAI-compatible endpoint")
    .requiredOption("--model <name>")
    .option("--key-env <name>", "the environment variable that holds the key")
    .option("--max-tokens <number>", "of a reply", readNumber, 800)
    .option("--timeout <seconds>", "of a request", readNumber, 120)
    .option("--seed <number>", "sent with every question", readNumber)
    .option("--overflow", "also send a question of a megabyte; a model with a very long context answers it, and bills it")
    .option("--json", "print one JSON document")
    .action(async (options: LiveOptions) => {
      const baseUrl = baseUrlShape.safeParse(options.baseUrl);
      if (!baseUrl.success) throw new UsageError(`--base-url: "${options.baseUrl}" is not a URL`);
      allowWithoutInstallation();
      const trial = await tryEndpoint({
        endpoint: {
          baseUrl: baseUrl.data,
          apiKey: keyIn(options.keyEnv),
          model: options.model,
          temperature: 0,
          maxTokens: options.maxTokens,
          seed: options.seed ?? null,
          timeoutMs: options.timeout * 1000,
        },
        overflow: options.overflow === true,
        signal: new AbortController().signal,
        onProbe: ({ what, seen }) => remark(`${what}: ${seen}`),
        onRow: (row) => remark(`${nameOf(row)}: ${row.read} of ${row.samples} read`),
      });
      if (options.json) printJson(trial);
      else for (const line of tableOf(trial)) print(line);
      if (!isUsable(trial)) process.exitCode = 1;
    });

/** The person who runs it has typed the address, and there is no installation whose secrets or settings matter. */
function allowWithoutInstallation(): void {
  process.env.DATABASE_URL ??= "postgresql://none";
  process.env.REDLINE_SECRET ??= randomBytes(16).toString("hex");
  process.env.REDLINE_ALLOW_PRIVATE_MODEL_URLS ??= "true";
  process.env.REDLINE_ALLOW_LOOPBACK_MODEL_URLS ??= "true";
}

function keyIn(name: string | undefined): string | null {
  if (name === undefined) return null;
  const key = process.env[name];
  if (key === undefined || key === "") throw new UsageError(`--key-env: the environment variable ${name} is not set`);
  return key;
}

/** Whether every protocol can be used in one form at least. */
const isUsable = ({ rows }: LiveTrial): boolean =>
  rows.every((row) => row.read > 0 || rows.some((other) => nameOf(other, false) === nameOf(row, false) && other.read > 0));

const nameOf = ({ protocol, kind, manner, form }: LiveRow, withForm = true) =>
  [protocol, kind, manner, withForm ? form : ""].filter((part) => part !== "").join(", ");

function tableOf({ probes, rows }: LiveTrial): string[] {
  const marks = { true: "yes", false: "NO", null: "-" };
  return [
    ...aligned([["capability", "", "seen"], ...probes.map(({ what, ok, seen }) => [what, marks[`${ok}`], seen])]),
    "",
    ...aligned([
      ["protocol", "samples", "manner", "form", "read", "requests", "tokens", "median ms", "first problem"],
      ...rows.map(({ protocol, kind, manner, form, read, samples, requests, tokens, medianMs, problem }) => [
        ...[protocol, kind, manner, form, `${read}/${samples}`, String(requests), tokens === null ? "unknown" : String(tokens)],
        ...[medianMs === null ? "" : String(medianMs), (problem ?? "").slice(0, 90)],
      ]),
    ]),
  ];
}

/** Columns as wide as their widest cell. */
function aligned(table: readonly (readonly string[])[]): string[] {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
  return table.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
