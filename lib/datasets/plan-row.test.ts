import fc from "fast-check";
import { expect, it } from "vitest";
import { knownColumn } from "./columns";
import { planRow } from "./plan-row";
import { RecordReader } from "./read-record";

const odd = fc.constantFrom("", " ", "x\0", "x".repeat(600));
const text = fc.oneof({ weight: 9, arbitrary: fc.constantFrom("a", " b ", "3") }, { weight: 1, arbitrary: odd });
const cells = new Map<string, fc.Arbitrary<string>>(
  Object.entries({
    rater_kind: fc.constantFrom("annotator", "judge", "x"),
    score: fc.constantFrom("3", "2.50", "0", "-0", "1e3", "03", ""),
    arm: fc.constantFrom("", "drafted", "unstated", "x"),
    image_url: fc.constantFrom("", "https://x.y/z"),
    started_at: fc.constantFrom("", "2024-05-29T14:03:00Z", "2024-05-29T14:03:00.250Z"),
    ended_at: fc.constantFrom("", "2024-05-29T14:03:01Z", "2024-02-30T14:03:00Z", "2024-05-29 14:03", "2024-05-29T24:00:00Z"),
  }),
);

const headers = {
  samples: ["ID", "input", "output", "system", "subset", "reference", "image_url", "input_id", "score", "__proto__", "year"],
  ratings: ["sample_id", "criterion", "rater", "rater_kind", "score", "label", "reason", "arm", "started_at", "ended_at"],
};

it.each(Object.entries(headers))(
  "a row of %s that is read by position equals the row reader's, without problems or warnings",
  (_, header) => {
    let planned = 0;
    const rows = fc.tuple(...header.map((name) => cells.get(name) ?? text));
    fc.assert(
      fc.property(rows, (row) => {
        const record = planRow(header, knownColumn)(7, row);
        if (record === null) return;
        planned++;
        const reader = new RecordReader("f.csv");
        expect(
          reader.read(
            7,
            header.map((name, index) => [name, row[index]]),
          ),
        ).toEqual([record]);
        expect([...reader.warnings()]).toEqual([]);
      }),
      { numRuns: 2000 },
    );
    expect(planned).toBeGreaterThan(10);
  },
);
