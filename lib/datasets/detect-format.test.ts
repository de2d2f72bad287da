import { expect, it } from "vitest";
import { detectFolder, detectFormat, isCoevalRelease } from "./detect-format";

it.each([
  ["a.csv", "id,input", "csv"],
  ["A.CSV", "", "csv"],
  ["a.tsv", "id\tinput", "csv"],
  ["a.jsonl", '{"id":1}', "jsonl"],
  ["a.ndjson", "", "jsonl"],
  ["a.json", '{"id":1,"input":"a"}\n{"id":2}', "jsonl"],
  ["a.json", '{\n  "id": 1\n}', null],
  ["a.json", '[{"input":"q","output_1":"a","output_2":"b","label":1}]', "llmbar"],
  ["dataset.json", '[\n  {\n    "input": "a long question', "llmbar"],
  ["a.json", '[{"id":1}]', null],
  ["study.jsonl", '{"redline":1,"project":"x"}', "redline"],
  ["data/combine_data.json", '{"eli5":', "coeval"],
  ["upload", "id;input;output\n", "csv"],
  ["upload", "just a sentence", null],
  ["upload", "\ufeff", null],
])("%s beginning with %j is %s", (name, start, format) => {
  expect(detectFormat(name, Buffer.from(start))).toBe(format);
});

it("detects a folder's format by its files: a CoEval release first, then LLMBar's lists, else none", () => {
  const files = (...given: [path: string, text: string][]) => given.map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
  const list = '[{"input":"q","output_1":"a","output_2":"b","label":1}]';
  expect(detectFolder(files(["x/notes.json", "{}"], ["x/Natural/dataset.json", list]))).toBe("llmbar");
  expect(detectFolder(files(["x/combine_data.json", "{}"], ["x/list.json", list]))).toBe("coeval");
  expect(detectFolder(files(["x/notes.json", "{}"]))).toBeNull();
});

it("detects a CoEval release by its combine_data.json, flat or in its own tree", () => {
  expect(isCoevalRelease(["combine_data.json", "ELI5/A01.json"])).toBe(true);
  expect(isCoevalRelease(["CoEval/data/combine_data.json"])).toBe(true);
  expect(isCoevalRelease(["samples.csv"])).toBe(false);
});
