import { expect, it } from "vitest";
import { alphas, fixtureReport } from "@/lib/testing/report-fixture";
import { anchoringNote } from "./anchoring";

const note = (...arms: string[]) => anchoringNote(fixtureReport([], { arms }));

it("scores made after seeing the draft are no evidence that the judge is right", () => {
  expect(note("drafted")?.tone).toBe("caution");
  expect(note("drafted")?.text).toMatch(/^Every annotator saw the draft/u);
});

it("who scored first without the draft is not said to have seen it before scoring", () => {
  expect(note("blind-then-drafted")?.text).toMatch(/^Every annotator saw the draft before the final score\./u);
  expect(note("drafted", "blind-then-drafted")?.text).toMatch(/^Every annotator saw the draft before the final score\./u);
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

it("where the verdict rests on scores without a draft, it says so, and what all ratings mix, and no more of which panels are of which", () => {
  const mixed = (...arms: string[]) => {
    const { chapters, criteria, ...rest } = fixtureReport([{ name: "Clear", agreement: alphas(0.5) }], { arms });
    return anchoringNote({ ...rest, criteria, chapters: { ...chapters, verdict: { Clear: { used: {}, all: {} } as never } } })?.text;
  };
  const start =
    "Only the scores made without a draft can show whether the judge is right. The verdict rests on these alone where there are enough of them. Every panel says which ratings it is of";
  expect(mixed("blind", "drafted")).toBe(`${start}; “all ratings” mix scores made after seeing a draft and scores made without one.`);
  expect(mixed("blind-then-drafted")).toBe(`${start}.`);
  expect(note("blind", "drafted")?.text).not.toContain("Every panel");
});

it("there is nothing to note where nobody has scored", () => {
  expect(note()).toBeNull();
});
