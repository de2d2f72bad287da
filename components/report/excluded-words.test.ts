import { expect, test } from "vitest";
import type { TaskReport } from "@/lib/domain/report";
import { alphas, fixtureReport, meanAlphas } from "@/lib/testing/report-fixture";
import { excludedWords } from "./excluded-words";

const people = [
  { id: "1", name: "P1A2B3C4", reason: "Answers in two seconds." },
  { id: "2", name: "Bob", reason: "Left early" },
];
const wordsOf = (excluded: TaskReport["excluded"], criteria = ["Clear", "True"]) =>
  excludedWords(
    fixtureReport(
      criteria.map((name) => ({ name, agreement: alphas(0.8) })),
      { excluded },
    ),
    "ordinal",
  );

test("the report says whom it leaves out, why, and what agreement is with them", () => {
  expect(wordsOf({ shown: "without", people, otherWay: meanAlphas(0.541, [0.4, 0.684], 2, 2) })).toBe(
    "Without two excluded people (P1A2B3C4: Answers in two seconds; Bob: Left early); with them mean alpha over the criteria, ordinal, is 0.54 [0.40 to 0.68].",
  );
});

test("the other way round it says that they count, and what agreement is without them", () => {
  expect(wordsOf({ shown: "with", people: people.slice(1), otherWay: meanAlphas(0.7, undefined, 1, 1) }, ["Clear"])).toBe(
    "With one excluded person (Bob: Left early); without them alpha, ordinal, is 0.70, without an interval.",
  );
  expect(wordsOf({ shown: "with", people: people.slice(1), otherWay: meanAlphas(null, undefined, 0, 1) }, ["Clear"])).toMatch(
    /without them alpha, ordinal, is not defined/,
  );
});

test("it says nothing where nobody is excluded", () => {
  expect(wordsOf({ shown: "without", people: [], otherWay: null })).toBeNull();
});
