import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync, zipSync } from "fflate";
import type { RowGroup } from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import type { ImportEvent } from "@/lib/domain/import";
import { noLimits, readImport, untilTooMany } from "./read-import";
import { partsOf } from "./read-parquet";
import { tarHeader, tarPadding } from "./tar";
import { gunzip, one, Unpacked } from "./unpack";
import { readZip } from "./zip";

const mega = 2 ** 20;

/** The problems of a file as an import shows them. */
async function problemsOf(fileName: string, bytes: Uint8Array | AsyncIterable<Uint8Array>, limits = noLimits): Promise<string[]> {
  const source = bytes instanceof Uint8Array ? one(bytes) : bytes;
  const { events } = await readImport({ fileName, taskName: "t", format: "auto", scale: null, mapping: null, bytes: source, limits });
  const found: ImportEvent[] = [];
  for await (const batch of events) found.push(...batch);
  return found.flatMap((event) => (event.kind === "problem" ? [event.message] : []));
}

/** 160 megabytes of one letter. */
const bomb = gzipSync(new Uint8Array(160 * mega).fill(97), { level: 6 });

function tarOf(files: readonly [string, Uint8Array][]): Uint8Array {
  const parts = files.flatMap(([path, bytes], index) => [
    tarHeader(path, bytes.byteLength),
    bytes,
    tarPadding(bytes.byteLength, index === files.length - 1),
  ]);
  return Buffer.concat(parts);
}

/** Changes a number of an archive's directory: at the offset in each entry. */
function patched(archive: Uint8Array, offset: number, value: number): Uint8Array {
  const copy = Uint8Array.from(archive);
  const view = new DataView(copy.buffer);
  for (let at = 0; at + 4 <= copy.byteLength; at++) if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + offset, value, true);
  return copy;
}

describe("a gzip bomb", () => {
  test("is given up after the first hundred megabytes", async () => {
    let unpacked = 0;
    const read = async () => {
      for await (const part of gunzip(one(bomb), new Unpacked(Number.POSITIVE_INFINITY))) unpacked += part.byteLength;
    };
    await expect(read()).rejects.toThrow(/unpacks to more than 250 times its size/);
    expect(unpacked).toBeLessThan(100 * mega);
  });

  test("is not suspected in a repetitive but honest table, which is read", async () => {
    const table = `id,input,output\n${Array.from({ length: 200_000 }, (_, row) => `${row},Why is the sky blue today as well?,Because air scatters it.`).join("\n")}`;
    const packed = gzipSync(new TextEncoder().encode(table));
    expect(await problemsOf("a.csv.gz", packed)).toEqual([]);
  });

  test("can be left at any moment, and its source learns of it", async () => {
    const lines = Array.from({ length: 100_000 }, (_, row) => `${row},Why ${Math.sin(row)}?,Because.`).join("\n");
    const packed = gzipSync(new TextEncoder().encode(lines));
    let open = 0;
    const source = async function* () {
      open++;
      try {
        for (let at = 0; at < packed.byteLength; at += 65_536) yield packed.subarray(at, at + 65_536);
      } finally {
        open--;
      }
    };
    const wrong: unknown[] = [];
    const onUncaught = (error: unknown) => wrong.push(error);
    const others = process.listeners("uncaughtException");
    process.removeAllListeners("uncaughtException").on("uncaughtException", onUncaught);
    try {
      for (let left = 1; left <= 20; left++) {
        let parts = 0;
        for await (const _ of gunzip(source(), new Unpacked(Number.POSITIVE_INFINITY))) {
          if (++parts === left) break;
          // More is unpacked meanwhile than was asked for.
          await sleep(1);
        }
      }
      await sleep(20);
    } finally {
      process.removeAllListeners("uncaughtException");
      for (const other of others) process.on("uncaughtException", other);
    }
    expect(wrong).toEqual([]);
    expect(open).toBe(0);
  });

  test("in each file of a folder counts against one limit for all", async () => {
    const half = gzipSync(new Uint8Array(60 * mega).fill(97), { level: 6 });
    const files = Array.from({ length: 12 }, (_, index): [string, Uint8Array] => [`f${index}.csv.gz`, half]);
    expect(await problemsOf("folder.tar", tarOf(files))).toEqual([expect.stringMatching(/limit is 512 MB unpacked/)]);
  });

  test("that unpacks to another one is not followed for ever", async () => {
    let packed: Uint8Array = new TextEncoder().encode("id,input,output\n1,a,b\n");
    for (let layer = 0; layer < 3; layer++) packed = gzipSync(packed);
    expect(await problemsOf("a.csv.gz", packed)).toEqual([]);
    expect(await problemsOf("a.csv.gz", gzipSync(packed))).toEqual(["The file is compressed more than 3 times."]);
  });
});

