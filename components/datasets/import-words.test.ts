import { describe, expect, it } from "vitest";
import { importCounts } from "@/lib/domain/import";
import { andMore, commitChoice, countSentence, previewColumns } from "./import-words";

const counts = (some: Partial<ReturnType<typeof importCounts.parse>>) => importCounts.parse(some);
const badRow = { file: "a.csv", row: 3, field: "score", message: "9 is above the scale." };
const badFile = { file: "a.csv", row: null, field: null, message: "This is a PDF." };

it("counts are listed in the order a study is built, without zeros", () => {
  expect(countSentence(counts({ ratings: 5000, samples: 1, criteria: 5 }))).toBe("1 new sample, 5 new criteria, 5,000 ratings");
  expect(countSentence(counts({ samplesUnchanged: 20 }))).toBe("20 samples already here, unchanged");
  expect(countSentence(counts({}))).toBe("nothing new");
});

describe("a staged import", () => {
  it("is imported entirely when all rows are valid", () => {
    expect(commitChoice({ problems: [], problemCount: 0, counts: counts({ samples: 2 }) })).toEqual({
      whole: true,
      withoutBadRows: false,
      update: null,
      blocked: null,
    });
  });

  it("can only be imported without its invalid rows", () => {
    expect(commitChoice({ problems: [badRow], problemCount: 1, counts: counts({ samples: 2 }) })).toMatchObject({
      whole: false,
      withoutBadRows: true,
    });
  });

  it("may change stored samples, with what else is valid or without it, and may leave them as they are", () => {
    const choice = (some: Partial<ReturnType<typeof importCounts.parse>>, problems: (typeof badRow)[] = []) =>
      commitChoice({ problems, problemCount: problems.length, counts: counts(some) });
    expect(choice({ samplesChanged: 1 })).toEqual({ whole: false, withoutBadRows: false, update: "Update 1 sample", blocked: null });
    expect(choice({ samplesChanged: 2, samples: 1 })).toMatchObject({
      withoutBadRows: true,
      update: "Update 2 samples and import the rest",
    });
    expect(choice({ samplesChanged: 2, samples: 1 }, [badRow]).update).toBe("Update 2 samples and import the valid rows");
    expect(choice({ samplesChanged: 2 }, [badRow]).update).toBe("Update 2 samples");
  });

  it("is blocked by a problem with the file as a whole", () => {
    const choice = commitChoice({ problems: [badRow, badFile], problemCount: 2, counts: counts({ samples: 2 }) });
    expect(choice.withoutBadRows).toBe(false);
    expect(choice.blocked).toContain("The file cannot be read.");
  });

  it("is blocked when no row is valid, or when everything is already imported", () => {
    expect(commitChoice({ problems: [badRow], problemCount: 1, counts: counts({}) }).blocked).toContain("No row");
    expect(commitChoice({ problems: [], problemCount: 0, counts: counts({ samplesUnchanged: 4 }) }).blocked).toContain("already here");
  });
});

it("the preview has every column that any row has, in the file's order, with the row's number first", () => {
  const rows: Record<string, string>[] = [
    { id: "s1", row: "2", input: "a" },
    { id: "s2", row: "3", system: "x" },
  ];
  expect(previewColumns(rows)).toEqual(["row", "id", "input", "system"]);
});

it("a pair's outputs are side by side, and an empty column is left out", () => {
  const rows = [
    { row: "1", id: "p1", input: "q", output: "a", subset: "s", system: "", output_b: "b", gold_label: "A" },
    { row: "2", id: "p2", input: "q", output: "a", subset: "", system: "", output_b: "", gold_label: "B" },
  ];
  expect(previewColumns(rows)).toEqual(["row", "id", "input", "output", "output_b", "gold_label", "subset"]);
});

it("a cut list says how much is missing", () => {
  expect(andMore(1000, 1240)).toBe("and 240 more");
  expect(andMore(3, 3)).toBeNull();
});
