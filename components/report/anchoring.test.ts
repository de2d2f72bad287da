import { expect, it } from "vitest";
import { fixtureReport } from "@/lib/testing/report-fixture";
import { anchoringNote } from "./anchoring";

const note = (...arms: string[]) => anchoringNote(fixtureReport([], { arms }));

it("scores made after seeing the draft are no evidence that the judge is right", () => {
  expect(note("drafted")?.tone).toBe("caution");
  expect(note("drafted")?.text).toMatch(/^Every annotator saw the draft/u);
});

it("scores whose origin is not stated may be anchored, and the note says if", () => {
  expect(note("unstated")?.text).toContain("do not say whether");
});

it("blind scores need no caution", () => {
  expect(note("blind")).toEqual({ tone: "quiet", text: "Every annotator scored without seeing a draft." });
});

it("a mixture names what is mixed", () => {
  expect(note("blind", "drafted")?.text).toContain("mix scores made after seeing a draft and scores made without one");
  expect(note("unstated", "blind", "drafted")?.text).toContain(
    "scores made after seeing a draft, scores made without one and scores whose origin is not stated",
  );
});

it("the first two tables are said to rest on scores without a draft only where they do", () => {
  expect(note("blind", "drafted")?.text).not.toContain("first two tables");
  const { chapters, criteria, ...rest } = fixtureReport([], { arms: ["blind", "drafted"] });
  const row = { used: {}, all: {} } as never;
  const names = criteria.length > 0 ? criteria : [{ name: "Clear", min: 1, max: 5, labels: null, overall: false }];
  const verdict = Object.fromEntries(names.map(({ name }) => [name, row]));
  expect(anchoringNote({ ...rest, criteria: names, chapters: { ...chapters, verdict } })?.text).toContain(
    "the first two tables are of these",
  );
});

it("there is nothing to note where nobody has scored", () => {
  expect(note()).toBeNull();
});