describe("a zip bomb", () => {
  const honest = zipSync({ "a.csv": new TextEncoder().encode("id,input,output\n1,a,b\n") });
  const large = zipSync({ "a.csv": new Uint8Array(40 * mega).fill(97) }, { level: 9 });

  test("is refused by what its directory says, before anything is unpacked", async () => {
    expect(await problemsOf("a.zip", patched(honest, 24, 600 * mega))).toEqual([expect.stringMatching(/limit is 512 MB unpacked/)]);
  });

  test("whose directory says too little is given up where it was to end", async () => {
    expect(await problemsOf("a.zip", patched(large, 24, 1000))).toEqual([
      expect.stringMatching(/a\.csv is not as large as the archive says/),
    ]);
    expect(await problemsOf("a.zip", patched(honest, 24, 2 ** 20))).toEqual([expect.stringMatching(/not as large/)]);
  });

  test("whose files overlap is refused", () => {
    const two = zipSync(
      { "a.csv": new Uint8Array(4000).map((_, i) => (i * 7919) % 251), "b.csv": new Uint8Array(4000).map((_, i) => (i * 104_729) % 251) },
      { level: 0 },
    );
    expect(readZip(two)).toHaveLength(2);
    expect(() => readZip(patched(patched(two, 20, 8000), 42, 0))).toThrow(/overlap/);
  });

  test.each([
    ["cut off", (zip: Uint8Array) => zip.subarray(0, zip.byteLength - 30), /no directory/],
    ["pointing outside", (zip: Uint8Array) => patched(zip, 42, 0x7fffffff), /damaged at byte/],
    ["larger than it is", (zip: Uint8Array) => patched(zip, 20, 10 ** 9), /overlap/],
    ["encrypted", (zip: Uint8Array) => patched(zip, 8, 0x0008_0001), /encrypted/],
    ["packed in another way", (zip: Uint8Array) => patched(zip, 8, 0x0063_0000), /not deflate/],
  ])("that is %s is a problem in words", async (_, broken, message) => {
    expect(await problemsOf("a.zip", broken(honest))).toEqual([expect.stringMatching(message)]);
  });

  test("an honest archive is read, whether packed or stored", async () => {
    expect(await problemsOf("a.zip", honest)).toEqual([]);
    expect(await problemsOf("a.zip", zipSync({ "a.csv": new TextEncoder().encode("id,input,output\n1,a,b\n") }, { level: 0 }))).toEqual([]);
  });
});

const column = (name: string, data: string[]) => ({ name, data, type: "STRING" as const });

describe("whatever the form, what an upload unpacks to", () => {
  const rows = 40_000;
  const cells = (row: number) => [`${row}`, `Why ${row}?`, "Because air scatters blue light more than red light as it was told here."];
  const table = Array.from({ length: rows }, (_, row) => cells(row));
  const csv = new TextEncoder().encode(["id,input,output", ...table.map((row) => row.join(","))].join("\n"));
  const objects = table.map(([id, input, output]) => ({ id, input, output }));
  const jsonl = new TextEncoder().encode(objects.map((row) => JSON.stringify(row)).join("\n"));
  const json = new TextEncoder().encode(JSON.stringify(objects));
  const columns = ["id", "input", "output"].map((name, at) =>
    column(
      name,
      table.map((row) => row[at] ?? ""),
    ),
  );
  const parquet = (groups: number) => new Uint8Array(parquetWriteBuffer({ columnData: columns, rowGroupSize: rows / groups }));
  const limits = { ...noLimits, unpackedBytes: 2e6 };
  const allowed = { ...noLimits, unpackedBytes: 6e6 };

  test.each<[string, Uint8Array, RegExp]>([
    ["a.csv.gz", gzipSync(csv), /read up to row \d{5}\.$/],
    ["a.jsonl.gz", gzipSync(jsonl), /read up to row \d+\.$/],
    ["a.jsonl.gz.gz", gzipSync(gzipSync(jsonl)), /read up to row \d+\.$/],
    ["a.json.gz", gzipSync(json), /which has no limit\.$/],
    ["a.tgz", gzipSync(tarOf([["a.csv", csv]])), /which has no limit\.$/],
    ["a.tar", tarOf([["a.csv.gz", gzipSync(csv)]]), /which has no limit\.$/],
    ["a.zip", zipSync({ "a.csv": csv }), /which has no limit\.$/],
    ["a.parquet", parquet(1), /cannot be read from row \d{5}: /],
    ["folder of Parquet.tar", tarOf([0, 1].map((n) => [`${n}.parquet`, parquet(4)])), /cannot be read from row \d+: /],
  ])("is bounded: %s", async (name, bytes, where) => {
    expect(bytes.byteLength).toBeLessThan(name.includes("Parquet") ? 5e6 : 2e6);
    const problems = await problemsOf(name, bytes, limits);
    expect(problems.at(-1)).toMatch(/The file unpacks to more than the 2 MB that may be uploaded/);
    expect(problems.at(-1)).toMatch(where);
    expect(await problemsOf(name, bytes, name.includes("Parquet") ? noLimits : allowed)).toEqual([]);
  });

  test("is that of all files of a folder together", async () => {
    const packed = zipSync({ "a.csv": csv.subarray(0, 1_500_000), "b.csv": csv.subarray(0, 1_500_000) });
    expect(await problemsOf("a.zip", packed, limits)).toEqual([expect.stringMatching(/more than the 2 MB/)]);
  });
});

