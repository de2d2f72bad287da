import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { mixedReport } from "@/lib/testing/mixed-report-fixture";
import { rankedReport } from "@/lib/testing/rare-reports";
import { figure } from "@/lib/testing/report-fixture";
import { FigureLinks } from "../charts/figure-link";
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

test("there is no ranking of one judge, nor where no criterion ranks any", () => {
  const report = mixedReport();
  const one = { ...report, raters: report.raters.filter(({ name }) => name !== "Length") };
  const { judges } = report.chapters;
  const none = { ...report, chapters: { ...report.chapters, judges: { ...judges, ranking: { Clarity: { judges: [], pairs: [] } } } } };
  for (const unranked of [one, none]) {
    const { container, unmount } = render(<RankingPanel report={unranked} />);
    expect(container.textContent).toBe("");
    unmount();
  }
});

test("a judge and a metric with a scale of its own open the units of the judge, whichever is named first", () => {
  const { ranking } = rankedReport.chapters.judges;
  const { Clarity = expect.unreachable() } = ranking;
  const difference = figure(0.16, [0.1, 0.22]);
  const pairs = [
    ["model-x", "Length"],
    ["Length", "model-x"],
  ].map(([a = "", b = ""]) => ({ a, b, difference, p: 0.01, pHolm: 0.02 }));
  const judges = { ...rankedReport.chapters.judges, ranking: { ...ranking, Clarity: { ...Clarity, pairs } } };
  render(
    <FigureLinks projectId="p" taskId="t" filter={{}}>
      <RankingPanel report={{ ...rankedReport, chapters: { ...rankedReport.chapters, judges } }} />
    </FigureLinks>,
  );
  const rows = within(screen.getByRole("table", { name: "Differences between judges" })).getAllByRole("rowheader");
  const opened = rows.map((row) =>
    Object.fromEntries(new URL(within(row).getByRole("link").getAttribute("href") ?? "", "http://x").searchParams),
  );
  const units = { criterion: "Clarity", judge: "model-x", ratings: "1" };
  expect(opened).toMatchObject([units, units]);
});
