import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { mixedReport } from "@/lib/testing/mixed-report-fixture";
import { figure } from "@/lib/testing/report-fixture";
import { RankingPanel } from "./ranking-panel";

test("the test of two judges is named after what it swaps: whole inputs only where some have several outputs", () => {
  const { counts, chapters } = mixedReport();
  for (const { pairs } of Object.values(chapters.judges.ranking))
    pairs.push({ a: "model-x", b: "Length", difference: figure(0.16, [0.1, 0.22]), p: 0.01, pHolm: 0.02 });
  const swapped = (samples: number) => {
    const { container, unmount } = render(<RankingPanel report={mixedReport({ chapters, counts: { ...counts, inputs: 10, samples } })} />);
    const found = /swapped at random, (.*?) \((.*?);/u.exec(container.textContent ?? "")?.slice(1);
    unmount();
    return found;
  };
  expect(swapped(11)).toEqual(["input by input", "PERM-INPUTS"]);
  expect(swapped(10)).toEqual(["sample by sample", "PERM-BOTH"]);
});
