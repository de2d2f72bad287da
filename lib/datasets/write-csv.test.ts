import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ImportEvent } from "@/lib/domain/import";
import { type SampleColumns, type SampleExport, sampleCells, sampleHeader } from "./export-rows";
import { readCsv } from "./read-csv";
import { readJsonl } from "./read-jsonl";
import { CsvSplitter } from "./split-csv";
import { writeCsv } from "./write-csv";
import { writeJsonl } from "./write-jsonl";

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function eventsOf(events: AsyncIterable<ImportEvent[]>): Promise<ImportEvent[]> {
  const list: ImportEvent[] = [];
  for await (const batch of events) list.push(...batch.filter(({ kind }) => kind !== "columns"));
  return list;
}

describe("CSV", () => {
  it("any text comes back unchanged, here and in csv-parse", async () => {
    const cell = fc.oneof(fc.string({ unit: "grapheme", maxLength: 8 }), fc.stringMatching(/^[",\r\n =a']{0,6}$/));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { maxLength: 6 }), async (rows) => {
        const text = await textOf(writeCsv(["a", "b", "c"], rows));
        const splitter = new CsvSplitter(",");
        const read = [...splitter.push(text), ...splitter.end()];
        expect(read.map(({ cells }) => cells)).toEqual([["a", "b", "c"], ...rows]);
        expect(parse(text, { record_delimiter: "\r\n" })).toEqual([["a", "b", "c"], ...rows]);
      }),
    );
  });

  it("writes numbers in full, null as nothing and an empty text in quotes", async () => {
    expect(await textOf(writeCsv(["a", "b", "c"], [[0.1 + 0.2, null, ""]]))).toBe('a,b,c\r\n0.30000000000000004,,""\r\n');
    expect(await textOf(writeCsv(["a"], [[null]]))).toBe('a\r\n""\r\n');
  });

  it("guards formulas only when asked, and never numbers", async () => {
    const rows = [["=1+1", "@x", -1]];
    expect(await textOf(writeCsv(["a", "b", "c"], rows))).toBe("a,b,c\r\n=1+1,@x,-1\r\n");
    expect(await textOf(writeCsv(["a", "b", "c"], rows, { forExcel: true }))).toBe("\uFEFFa,b,c\r\n'=1+1,'@x,-1\r\n");
  });

  it("refuses a row that does not fit its header", async () => {
    await expect(textOf(writeCsv(["a", "b"], [["1"]]))).rejects.toThrow("a row has 1 cells, the header 2");
  });
});

const sample: SampleExport = {
  id: "s1",
  input: "line\nline",
  output: " b ",
  outputB: null,
  system: null,
  systemB: null,
  goldLabel: null,
  subset: null,
  reference: "r",
  imageUrl: null,
  inputId: "k1",
  inputKey: "hash",
  metadata: { year: 1999, tags: ["a"] },
  scores: [
    {
      criterion: "C",
      rater: "Ann",
      raterKind: "annotator",
      arm: "blind",
      protocol: null,
      score: 2,
      excluded: false,
      alsoAcceptable: [3, 5],
    },
  ],
};

it("exported samples can be imported; their score columns are left out", async () => {
  const columns: SampleColumns = {
    subset: false,
    metadata: ["year", "tags"],
    scores: [
      { criterion: "C", rater: "Ann", excluded: true, marked: true },
      { criterion: "C", rater: "Bo", excluded: false, marked: false },
    ],
  };
  expect(sampleHeader(columns, false).slice(-3)).toEqual(["C | Ann (excluded)", "C | Bo", "C | Ann (excluded) | also_acceptable"]);
  expect(sampleCells(sample, columns, false).slice(-3)).toEqual([2, null, "3 | 5"]);
  const text = await textOf(writeCsv(sampleHeader(columns, false), [sampleCells(sample, columns, false)]));
  expect(await eventsOf(readCsv("f.csv", bytesOf(text)))).toMatchObject([
    {
      kind: "sample",
      externalId: "s1",
      input: "line\nline",
      output: " b ",
      reference: "r",
      inputId: "k1",
      metadata: { year: "1999", tags: '["a"]' },
    },
    { kind: "warning", code: "scores-left-out", count: 3 },
  ]);
  const pair = await textOf(
    writeCsv(sampleHeader(columns, true), [
      sampleCells({ ...sample, outputB: "two", systemB: "t", goldLabel: "tie", subset: "Hard" }, columns, true),
    ]),
  );
  expect(await eventsOf(readCsv("f.csv", bytesOf(pair)))).toMatchObject([
    { kind: "sample", output: " b ", outputB: "two", systemB: "t", goldLabel: "tie", subset: "Hard" },
    { kind: "warning", code: "scores-left-out", count: 3 },
  ]);
});

it("JSONL keeps every value and is read back line by line", async () => {
  const text = await textOf(writeJsonl([{ id: "1", input: "a\u2028", output: "b", deep: { x: [1, null] } }]));
  expect(await eventsOf(readJsonl("f.jsonl", bytesOf(text)))).toMatchObject([{ input: "a\u2028", metadata: { deep: { x: [1, null] } } }]);
});
