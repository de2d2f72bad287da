import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { SampleDetail, SampleEvaluation } from "@/lib/domain/sample-detail";
import { labelled } from "@/lib/testing/labels";
import { ScoreMatrix } from "./score-matrix";

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const rater = (n: number) => ({ id: id(n), name: `A0${n}`, arm: "blind", round: 0, excluded: null, flag: null, submittedAt: null });
const evaluation = (n: number, score: number, alsoAcceptable: number[]): SampleEvaluation => ({
  ...{ rater: id(n), score, alsoAcceptable, blindScore: null, durationMs: null, draftId: null, lines: [] },
});

test("a score has beside it what its person holds also acceptable", () => {
  const criterion = { position: 0, definition: "", overall: false, group: null, sampleId: null };
  const none = { drafts: [], label: null, gold: null };
  const numbers = { min: 1, max: 5, step: 1, levels: [], several: true as const };
  const sample: SampleDetail = {
    ...{ id: id(9), number: 1, externalId: "s1", input: "", output: "", outputB: null, reference: null, imageUrl: null },
    ...{ system: null, systemB: null, goldLabel: null, subset: null, metadata: {}, withheld: false, siblings: [], history: [] },
    task: { id: id(8), projectId: id(7), name: "T", kind: "pointwise", inputName: "input", outputName: "output", textFormat: "plain" },
    raters: [rater(1), rater(2)],
    units: [
      {
        ...none,
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
  render(<ScoreMatrix sample={sample} judges={[]} judge={null} current={id(5)} onChoose={vi.fn()} />);
  const cellsOf = (name: string) =>
    [...(screen.getByRole("row", { name: new RegExp(name, "u") }).querySelectorAll("td") ?? [])].slice(-2).map((cell) => cell.textContent);
  expect(cellsOf("Tone")).toEqual(["4 (also 3, 5)", "2"]);
  expect(cellsOf("Kind")).toEqual(["true", "false (also unclear)"]);
});
