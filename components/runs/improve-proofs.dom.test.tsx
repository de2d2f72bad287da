import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, test } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { CandidateEvidence, JudgeImprovement } from "@/lib/domain/judge-improvement";
import { ImproveProofs } from "./improve-proofs";

const renderWithQueries = (element: ReactElement) =>
  render(<QueryClientProvider client={createQueryClient()}>{element}</QueryClientProvider>);

const figure = (value: number) => ({ value, why: null, n: 40, interval: null, intervalWhy: null });
const compared = (present: number, candidate: number) => ({
  present: figure(present),
  candidate: figure(candidate),
  difference: {
    ...figure(candidate - present),
    interval: {
      low: candidate - present - 0.02,
      high: candidate - present + 0.02,
      confidence: 0.95,
      method: "t",
      resamples: null,
      seed: null,
    },
  },
});
const alternative = (passed: boolean | null) => ({ winningRate: null, passed, n: 40, eligible: 2, why: null });
const evidence = (candidateId: string, verdict: CandidateEvidence["verdict"]): CandidateEvidence => ({
  ...{ candidateId, verdict, n: 40, inputs: 30 },
  error: { ...compared(0.25, 0.14), p: 0.01, adjusted: 0.042 },
  correlation: { ...compared(0.5, 0.61), p: 0.2, adjusted: 0.31 },
  agreement: compared(0.33, 0.47),
  alternative: { present: alternative(false), candidate: alternative(true) },
  criteria: [],
  costUsd: { present: 0.02, candidate: null },
});
const improvement = (evidenceOf: CandidateEvidence[] | null): Pick<JudgeImprovement, "candidates" | "trials"> => ({
  candidates: [],
  trials: [
    {
      ...{ id: "t1", use: 3, judge: { id: "j1", name: "Llama" }, candidateIds: ["c1", "c2"], adopted: null },
      runs: [{ candidateId: "c1", runId: "r1", status: "running", done: 7, total: 60 }],
      evidence: evidenceOf && { use: 3, level: 0.05, epsilon: 0.15, candidates: evidenceOf },
      createdAt: "2026-01-05T10:00:00.000Z",
    },
  ],
});

test("a proof shows each change with its interval, and only candidates that are not worse can be adopted", () => {
  renderWithQueries(<ImproveProofs improvement={improvement([evidence("c1", "no-improvement-shown"), evidence("c2", "worse")])} mayEdit />);
  const [, first, second] = screen.getAllByRole("row").map((row) => row.textContent);
  expect(first).toContain("−0.1100.250 → 0.140; −0.13 to −0.09");
  expect(first).toContain("0.042");
  expect(first).toContain("+0.1100.500 → 0.610");
  expect(first).toContain("no → yes");
  screen.getByRole("columnheader", { name: "replaces people, ε 0.15" });
  expect(first).toContain("$0.02 → unknown");
  expect(first).toContain("no improvement shown");
  expect(second).toContain("worse");
  expect(screen.getAllByRole("button", { name: "Adopt" })).toHaveLength(1);
});

test("a proof under way says how far its runs are, and has no result yet", () => {
  renderWithQueries(<ImproveProofs improvement={improvement(null)} mayEdit />);
  expect(screen.getByText(/is running: 7 of 60 units drafted/)).toBeDefined();
  expect(screen.queryByRole("button")).toBeNull();
});
