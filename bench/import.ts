/**
 * Import rates, from a CSV file through the command line's own code, compared with COPY of the same final rows into the same indexed tables in the
 * same run (target: 0.7 of its rate for samples, 1.0 for ratings); then the rates of other formats beside that of CSV, from the same samples.
 */

import { createWriteStream } from "node:fs";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { zipSync } from "fflate";
import { parquetWriteBuffer } from "hyparquet-writer";
import { importCommand } from "@/lib/cli/import";
import { disconnect, inTransaction, pool } from "@/lib/db/client";
import { atLeast, conclude } from "./support/conclude";

/** The largest shows that time grows linearly and memory does not; it has a tenth as many samples and is measured once. The smallest varies most. */
const sizes = [
  { samples: 10_000, ratings: 10_000, repeats: 9 },
  { samples: 100_000, ratings: 100_000, repeats: 3 },
  { samples: 90_000, ratings: 900_000, repeats: 1 },
];
const leastRatio = { samples: 0.7, ratings: 1 };
const shortfalls: string[] = [];
const tables = ["samples", "assignments", "evaluations", "actions"];
const sentence = "The bubbles shine because light bounces off both sides of a very thin film of soap and water. ";
const samplesPerRating = 10;

const files = {
  samples: {
    header: "id,input,output,system,input_id,year",
    row: (index: number) =>
      `s${index},Question ${index >> 2}?,"${sentence.repeat(1 + (index % 5))}",system-${index % 4},q${index >> 2},${1900 + (index % 100)}`,
  },
  ratings: {
    header: "sample_id,criterion,rater,rater_kind,score,reason,started_at,ended_at",
    row: (index: number) => {
      const [sample, rest] = [Math.floor(index / samplesPerRating), index % samplesPerRating];
      const minute = String(index % 60).padStart(2, "0");
      return `s${sample},Criterion ${rest % 5},Rater ${Math.floor(rest / 5)},annotator,${1 + (index % 5)},Because.,2024-05-29T14:${minute}:00Z,2024-05-29T14:${minute}:30Z`;
    },
  },
};

const folder = await mkdtemp(join(tmpdir(), "redline-bench-"));
// The database server reads and writes files here, possibly as another user.
await chmod(folder, 0o777);

