import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ImportEvent, RatingRecord, SampleRecord } from "@/lib/domain/import";
import { readCsv } from "./read-csv";
import { CsvSplitter } from "./split-csv";

async function* pieces(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** What was read, without the columns. */
async function read(text: string | Uint8Array, size?: number): Promise<ImportEvent[]> {
  const events: ImportEvent[] = [];
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  for await (const batch of readCsv("f.csv", pieces(bytes, size))) events.push(...batch.filter(({ kind }) => kind !== "columns"));
  return events;
}

const samples = (events: ImportEvent[]) => events.filter((event): event is SampleRecord => event.kind === "sample");
const ratings = (events: ImportEvent[]) => events.filter((event): event is RatingRecord => event.kind === "rating");
const problems = (events: ImportEvent[]) => events.flatMap((event) => (event.kind === "problem" ? [event] : []));
const warningCodes = (events: ImportEvent[]) => events.flatMap((event) => (event.kind === "warning" ? [event.code] : []));

describe("samples", () => {
  it("reads the known columns, keeps the others as metadata and names the line each row starts on", async () => {
    const events = await read('id,input,output,system,year\na,"two\r\nlines",out,gpt,1999\n\nb,"a ""quote""",,,\n');
    expect(samples(events)).toMatchObject([
      { row: 2, externalId: "a", input: "two\r\nlines", output: "out", system: "gpt", inputId: null, metadata: { year: "1999" } },
      { row: 5, externalId: "b", input: 'a "quote"', output: "", system: null, metadata: {} },
    ]);
    expect(problems(events)).toEqual([]);
    expect(warningCodes(events)).toEqual(["empty-text"]);
  });

  it("reads pairwise samples by their two outputs", async () => {
    const events = await read("id,input,output_a,output_b,system_a,system_b,label\n1,q,x,y,s,t,2\n");
    expect(samples(events)).toMatchObject([
      { output: "x", outputB: "y", system: "s", systemB: "t", goldLabel: "B", subset: null, metadata: {} },
    ]);
  });

  it.each([
    ["gold_label", "A", "A"],
    ["Gold label", "b", "B"],
    ["label", "1", "A"],
    ["label", "Tie", "tie"],
    ["gold_label", "", null],
  ])("takes a pair's known answer from the column %s, where it says %j", async (column, cell, goldLabel) => {
    const events = await read(`id,input,output_a,output_b,${column},subset\n1,q,x,y,${cell},Hard\n`);
    expect(samples(events)).toMatchObject([{ goldLabel, subset: "Hard", metadata: {} }]);
  });

  it("keeps a label beside the gold label, and a single output's labels, as metadata; a subset is a subset for both", async () => {
    const pair = samples(await read("id,input,output_a,output_b,gold_label,label\n1,q,x,y,tie,funny\n"));
    expect(pair).toMatchObject([{ goldLabel: "tie", metadata: { label: "funny" } }]);
    const single = samples(await read("id,input,output,gold_label,label,subset\n1,q,x,A,funny,Easy\n"));
    expect(single).toMatchObject([{ goldLabel: null, subset: "Easy", metadata: { gold_label: "A", label: "funny" } }]);
  });

  it("names row and column of an invalid gold label", async () => {
    const events = await read("id,input,output_a,output_b,gold_label\n1,q,x,y,A\n2,q,x,y,first\n");
    expect(problems(events)).toMatchObject([{ row: 3, field: "gold_label" }]);
  });

  it("keeps a column called __proto__ as metadata", async () => {
    const [sample] = samples(await read("id,input,output,__proto__\n1,q,x,y\n"));
    expect(Object.entries(sample?.metadata ?? {})).toEqual([["__proto__", "y"]]);
  });

  it.each([
    ["semicolons", "id;input;output\r\n1;a,b;c\r\n", "a,b"],
    ["tabs", "id\tinput\toutput\n1\ta;b\tc\n", "a;b"],
    [
      "semicolons under a header with a line break and 9,000 commas before the columns that are known",
      `"a\nb";${Array.from({ length: 90 }, (_, n) => `column ${n}${",".repeat(100)};`).join("")}id;input;output\n${";".repeat(91)}1;a,b;c\n`,
      "a,b",
    ],
    ["Excel's sep line", "sep=;\nid;input;output\n1;a;c\n", "a"],
  ])("finds %s as delimiter and warns", async (_, text, input) => {
    const events = await read(text);
    expect(samples(events)).toMatchObject([{ externalId: "1", input, row: text.split("\n").length - 1 }]);
    expect(warningCodes(events)).toEqual(["delimiter"]);
  });

  it("drops a byte order mark", async () => {
    expect(samples(await read("\ufeffid,input,output\n1,a,b\n"))).toHaveLength(1);
  });

  it("takes a cell of a million characters and refuses one of over five million", async () => {
    const events = await read(`id,input,output\n1,${"x".repeat(1e6)},b\n2,"${"y".repeat(5_000_001)}",b\n3,a,b\n`, 65_536);
    expect(samples(events).map(({ row, input }) => [row, input.length])).toEqual([
      [2, 1e6],
      [4, 1],
    ]);
    expect(problems(events)).toMatchObject([{ row: 3, field: "input", message: expect.stringContaining("more than 5000000 characters") }]);
  });
});

describe("ratings", () => {
  it("reads scores, labels, kinds, times and arms", async () => {
    const events = await read(
      "sample_id,criterion,rater,rater_kind,score,label,reason,started_at,ended_at,arm\n" +
        "1,Clear,Ann,annotator, 4.5 ,,because,2024-01-02 03:04:05,2024-01-02T05:04:05+01:00,blind\n" +
        "1,Clear,m,judge,,tie,,,,\n",
    );
    expect(ratings(events)).toMatchObject([
      { row: 2, sampleId: "1", score: 4.5, label: null, reason: "because", startedAt: "2024-01-02T03:04:05.000Z", arm: "blind" },
      { row: 3, rater: "m", raterKind: "judge", score: null, label: "tie", arm: "unstated" },
    ]);
    expect(ratings(events)[0]?.endedAt).toBe("2024-01-02T04:04:05.000Z");
    expect(warningCodes(events)).toEqual(["time-without-zone"]);
  });

  it("warns when nothing distinguishes annotators from judges", async () => {
    expect(warningCodes(await read("sample_id,criterion,rater,score\n1,c,r,3\n"))).toEqual(["rater-kind-missing"]);
  });

  it.each([
    ["score", "five", "is not a number"],
    ["score", "4,5", "decimal separator"],
    ["score", "NaN", "is not a number"],
    ["score", "1e999", "is not a number"],
    ["score", "", "neither a score nor a label"],
    ["rater_kind", "robot", "annotator, judge"],
    ["rater_kind", "", "annotator"],
    ["started_at", "03/04/2024", "is not a time"],
    ["ended_at", "2024-02-30 10:00", "is not a time"],
    ["arm", "half", "drafted, blind"],
    ["rater", " ", "Is empty"],
    ["criterion", "c".repeat(1001), "the most is 1000"],
  ])("refuses the %s %j, naming row and column", async (field, value, message) => {
    const row: Record<string, string> = {
      sample_id: "1",
      criterion: "c",
      rater: "r",
      rater_kind: "judge",
      score: "3",
      started_at: "",
      ended_at: "",
      arm: "",
    };
    row[field] = value;
    const events = await read(
      `${Object.keys(row).join(",")}\n${Object.values(row)
        .map((cell) => `"${cell}"`)
        .join(",")}\n`,
    );
    expect(ratings(events)).toEqual([]);
    expect(problems(events)).toMatchObject([{ file: "f.csv", row: 2, field, message: expect.stringContaining(message) }]);
  });
});

describe("bad files", () => {
  it.each([
    ["missing columns, in one message", "id,text\n1,a\n", [[1, "input"]]],
    ["half a pair", "id,input,output_a\n1,a,b\n", [[1, "output_b"]]],
    ["one output and two", "id,input,output,output_a,output_b\n1,a,b,c,d\n", [[1, "output"]]],
    ["a header twice", "id,input,output,Output\n1,a,b,c\n", [[1, "output"]]],
    ["no known header", "a,b\n1,2\n", [[1, null]]],
    ["an empty file", "", [[null, null]]],
    ["only line breaks", "\n\r\n\n", [[null, null]]],
    ["only a header", "id,input,output\n", [[1, null]]],
    [
      "ragged rows",
      "id,input,output\n1,a\n2,a,b\n3,a,b,c\n",
      [
        [2, null],
        [4, null],
      ],
    ],
    ["a quote never closed", 'id,input,output\n1,a,b\n2,"a\nmore\n3,c,d\n', [[3, "input"]]],
    ["text after a quote", 'id,input,output\n1,"a" b,c\n2,a,b\n', [[2, "input"]]],
    ["an empty id", "id,input,output\n ,a,b\n", [[2, "id"]]],
    ["an id of 10 kB", `id,input,output\n${"i".repeat(10_000)},a,b\n`, [[2, "id"]]],
    ["NUL", "id,input,output\n1,a,b\n2,a\u0000,b\n", [[3, "input"]]],
  ])("names row and column of %s", async (_, text, expected) => {
    expect(problems(await read(text)).map(({ row, field }) => [row, field])).toEqual(expected);
  });

  it("names the line on which an unclosed quote was opened", async () => {
    const [problem] = problems(await read('id,input,output\n1,"a\nb","c\nd\n'));
    expect(problem).toMatchObject({ row: 2, field: "output", message: "A quote opened on line 3 is never closed." });
  });

  it("names row, column, byte and offset of broken UTF-8 and reads the other rows", async () => {
    const text = Buffer.concat([
      Buffer.from("id,input,output\n1,caf"),
      Buffer.from([0xe9]),
      Buffer.from(",b\n2,é,b\n3,a,"),
      Buffer.from([0xf0, 0x9f]),
    ]);
    for (const size of [1, 2, 5, 4096]) {
      const events = await read(text, size);
      expect(samples(events).map(({ input }) => input)).toEqual(["é"]);
      expect(problems(events)).toMatchObject([
        { row: 2, field: "input", message: expect.stringContaining("byte E9 at offset 21") },
        { row: 4, field: "output", message: expect.stringContaining("byte F0 at offset 36") },
      ]);
    }
  });

  it.each([
    ["ZIP", Buffer.from("PK\x03\x04rest")],
    ["PDF", Buffer.from("%PDF-1.7\n")],
    ["UTF-16", Buffer.from("\ufeffid,input,output\n", "utf16le")],
    ["NUL bytes", Buffer.from("id,input,output\n", "utf16le")],
  ])("says what a %s file is", async (kind, bytes) => {
    expect(problems(await read(bytes))).toMatchObject([{ row: null, field: null, message: expect.stringContaining(kind) }]);
  });
});

describe("any input", () => {
  const csvText = fc.array(fc.constantFrom('"', ",", "\n", "\r", "\r\n", "a", "é", "😀", "id", "input", "output", ";", "\u0000"), {
    maxLength: 60,
  });

  it("never throws on random bytes, and numbers rows upwards", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.boolean(), async (bytes, withHeader) => {
        const events = await read(withHeader ? Buffer.concat([Buffer.from("id,input,output\n"), bytes]) : bytes, 11);
        const rows = events.flatMap((event) => (event.kind === "sample" || event.kind === "problem" ? [event.row ?? 0] : []));
        expect(rows).toEqual([...rows].sort((a, b) => a - b));
      }),
    );
  });

  it("gives the same rows for every chunk size", async () => {
    await fc.assert(
      fc.asyncProperty(csvText, fc.integer({ min: 1, max: 9 }), async (words, size) => {
        const text = `id,input,output\n${words.join("")}`;
        expect(await read(text, size)).toEqual(await read(text, 1e6));
      }),
    );
  });

  it("splits as csv-parse does wherever that accepts the text", () => {
    const cell = fc.stringMatching(/^[ab,"\n é]{0,5}$/);
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }), fc.boolean(), (table, crlf) => {
        const text = table.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(",")).join(crlf ? "\r\n" : "\n");
        const splitter = new CsvSplitter(",");
        const rows = [...splitter.push(text), ...splitter.end()];
        expect(rows.map(({ cells }) => cells)).toEqual(parse(text, { relax_column_count: true }));
        expect(rows.every(({ problem }) => problem === null)).toBe(true);
      }),
    );
  });
});
