import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { SampleDetail, SampleEvaluation, SampleRater } from "@/lib/domain/sample-detail";
import { labelled } from "@/lib/testing/labels";
import { ScoreMatrix } from "./score-matrix";

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const rater = (n: number): SampleRater => ({
  ...{ id: id(n), name: `A0${n}`, arm: "blind", round: 0, excluded: null, flag: null, submittedAt: null },
});
const evaluation = (n: number, score: number, alsoAcceptable: number[]): SampleEvaluation => ({
  ...{ rater: id(n), score, alsoAcceptable, blindScore: null, durationMs: null, draftId: null, lines: [] },
});

function shownSample(metrics: SampleDetail["metrics"] = [], raters = [rater(1), rater(2)], judge: string | null = null) {
  const criterion = { position: 0, definition: "", overall: false, group: null, sampleId: null };
  const none = { drafts: [], label: null, gold: null };
  const numbers = { min: 1, max: 5, step: 1, levels: [], several: true as const };
  const sample: SampleDetail = {
    ...{ id: id(9), number: 1, externalId: "s1", input: "", output: "", outputB: null, reference: null, imageUrl: null },
    ...{ system: null, systemB: null, goldLabel: null, subset: null, metadata: {}, withheld: false, metrics, siblings: [], history: [] },
    task: { id: id(8), projectId: id(7), name: "T", kind: "pointwise", inputName: "input", outputName: "output", textFormat: "plain" },
    raters,
    units: [
      {
        ...none,
        drafts: judge === null ? [] : [{ id: id(4), judge, current: true, score: 3, items: [] }],
        criterion: { ...criterion, id: id(5), name: "Tone", scale: numbers },
        evaluations: [evaluation(1, 4, [3, 5]), evaluation(2, 2, [])],
      },
      {
        ...none,
        criterion: { ...criterion, id: id(6), name: "Kind", scale: labelled("false", "true", "unclear") },
        evaluations: [evaluation(1, 1, []), evaluation(2, 0, [2])],
      },
    ],
  };
  render(<ScoreMatrix sample={sample} judges={[]} judge={judge} current={id(5)} onChoose={vi.fn()} />);
}

test("a score has beside it what its person holds also acceptable", () => {
  shownSample();
  const cellsOf = (name: string) =>
    [...(screen.getByRole("row", { name: new RegExp(name, "u") }).querySelectorAll("td") ?? [])].slice(-2).map((cell) => cell.textContent);
  expect(cellsOf("Tone")).toEqual(["4 (also 3, 5)", "2"]);
  expect(cellsOf("Kind")).toEqual(["true", "false (also unclear)"]);
});

test("a metric with a scale of its own has one score beside all criteria, with its scale, and says that it is of the whole output", () => {
  const own = (judge: string, max: number, score: number) => ({
    ...{ judge, metric: judge, score, scale: { min: 0, max, step: null, levels: [] } },
  });
  shownSample([own("overlap", 1, 0.4567), own("words", 1_000_000, 1203)]);
  const heads = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(heads).toEqual(expect.arrayContaining(["overlap0 to 1", "words0 to 1,000,000"]));
  const [first, second] = ["Tone", "Kind"].map((name) => screen.getByRole("row", { name: new RegExp(name, "u") }));
  const spanning = [...(first?.querySelectorAll("td") ?? [])].filter(({ rowSpan }) => rowSpan === 2);
  expect(spanning.map(({ textContent }) => textContent)).toEqual(["0.46", "1,203"]);
  expect(second?.querySelectorAll("td")).toHaveLength((first?.querySelectorAll("td").length ?? 0) - 2);
  screen.getByText("Metrics score the whole output, on a scale of their own");
});

test("without such a metric nothing is said of one", () => {
  shownSample();
  expect(screen.queryByText(/Metrics score/u)).toBeNull();
});

test("a score beside a draft that was wrong on purpose says so, counts for no spread and is not held against the judge", () => {
  shownSample([], [rater(1), { ...rater(2), planted: true }], "one");
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(["A01blind", "A02wrong draft"]),
  );
  const cells = [...screen.getByRole("row", { name: /Tone/u }).querySelectorAll("td")].map(({ textContent }) => textContent);
  expect(cells.slice(-3)).toEqual(["–", "4, differs from the judge (also 3, 5)", "2"]);
});