async function writeFileOf(kind: keyof typeof files, rows: number): Promise<string> {
  const path = join(folder, `${kind}-${rows}.csv`);
  const { header, row } = files[kind];
  const lines = function* () {
    yield `${header}\n`;
    for (let index = 0; index < rows; index++) yield `${row(index)}\n`;
  };
  await pipeline(Readable.from(lines()), createWriteStream(path));
  return path;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

const quietly = async (work: () => Promise<unknown>) => {
  const write = process.stdout.write;
  process.stdout.write = () => true;
  await work().finally(() => {
    process.stdout.write = write;
  });
};
const runImport = (path: string, task: string) =>
  quietly(() => importCommand().parseAsync([path, "--project", "bench", "--task", task, "--scale", "1-5"], { from: "user" }));

let peakMb = 0;

/** Seconds of an import; samples the memory of this process meanwhile. */
async function importSeconds(path: string, task: string): Promise<number> {
  gc?.();
  const sampler = setInterval(() => {
    peakMb = Math.max(peakMb, process.memoryUsage().rss / 1e6);
  }, 20);
  return seconds(() => runImport(path, task)).finally(() => clearInterval(sampler));
}

/** Deletes the rows of these tables, and leaves tables and indexes as they were before. */
async function empty(which: readonly string[]): Promise<void> {
  await inTransaction(async (tx) => {
    await tx.bare.query("set local session_replication_role = replica");
    for (const table of which.toReversed()) await tx.bare.query(`delete from ${table}`);
  });
  await pool().query(`vacuum ${which.join(", ")}`);
}

async function copySeconds(which: readonly string[], keys: boolean): Promise<number> {
  return seconds(() =>
    inTransaction(async (tx) => {
      if (!keys) await tx.bare.query("set local session_replication_role = replica");
      for (const table of which) await tx.bare.query(`copy ${table} from '${join(folder, table)}'`);
    }),
  );
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function measure(kind: keyof typeof files, rows: number, repeats: number, task: string): Promise<void> {
  const path = await writeFileOf(kind, rows);
  const which = kind === "samples" ? tables.slice(0, 1) : tables.slice(1);
  const times: Record<"import" | "copy" | "bare" | "again", number[]> = { import: [], copy: [], bare: [], again: [] };
  peakMb = 0;
  for (let turn = 0; turn < repeats; turn++) {
    times.import.push(await importSeconds(path, task));
    times.again.push(await importSeconds(path, task));
    for (const table of which) await pool().query(`copy ${table} to '${join(folder, table)}'`);
    await empty(which);
    times.copy.push(await copySeconds(which, true));
    await empty(which);
    times.bare.push(await copySeconds(which, false));
    // Samples and criteria are kept, because ratings refer to them.
    if (kind === "ratings" || turn < repeats - 1) await empty(which);
  }
  const rate = (values: number[]) =>
    Math.round(rows / median(values))
      .toLocaleString("en")
      .padStart(8);
  const ratio = (values: number[]) => median(values) / median(times.import);
  shortfalls.push(...atLeast(`${rows} ${kind}, share of COPY's rate`, ratio(times.copy), leastRatio[kind]));
  console.log(
    `${rows.toLocaleString("en").padStart(9)} ${kind}: import ${rate(times.import)} rows/s · COPY ${rate(times.copy)}, ratio ${ratio(times.copy).toFixed(2)} · ` +
      `COPY without key checks ${rate(times.bare)}, ratio ${ratio(times.bare).toFixed(2)} · the same file again ${rate(times.again)} · ${Math.round(peakMb)} MB`,
  );
}

console.log("Medians; ratio: the rate of the import divided by that of COPY; MB: the peak memory of this process while importing.");
for (const { samples, ratings, repeats } of sizes) {
  const task = `bench ${ratings}`;
  await measure("samples", samples, repeats, task);
  await measure("ratings", ratings, repeats, task);
  await empty(tables);
}

/** The same samples as in a CSV file, in the other formats that rows come in. */
async function writeFormats(csv: string): Promise<Record<string, string>> {
  const bytes = await readFile(csv);
  const rows: Record<string, string>[] = parse(bytes, { columns: true });
  const names = Object.keys(rows[0] ?? {});
  const contents: Record<string, string | Uint8Array> = {
    tsv: [names, ...rows.map((row) => Object.values(row))].map((values) => values.join("\t")).join("\n"),
    jsonl: rows.map((row) => JSON.stringify(row)).join("\n"),
    json: JSON.stringify(rows),
    "csv.gz": gzipSync(bytes),
    "csv.zip": zipSync({ "samples.csv": new Uint8Array(bytes) }),
    parquet: new Uint8Array(parquetWriteBuffer({ columnData: names.map((name) => ({ name, data: rows.map((row) => row[name]) })) })),
  };
  const paths: Record<string, string> = { csv };
  for (const [ending, content] of Object.entries(contents)) {
    const path = join(folder, `formats.${ending}`);
    await writeFile(path, content);
    paths[ending] = path;
  }
  return paths;
}

async function measureFormats(rows: number): Promise<void> {
  const times: Record<string, number[]> = {};
  const paths = await writeFormats(await writeFileOf("samples", rows));
  for (let turn = 0; turn < 3; turn++)
    for (const [ending, path] of Object.entries(paths)) {
      const took = await importSeconds(path, "bench formats");
      times[ending] = [...(times[ending] ?? []), took];
      const { rows: counted } = await pool().query<{ count: number }>("select count(*)::int as count from samples");
      if (counted[0]?.count !== rows) throw new Error(`${ending}: ${counted[0]?.count} of ${rows} samples were imported`);
      await empty(["samples"]);
    }
  const ofCsv = median(times.csv ?? []);
  const compared = Object.entries(times).map(([ending, values]) => `${ending} ${(ofCsv / median(values)).toFixed(2)}`);
  console.log(`${rows.toLocaleString("en").padStart(9)} samples by format, rate divided by that of CSV: ${compared.join(" · ")}`);
}

await measureFormats(100_000);
conclude(shortfalls);
await disconnect();
await rm(folder, { recursive: true });
