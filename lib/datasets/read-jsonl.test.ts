import fc from "fast-check";
import { expect, it } from "vitest";
import type { ImportEvent } from "@/lib/domain/import";
import { readJsonl } from "./read-jsonl";

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** What was read, without the columns. */
async function read(text: string | Uint8Array, size = 9): Promise<ImportEvent[]> {
  const events: ImportEvent[] = [];
  const bytes = pieces(typeof text === "string" ? Buffer.from(text) : text, size);
  for await (const batch of readJsonl("f.jsonl", bytes)) events.push(...batch.filter(({ kind }) => kind !== "columns"));
  return events;
}

const places = (events: ImportEvent[]) => events.flatMap((event) => (event.kind === "problem" ? [[event.row, event.field]] : []));

it("reads samples and ratings by their keys, with metadata as it is", async () => {
  const events = await read(
    '\ufeff{"id": 1, "input": "a", "output": "b", "tags": [1, {"x": null}]}\r\n\n{"sample_id": "1", "criterion": "c", "rater": "m", "rater_kind": "judge", "score": 2.5}\n',
  );
  expect(events).toMatchObject([
    { kind: "sample", row: 1, externalId: "1", metadata: { tags: [1, { x: null }] } },
    { kind: "rating", row: 3, score: 2.5, raterKind: "judge" },
  ]);
});

it("says which numbers of metadata lost digits, wherever they are in it", async () => {
  const row = (id: number, own: string) => `{"id": ${id}, "input": "a", "output": "b", ${own}}\n`;
  const events = await read(
    [
      row(1, '"kept": [9007199254740991, -9007199254740991, 0.1234567890123456789, "12345678901234567890"]'),
      row(2, '"tweet": 12345678901234567890'),
      row(3, '"nested": [{"x": 1e400}]'),
    ].join(""),
  );
  expect(events.map(({ kind }) => kind)).toEqual(["sample", "sample", "sample", "warning"]);
  expect(events.at(-1)).toMatchObject({
    code: "rounded-numbers",
    message: expect.stringMatching(/kept rounded\. Put them in quotes to keep every digit\. There: "tweet" in row 2; "nested" in row 3$/),
    count: 2,
  });
});

it.each([
  ["no JSON", '{"id": 1,\n{"id": "2", "input": "a", "output": "b"}\n', [[1, null]]],
  [
    "no object",
    "[1]\n3\n",
    [
      [1, null],
      [2, null],
    ],
  ],
  ["missing keys", '{"id": "1", "output": "b"}\n', [[null, "input"]]],
  ["an id that JSON rounds", '{"id": 12345678901234567890, "input": "a", "output": "b"}\n', [[1, "id"]]],
  ["a list for a text", '{"id": "1", "input": ["a"], "output": "b"}\n', [[1, "input"]]],
  ["NUL", '{"id": "1", "input": "a\\u0000", "output": "b"}\n', [[1, "input"]]],
  ["NUL in metadata", '{"id": "1", "input": "a", "output": "b", "deep": {"x": ["\\u0000"]}}\n', [[1, "deep"]]],
  ["half a character", '{"id": "1", "input": "\\ud83d", "output": "b"}\n', [[1, "input"]]],
  ["a score as word", '{"sample_id": "1", "criterion": "c", "rater": "r", "rater_kind": "judge", "score": "good"}\n', [[1, "score"]]],
  ["a score too large", '{"sample_id": "1", "criterion": "c", "rater": "r", "rater_kind": "judge", "score": 1e999}\n', [[1, "score"]]],
  ["two keys with one meaning", '{"id": "1", "ID": "2", "input": "a", "output": "b"}\n', [[1, "ID"]]],
  ["a document over lines", '[\n{"id": "1"}\n]\n', [[1, null]]],
  ["an empty file", "\n\n", [[null, null]]],
  ["very deep nesting", `{"id": "1", "input": "a", "output": "b", "deep": ${"[".repeat(9999)}${"]".repeat(9999)}}\n`, [[1, "deep"]]],
])("names row and key of %s", async (_, text, expected) => {
  expect(places(await read(text))).toEqual(expected);
});

it("names the line of broken UTF-8 and reads the others", async () => {
  const events = await read(
    Buffer.concat([
      Buffer.from('{"id":"1","input":"'),
      Buffer.from([0xff]),
      Buffer.from('","output":"b"}\n{"id":"2","input":"a","output":"b"}\n'),
    ]),
  );
  expect(events).toMatchObject([
    { kind: "problem", row: 1, message: expect.stringContaining("byte FF at offset 19") },
    { kind: "sample", row: 2 },
  ]);
});

it("never throws on random bytes or random JSON", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.uint8Array({ maxLength: 300 }),
        fc.json().map((text) => Buffer.from(text)),
      ),
      async (bytes) => {
        const events = await read(bytes, 13);
        expect(events.length).toBeGreaterThan(0);
      },
    ),
  );
});
