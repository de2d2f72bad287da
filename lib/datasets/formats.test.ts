import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { folderOf, readFileOf } from "@/lib/testing/read-file";

const rows = [
  { id: "s1", input: "What is rain?", output: "Water, that falls.", votes: 7 },
  { id: "s2", input: "What is snow?", output: "Ice.", votes: 12 },
];
const csv = 'id,input,output,votes\ns1,What is rain?,"Water, that falls.",7\ns2,What is snow?,Ice.,12\n';
const jsonl = rows.map((row) => JSON.stringify(row)).join("\n");
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

const parquet = new Uint8Array(
  parquetWriteBuffer({
    columnData: [
      { name: "id", data: rows.map(({ id }) => id), type: "STRING" },
      { name: "input", data: rows.map(({ input }) => input), type: "STRING" },
      { name: "output", data: rows.map(({ output }) => output), type: "STRING" },
      { name: "votes", data: rows.map(({ votes }) => BigInt(votes)), type: "INT64" },
    ],
  }),
);

describe("a table is read whatever it is called and however it is packed", () => {
  it.each<[string, string, string | Uint8Array]>([
    ["CSV", "a.csv", csv],
    ["CSV without a name", "upload", csv],
    ["TSV called CSV", "a.csv", csv.replaceAll(/,(?! )/g, "\t").replaceAll('"', "")],
    ["JSON Lines", "a.jsonl", jsonl],
    ["JSON Lines called CSV", "a.csv", jsonl],
    ["a JSON list", "a.json", JSON.stringify(rows, null, 2)],
    ["a list inside an object", "a.json", JSON.stringify({ version: 3, data: rows })],
    [
      "columns of lists",
      "a.json",
      JSON.stringify({ id: ["s1", "s2"], input: rows.map((row) => row.input), output: rows.map((row) => row.output), votes: [7, 12] }),
    ],
    ["records by id", "a.json", JSON.stringify(Object.fromEntries(rows.map(({ id, ...row }) => [id, row])))],
    ["the dataset viewer's rows", "a.json", JSON.stringify({ rows: rows.map((row, row_idx) => ({ row_idx, row })) })],
    ["Parquet", "a.parquet", parquet],
    ["Parquet called CSV", "a.csv", parquet],
    ["gzip of CSV", "a.csv.gz", gzipSync(csv)],
    ["gzip of JSON Lines without its name", "a", gzipSync(jsonl)],
    ["gzip of Parquet", "a.parquet.gz", gzipSync(parquet)],
    ["zip of CSV", "a.zip", zipSync({ "a.csv": bytesOf(csv) })],
    [
      "zip of a folder of gzip",
      "a.zip",
      zipSync({ "set/a.jsonl.gz": new Uint8Array(gzipSync(jsonl)), "__MACOSX/set/._a.jsonl.gz": bytesOf("x") }),
    ],
    ["tar of JSON", "a.tar", folderOf({ "set/a.json": JSON.stringify(rows), "set/README.txt": "one, two" })],
    ["gzip of tar", "a.tgz", gzipSync(folderOf({ "set/a.csv": csv }))],
  ])("%s", async (_, name, content) => {
    const { samples, problems } = await readFileOf(name, content);
    expect(problems).toEqual([]);
    expect(samples.map(({ externalId, input, output }) => [externalId, input, output])).toEqual(
      rows.map((row) => [row.id, row.input, row.output]),
    );
    expect(samples.map(({ metadata }) => Number(metadata.votes))).toEqual([7, 12]);
  });

  it.each<[string, string, Uint8Array, RegExp]>([
    ["a gzip cut off", "a.csv.gz", gzipSync(csv.repeat(50)).subarray(0, 90), /damaged or cut off/],
    ["a damaged Parquet", "a.parquet", parquet.slice(0, parquet.length - 9), /Parquet file cannot be read/],
    ["a damaged zip", "a.zip", zipSync({ "a.csv": bytesOf(csv) }).slice(0, 60), /zip archive cannot be read/],
    ["an empty zip", "a.zip", zipSync({ "notes.md": bytesOf("# x") }), /no table/],
    ["a JSON text", "a.json", bytesOf('["a", "b"]'), /does not look like|not an object/],
    ["broken JSON", "a.json", bytesOf('[{"id": 1,]'), /not JSON/],
  ])("%s is one problem of the file", async (_, name, content, message) => {
    const { problems, samples } = await readFileOf(name, content);
    expect(samples).toEqual([]);
    expect(problems[0]?.message).toMatch(message);
  });
});

describe("a folder of tables", () => {
  const one = '[{"question": "Q1", "answer": "A1"}, {"question": "Q2", "answer": "A2"}]';
  const two = '[{"question": "Q3", "answer": "A3"}]';

  it("each is a subset named after its file, and its rows are numbered in it", async () => {
    const { samples, problems } = await readFileOf(
      "x.tar",
      folderOf({ "x/easy.json": one, "x/hard.json": two, "x/about.json": '{"by": "us"}' }),
    );
    expect(problems).toEqual([]);
    expect(samples.map(({ externalId, subset, input, file }) => [externalId, subset, input, file])).toEqual([
      ["easy-1", "easy", "Q1", "x/easy.json"],
      ["easy-2", "easy", "Q2", "x/easy.json"],
      ["hard-1", "hard", "Q3", "x/hard.json"],
    ]);
  });

  it("tables of the same name in other folders are distinguished by their folders", async () => {
    const { samples, problems } = await readFileOf("x.tar", folderOf({ "x/a/test.json": one, "x/b/test.json": two }));
    expect(problems).toEqual([]);
    expect(samples.map(({ externalId }) => externalId)).toEqual(["a/test-1", "a/test-2", "b/test-1"]);
  });

  it("ratings come after the samples they rate, in whatever order the files are", async () => {
    const ratings = "sample_id,criterion,rater,rater_kind,score\ns1,Clear,Ann,annotator,4\n";
    const { events } = await readFileOf("x.tar", folderOf({ "x/a-ratings.csv": ratings, "x/samples.csv": csv }));
    const kinds = events.map(({ kind }) => kind).filter((kind) => kind === "sample" || kind === "rating");
    expect(kinds).toEqual(["sample", "sample", "rating"]);
  });

  it("a file without records is named in a warning", async () => {
    const { events } = await readFileOf("x.tar", folderOf({ "x/a.json": one, "x/settings.json": '{"seed": 1}' }));
    expect(events).toContainEqual(
      expect.objectContaining({ code: "file-passed-over", message: expect.stringContaining("x/settings.json") }),
    );
  });
});
