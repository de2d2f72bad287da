import { expect, it } from "vitest";
import { mappingOf, usesOf } from "./column-uses";

const found = {
  file: "f.jsonl",
  guessed: true,
  columns: ["prompt", "answers", "ann1", "ann2", "year"].map((name) => ({ name, example: "" })),
  mapping: {
    fields: { input: "prompt", output: "answers[0]" },
    ratings: { per: "rater" as const, columns: ["ann1", "ann2"] },
    guess: false,
  },
};

it("columns keep the file's order, paths follow, and the choices give the mapping back", () => {
  const uses = usesOf(found);
  expect([...uses]).toEqual([
    ["prompt", "input"],
    ["answers", "metadata"],
    ["ann1", "rating"],
    ["ann2", "rating"],
    ["year", "metadata"],
    ["answers[0]", "output"],
  ]);
  expect(mappingOf(uses, "rater")).toEqual(found.mapping);
});

it("without columns of ratings there are none", () => {
  const uses = new Map(usesOf(found)).set("ann1", "metadata").set("ann2", "metadata");
  expect(mappingOf(uses, "rater").ratings).toBeNull();
});
