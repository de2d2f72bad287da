import { buffer } from "node:stream/consumers";
import { strFromU8, unzipSync } from "fflate";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { expect, test } from "vitest";
import type { SampleExport } from "./export-rows";
import { datasetCard, parquetOfRatings, parquetOfSamples } from "./parquet-tables";
import { type ParquetColumn, writeParquet } from "./write-parquet";
import { writeZip } from "./write-zip";

const bytesOf = (pieces: AsyncIterable<Uint8Array>) => buffer(pieces);

async function readBack(columns: ParquetColumn[], rows: unknown[][]) {
  const { buffer: file } = new Uint8Array(await bytesOf(writeParquet(columns, rows)));
  return { rows: await parquetReadObjects({ file, compressors }), metadata: parquetMetadata(file) };
}

test("texts, numbers, booleans, any JSON and nulls are read back as they were, over several groups of rows", async () => {
  const columns: ParquetColumn[] = [
    { name: "text", type: "STRING" },
    { name: "number", type: "DOUBLE" },
    { name: "flag", type: "BOOLEAN" },
    { name: "any", type: "JSON" },
  ];
  const rows = Array.from({ length: 20_003 }, (_, index) =>
    index % 7 === 0
      ? [null, null, undefined, null]
      : [`é ${index}\u0000"`, index / 3, index % 2 === 0, index % 3 === 0 ? [index, { a: "x" }] : index],
  );
  const read = await readBack(columns, rows);
  expect(read.metadata.row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([10_000, 10_000, 3]);
  expect(read.rows).toEqual(rows.map(([text = null, number = null, flag = null, any = null]) => ({ text, number, flag, any })));
});

test("a table without rows keeps its columns, and a name that occurs twice is told apart", async () => {
  const { metadata, rows } = await readBack(
    [
      { name: "a", type: "STRING" },
      { name: "a", type: "DOUBLE" },
    ],
    [],
  );
  expect(rows).toEqual([]);
  expect(metadata.schema.slice(1).map(({ name, type }) => [name, type])).toEqual([
    ["a", "BYTE_ARRAY"],
    ["a (2)", "DOUBLE"],
  ]);
});

test("a row of another length is refused", async () => {
  await expect(readBack([{ name: "a", type: "STRING" }], [["x", "y"]])).rejects.toThrow("a row has 2 cells, the table 1 columns");
});

const sample: SampleExport = {
  id: "s1",
  input: "In",
  output: "Out",
  outputB: null,
  system: "m",
  systemB: null,
  goldLabel: null,
  subset: null,
  reference: null,
  imageUrl: null,
  inputId: null,
  inputKey: "hash",
  metadata: { year: 1999, note: "7", mixed: 3, list: [1] },
  scores: [
    {
      criterion: "Clear",
      rater: "Ann",
      raterKind: "annotator",
      score: 4,
      arm: "blind",
      protocol: null,
      excluded: true,
      alsoAcceptable: [2, 3.5],
    },
    { criterion: "Clear", rater: "J", raterKind: "judge", score: null, arm: null, protocol: "direct", excluded: false, alsoAcceptable: [] },
    {
      criterion: "Tone",
      rater: "J",
      raterKind: "judge",
      score: "warm",
      arm: null,
      protocol: "rubric",
      excluded: false,
      alsoAcceptable: [],
    },
  ],
};

test("columns of samples have the types of their values: the user's own, scores as numbers, labels as text", () => {
  const scores = sample.scores.map(({ criterion, rater, excluded }) => ({ criterion, rater, excluded, marked: rater === "Ann" }));
  const metadata = new Map([
    ["year", ["null", "number"]],
    ["note", ["string"]],
    ["mixed", ["number", "string"]],
    ["list", ["array"]],
    ["empty", ["null"]],
  ]);
  const keys = [...metadata.keys()];
  const table = parquetOfSamples({ subset: false, metadata: keys, scores }, { metadata, labelled: new Set(["Tone"]) }, false);
  expect(table.columns.slice(-9).map(({ name, type }) => [name, type])).toEqual([
    ["year", "DOUBLE"],
    ["note", "STRING"],
    ["mixed", "JSON"],
    ["list", "JSON"],
    ["empty", "STRING"],
    ["Clear | Ann (excluded)", "DOUBLE"],
    ["Clear | J", "DOUBLE"],
    ["Tone | J", "STRING"],
    ["Clear | Ann (excluded) | also_acceptable", "STRING"],
  ]);
  expect(table.rowOf(sample).slice(-9)).toEqual([1999, "7", 3, [1], null, 4, null, "warm", "2 | 3.5"]);
});

test("ratings have a row each with arm and protocol, a score or a label, and the pair's own columns", () => {
  const { columns, rowsOf } = parquetOfRatings(false);
  const named = rowsOf(sample).map((row) => Object.fromEntries(columns.map(({ name }, place) => [name, row[place]])));
  const common = { sample_id: "s1", input_id: "hash", system: "m" };
  expect(named).toEqual([
    {
      ...common,
      criterion: "Clear",
      rater: "Ann",
      rater_kind: "annotator",
      score: 4,
      label: null,
      arm: "blind",
      protocol: null,
      excluded: true,
      also_acceptable: "2 | 3.5",
    },
    {
      ...common,
      criterion: "Tone",
      rater: "J",
      rater_kind: "judge",
      score: null,
      label: "warm",
      arm: null,
      protocol: "rubric",
      excluded: false,
      also_acceptable: null,
    },
  ]);
  const pairs = parquetOfRatings(true);
  expect(pairs.columns.map(({ name }) => name).slice(3, 7)).toEqual(["system_b", "gold_label", "subset", "swapped"]);
  const pair = {
    ...sample,
    systemB: "n",
    goldLabel: "B" as const,
    subset: "easy",
    scores: [{ ...(sample.scores[0] as SampleExport["scores"][0]), swapped: true }],
  };
  expect(pairs.rowsOf(pair)[0]?.slice(2, 7)).toEqual(["m", "n", "B", "easy", true]);
});

test("a zip holds its files as they were written, and the card names them", async () => {
  const card = datasetCard('A "study": one', { samples: "s.parquet", ratings: "r.parquet" });
  const large = new Uint8Array(200_000).map((_, index) => index % 251);
  const archive = unzipSync(
    await bytesOf(
      writeZip([
        { path: "README.md", body: [card] },
        {
          path: "s.parquet",
          body: (async function* () {
            yield large;
          })(),
        },
      ]),
    ),
  );
  expect(Object.keys(archive)).toEqual(["README.md", "s.parquet"]);
  expect(archive["s.parquet"]).toEqual(large);
  const text = strFromU8(archive["README.md"] ?? new Uint8Array());
  expect(text).toBe(card);
  expect(card.split("---")[1]).toBe(`
pretty_name: "A \\"study\\": one"
configs:
- config_name: samples
  default: true
  data_files:
  - split: train
    path: s.parquet
- config_name: ratings
  data_files:
  - split: train
    path: r.parquet
tags:
- human-evaluation
`);
});
