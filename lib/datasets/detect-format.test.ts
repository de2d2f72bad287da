import { expect, it } from "vitest";
import { detectFormat, isCoevalRelease } from "./detect-format";

it.each([
  ["a.csv", "id,input", "csv"],
  ["A.CSV", "", "csv"],
  ["a.tsv", "id\tinput", "csv"],
  ["a.csv", '{"id":1}\n{"id":2}', "jsonl"],
  ["a.csv", '[{"id":1}]', "json"],
  ["a.csv", "PAR1\u0015\u0004", "parquet"],
  ["a.jsonl", '{"id":1}', "jsonl"],
  ["a.jsonl", '{"id":1', "jsonl"],
  ["a.ndjson", "", "jsonl"],
  ["a.json", '{"id":1,"input":"a"}\n{"id":2}', "jsonl"],
  ["a.json", '{\n  "id": 1\n}', "json"],
  ["a.json", '{"data": [{"id": 1}]}', "json"],
  ["dataset.json", '[\n  {\n    "input": "a long question', "json"],
  ["study.jsonl", '{"redline":1,"project":"x"}', "redline"],
  ["data/combine_data.json", '{"eli5":', "coeval"],
  ["upload", "id;input;output\n", "csv"],
  ["study.tab", "id\tinput\toutput\n", "csv"],
  ["study.csv.bak", "\ufeffid,input,output\n", "csv"],
  ["study.pdf", "%PDF-1.7, \0\n", null],
  ["upload", "just a sentence", null],
  ["upload", "\ufeff", null],
])("%s beginning with %j is %s", (name, start, format) => {
  expect(detectFormat(name, Buffer.from(start))).toBe(format);
});

it("detects a CoEval release by its combine_data.json, flat or in its own tree", () => {
  expect(isCoevalRelease(["combine_data.json", "ELI5/A01.json"])).toBe(true);
  expect(isCoevalRelease(["CoEval/data/combine_data.json"])).toBe(true);
  expect(isCoevalRelease(["samples.csv"])).toBe(false);
});