test("a file that takes too long to read is given up with its row, as a whole", async () => {
  const lines = Array.from({ length: 50_000 }, (_, row) => `${row},Why?,Because.\n`).join("");
  const bytes = new TextEncoder().encode(`id,input,output\n${lines}`);
  const pieces = (async function* () {
    for (let at = 0; at < bytes.byteLength; at += 100_000) yield bytes.subarray(at, at + 100_000);
  })();
  let asked = 0;
  const limits = { ...noLimits, hours: 7, isOver: () => ++asked === 3 };
  expect(await problemsOf("slow.csv", pieces, limits)).toEqual([
    expect.stringMatching(/^Reading the file took longer than 7 hours\. .* kept: .* It was read up to row \d{4,5}\.$/),
  ]);
});

describe("a Parquet file", () => {
  (name: string, data: string[]) => ({ name, data, type: "STRING" as const });

  test("with one row group and one page for all its rows is read in time that grows with its rows", async () => {
    const n = 60_000;
    const rows = (what: string) => Array.from({ length: n }, (_, row) => `${what} ${row}`);
    const bytes = new Uint8Array(
      parquetWriteBuffer({ columnData: [column("input", rows("in")), column("output", rows("out"))], rowGroupSize: n, pageSize: 2 ** 30 }),
    );
    const started = performance.now();
    expect(await problemsOf("a.parquet", bytes)).toEqual([]);
    // In parts of a thousand rows, each of which decodes the page from its beginning, it takes a minute.
    expect(performance.now() - started).toBeLessThan(15_000);
  }, 60_000);

  test.each([
    [1_000_000, 30, 100, null],
    [1_000_000, 51, 100, /1000000 rows of 51 columns/],
    [1000, 2, 600, /600 MB unpacked/],
    [-1, 2, 1, /-1 rows/],
  ])("with a row group of %d rows, %d columns and %d MB is read only if that fits into memory", (rows, columns, size, problem) => {
    const column = { meta_data: { total_uncompressed_size: BigInt(((size * mega) / columns) | 0) } };
    const group = { num_rows: BigInt(rows), columns: Array.from({ length: columns }, () => column) } as unknown as RowGroup;
    const parts = () => partsOf([group])(group, 0);
    if (problem === null) expect(parts()).toEqual({ end: rows, step: 250_000 });
    else expect(parts).toThrow(problem);
  });
});

test("JSON nested beyond measure is a problem of the file, not the end of the process", async () => {
  const deep = (n: number) => `${"[".repeat(n)}${"]".repeat(n)}`;
  for (const text of [deep(200_000), `[{"id": "1", "input": "a", "output": "b", "x": ${deep(9999)}}]`]) {
    expect((await problemsOf("a.json", new TextEncoder().encode(text))).length).toBeGreaterThan(0);
  }
});

test("a folder with very many tables is refused, and one with as many as the limit is read", async () => {
  const table = new TextEncoder().encode("id,input,output\n1,a,b\n");
  const folderOf = (n: number) => tarOf(Array.from({ length: n }, (_, index): [string, Uint8Array] => [`${index}.csv`, table]));
  expect(await problemsOf("a.tar", folderOf(2001))).toEqual(["The folder has 2001 tables; the limit is 2000."]);
  expect(await problemsOf("a.tar", folderOf(2000))).toEqual([]);
});

test("an archive with very many files is refused", async () => {
  const block = tarHeader("a.png", 0);
  const archive = Buffer.alloc(100_001 * block.byteLength + 1024);
  for (let index = 0; index < 100_001; index++) archive.set(block, index * block.byteLength);
  expect(await problemsOf("a.tar", archive)).toEqual([expect.stringMatching(/100001 files; the limit is 100000/)]);
});

test("a file with more records than the limit is given up there, as a whole", async () => {
  let made = 0;
  async function* endless(): AsyncGenerator<ImportEvent[]> {
    for (;;) yield Array.from({ length: 1000 }, () => ({ kind: "problem", file: "a.csv", row: ++made, field: null, message: "x" }));
  }
  const found: ImportEvent[] = [];
  for await (const batch of untilTooMany("a.csv", endless(), 2500)) found.push(...batch);
  expect(found).toHaveLength(2001);
  expect(found.at(-1)).toMatchObject({ row: null, message: "The file has more than 2,500 records. Import it in parts." });
  expect(made).toBe(3000);
});
