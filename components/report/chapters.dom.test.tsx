import { render, screen } from "@testing-library/react";
import { beforeAll, expect, it } from "vitest";
import type { ChapterChoice } from "@/lib/domain/report-chapter-names";
import { fixturePairReport } from "@/lib/testing/pair-report-fixture";
import { alphas, fixtureReport } from "@/lib/testing/report-fixture";
import { chaptersOf } from "./chapter-names";
import { Chapters, loadChapters } from "./chapters";

beforeAll(loadChapters);

const report = fixtureReport([{ name: "Clarity", agreement: alphas(0.8, [0.7, 0.88]) }]);
const show = (open: ChapterChoice, of = report, judge: string | null = "model-x", valuesFor: ChapterChoice | null = null) =>
  render(
    <Chapters
      report={of}
      open={open}
      valuesFor={valuesFor}
      level="ordinal"
      judge={judge}
      scoring={judge}
      endings={{ methods: <p>the ending</p> }}
    />,
  );
const panels = () => [...document.querySelectorAll("[data-panel]")].map((panel) => panel.getAttribute("data-panel"));

it("draws the open chapter and nothing of the others", () => {
  show("people");
  expect(panels()).toEqual(["Who agrees with whom", "How long it took"]);
  expect(screen.queryByText("the ending")).toBeNull();
});

it("draws every chapter on one page, under its name, in reading order, each panel once", () => {
  show("all");
  expect([...document.querySelectorAll("[data-chapter-title]")].map((title) => title.textContent)).toEqual([
    ..."Verdict,People,Judges,Scores,Bias,Influence,Criteria,Next,Methods".split(","),
  ]);
  const whole = panels();
  document.body.replaceChildren();
  const one = chaptersOf(report).flatMap((name) => {
    const { unmount } = show(name);
    const own = panels();
    unmount();
    return own;
  });
  expect(whole).toEqual(one);
  expect(new Set(whole).size).toBe(whole.length);
});

it("begins with the chapter on pairs where outputs are compared two by two, and has none elsewhere", () => {
  expect(chaptersOf(report)).not.toContain("pairwise");
  expect(chaptersOf(fixturePairReport())[0]).toBe("pairwise");
  show("pairwise", fixturePairReport());
  expect(panels()).toContain("Who picks the better output?");
});

it("in a report of values only, a chapter that is not there yet says that it is being computed, not that there is nothing", () => {
  const { unmount } = show("judges", report, null, "people");
  expect(screen.getByRole("status").textContent).toBe("This chapter is being computed and appears here by itself.");
  unmount();
  for (const open of ["people", "verdict"] as const) {
    const shown = show(open, report, "model-x", "people");
    expect(screen.queryByText(/being computed/u)).toBeNull();
    expect(panels().length).toBeGreaterThan(0);
    shown.unmount();
  }
});

it("a chapter with nothing to show says why", () => {
  show("bias", report, null);
  expect(panels()).toEqual([]);
  screen.getByText(/no judge has any/u);
});
