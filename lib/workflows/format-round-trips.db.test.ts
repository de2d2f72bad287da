import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type Arbitrary, array, assert, asyncProperty, constantFrom, option, record, string, uniqueArray } from "fast-check";
import { expect, test } from "vitest";
import type { ExportFormat } from "@/lib/domain/export-format";
import { parseScales } from "@/lib/domain/parse-scales";
import { temporaryDatabase } from "@/lib/testing/database";
import { instanceAdmin } from "@/lib/testing/small-study";
import { createProject } from "./create-project";
import { exportProject } from "./export-project";
import { importFile } from "./import-file";

temporaryDatabase();

type Files = [fileName: string, content: string | Uint8Array][];
let projects = 0;

async function imported(files: Files, scaleText: string): Promise<string> {
  const { id: projectId } = await createProject(instanceAdmin, { name: `Round trip ${projects++}`, description: "" });
  const { scale, scales } = parseScales(scaleText) ?? {};
  for (const [fileName, content] of files) {
    const body = Readable.from([typeof content === "string" ? Buffer.from(content) : content]);
    const options = scales === undefined ? {} : { scales };
    await importFile(instanceAdmin, { projectId, fileName, taskName: "T", format: "auto", scale, options, body, skipBadRows: false });
  }
  return projectId;
}
const bytesOf = async (projectId: string, format: ExportFormat) =>
  new Uint8Array(await buffer(Readable.from((await exportProject(instanceAdmin, { projectId, format })).body)));
const textOf = async (projectId: string, format: ExportFormat) => Buffer.from(await bytesOf(projectId, format)).toString("utf8");

// What spreadsheets, CSV and JSON each have trouble with.
const awkward = constantFrom(
  "=1+1",
  "@x",
  "-",
  "'=a",
  '"',
  '""',
  ",",
  ";",
  "\t",
  "\n",
  "\r\n",
  "\\",
  "é",
  "🌧",
  "\u2028",
  "[1, 2]",
  "{",
  "007",
  "null",
  "１",
);
const textWith = (first: Arbitrary<string>): Arbitrary<string> =>
  array(first, { minLength: 1, maxLength: 6 }).map((parts) => `${parts.join("")}.`);
const text = textWith(constantFrom("word ", "Text").chain((word) => awkward.map((odd) => `${odd}${word}`)));
const tame = textWith(
  string({ unit: constantFrom("a", " ", "é", "🌧", '"', ",", "\n"), minLength: 1, maxLength: 9 }).map((rest) => `x${rest}`),
);
const name = string({ unit: constantFrom("a", "B", "7", "-", " ", "é", ".", "'"), maxLength: 8 }).map((rest) => `n${rest.trim()}`);

const kinds = {
  scores: { scale: "1-5", outputs: (one: string) => ({ output: one }), given: (at: number) => ({ score: 1 + (at % 5) }) },
  labels: {
    scale: "c=warm|cold|007",
    outputs: (one: string) => ({ output: one }),
    given: (at: number) => ({ label: ["warm", "cold", "007"][at % 3] }),
  },
  pairs: {
    scale: "",
    outputs: (one: string, other: string) => ({ output_a: one, output_b: other, gold_label: one.length % 2 ? "A" : "tie" }),
    given: (at: number) => ({ label: ["A", "B", "tie"][at % 3] }),
  },
};

const studyOf = (words: Arbitrary<string>) =>
  record({
    samples: uniqueArray(
      record({
        id: name,
        input: words,
        output: words,
        other: words,
        subset: option(name),
        reference: option(words),
        input_id: option(name),
        own: option(words),
      }),
      { minLength: 1, maxLength: 4, selector: ({ id }) => id },
    ),
    raters: uniqueArray(name, { minLength: 1, maxLength: 3 }),
  });
type Study = ReturnType<typeof studyOf> extends Arbitrary<infer S> ? S : never;

const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** A project with a generated study's samples and ratings by people, in both arms, and by a judge. */
function filesOf({ samples, raters }: Study, kind: keyof typeof kinds): Files {
  const { outputs, given } = kinds[kind];
  const criterion = kind === "pairs" ? "Preference" : "c";
  const texts = samples.map(({ output, other, ...sample }) => ({ ...sample, ...outputs(output, other) }));
  const ratings = samples.flatMap(({ id }, row) =>
    [...raters, "judge"].map((rater, place) => {
      const isJudge = place === raters.length;
      const who = { sample_id: id, criterion, rater, rater_kind: isJudge ? "judge" : "annotator", reason: row === 0 ? "Because." : null };
      return { ...who, ...given(row + place), ...(isJudge ? {} : { arm: place % 2 ? "blind" : "drafted" }) };
    }),
  );
  return [
    ["samples.jsonl", lines(texts)],
    ["ratings.jsonl", lines(ratings)],
  ];
}

/** The columns of a long table that an import cannot know: how a judge is asked. */
const known = (long: string) => long.replaceAll(/,(?:step-by-step|imported)?,(true|false)\r?$/gm, ",,$1");

test.each(["scores", "labels", "pairs"] as const)(
  "generated studies with %s come back from csv with long-csv, from Parquet and from JSON Lines as they were",
  { timeout: 180_000 },
  async (kind) => {
    const { scale } = kinds[kind];
    await assert(
      asyncProperty(studyOf(text), async (study) => {
        const first = await imported(filesOf(study, kind), scale);
        const [csv, long] = [await textOf(first, "csv"), await textOf(first, "long-csv")];
        const fromCsv = await imported(
          [
            ["s.csv", csv],
            ["r.csv", long],
          ],
          scale,
        );
        expect(await textOf(fromCsv, "csv")).toBe(csv);
        expect(known(await textOf(fromCsv, "long-csv"))).toBe(known(long));
        const fromParquet = await imported(
          [
            ["s.parquet", await bytesOf(first, "parquet")],
            ["r.parquet", await bytesOf(first, "long-parquet")],
          ],
          scale,
        );
        expect(await textOf(fromParquet, "csv")).toBe(csv);
        expect(known(await textOf(fromParquet, "long-csv"))).toBe(known(long));
        const jsonl = await textOf(first, "jsonl");
        const fromJson = await imported([["s.jsonl", jsonl]], scale);
        expect(samplesIn(await textOf(fromJson, "jsonl"))).toEqual(samplesIn(jsonl));
        expect(long.split(/\r?\n/).length).toBe(study.samples.length * (study.raters.length + 1) + 2);
      }),
      { numRuns: 6 },
    );
  },
);

const samplesIn = (jsonl: string) =>
  jsonl
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string; scores?: unknown })
    .filter(({ type }) => type === "sample")
    .map(({ scores: _, ...sample }) => sample);

test("the table for spreadsheets comes back as it was where no text begins like a formula", { timeout: 120_000 }, async () => {
  await assert(
    asyncProperty(studyOf(tame), constantFrom("scores" as const, "labels" as const, "pairs" as const), async (study, kind) => {
      const { scale } = kinds[kind];
      const first = await imported(filesOf(study, kind), scale);
      const copy = await imported(
        [
          ["s.csv", await textOf(first, "excel")],
          ["r.csv", await textOf(first, "long-csv")],
        ],
        scale,
      );
      expect(await textOf(copy, "csv")).toBe(await textOf(first, "csv"));
    }),
    { numRuns: 6 },
  );
});
