import { expect, it } from "vitest";
import { intervalWhySentence, whySentence } from "./why";

it("each reason a statistic can give has its own sentence", () => {
  const codes = [
    "no-units",
    "no-pairable-units",
    "no-variation",
    "constant-input",
    "too-few",
    "out-of-scale",
    "no-eligible-annotators",
    "not-identifiable",
    "negative-values",
    "overflow",
    "own-scale",
    "no-gold",
    "no-overall-criterion",
    "no-judge-score",
    "no-median",
    "no-plain-run",
  ];
  const said = codes.map(whySentence);
  expect(new Set(said).size).toBe(codes.length);
  for (const sentence of said) expect(sentence).toMatch(/^[A-Z].*\.$/u);
  for (const sentence of said) expect(sentence).not.toContain("not defined (");
});

it("too few means inputs where an interval is missing, units where the value is", () => {
  expect(whySentence("too-few")).toBe("There are too few units.");
  expect(intervalWhySentence("too-few")).toBe("There are too few inputs for an interval.");
});

it("an unknown reason is shown rather than swallowed", () => {
  expect(whySentence("some-new-reason")).toBe("It is not defined (some new reason).");
  expect(intervalWhySentence("some-new-reason")).toBe("It is not defined (some new reason).");
});

it("a missing reason does not read like a value", () => {
  expect(whySentence(null)).toBe("It was not computed.");
  expect(intervalWhySentence(undefined)).toBe("No interval was computed.");
});
