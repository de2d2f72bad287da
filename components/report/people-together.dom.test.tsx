import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { PairsReport, TaskReport } from "@/lib/domain/report";
import { fixturePairReport, fixturePairs, share } from "@/lib/testing/pair-report-fixture";
import { figure } from "@/lib/testing/report-fixture";
import { FigureLinks } from "../charts/figure-link";
import { notesOf } from "./figure-notes";
import { PeopleTogether } from "./people-together";

const two = (at: number): PairsReport["annotatorsTwoByTwo"][number] => ({
  ...{ a: "Ada", b: `P${at}` },
  ...{ share: share(at / 20, 40 + at, [at / 20 - 0.04, at / 20 + 0.04]), kappa: figure(at / 25, [at / 25 - 0.1, at / 25 + 0.1], 20 + at) },
});
const withTwos = (count: number) => fixturePairs({ annotatorsTwoByTwo: Array.from({ length: count }, (_, at) => two(at + 1)) });

function show(pairs: PairsReport, report: TaskReport = fixturePairReport(pairs)) {
  const notes = notesOf([pairs.betweenAnnotators, ...pairs.annotatorsTwoByTwo.flatMap(({ share, kappa }) => [share, kappa])]);
  return render(
    <FigureLinks projectId="p" taskId="t" filter={{}}>
      <PeopleTogether report={report} pairs={pairs} notes={notes} />
    </FigureLinks>,
  );
}
/** Each row's cells, and what its name opens. */
const rows = () =>
  [...screen.getByRole("region", { name: "People with each other" }).querySelectorAll("tbody tr")].map((row) => [
    [...row.children].map(({ textContent }) => textContent?.replaceAll("\u00a0", " ")).join(" | "),
    row.querySelector("a")?.getAttribute("href")?.split("?task=t&")[1],
  ]);

test("all annotators come first, then every two, each with the pairs behind their figures", () => {
  show(withTwos(2));
  expect(rows()).toEqual([
    [
      "all annotators | 85.0 %78.0 % to 92.0 %n = 114 | 0.710.58 to 0.84",
      "criterion=Overall&pairable=people&of=ratings&figure=People+with+each+other",
    ],
    ["Ada and P1 | 5.0 %1.0 % to 9.0 %n = 41 | 0.04−0.06 to 0.14", "criterion=Overall&other=P1&human=Ada&figure=People+with+each+other"],
    ["Ada and P2 | 10.0 %6.0 % to 14.0 %n = 42 | 0.08−0.02 to 0.18", "criterion=Overall&other=P2&human=Ada&figure=People+with+each+other"],
  ]);
  const region = within(screen.getByRole("region", { name: "People with each other" }));
  expect(region.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "Annotators",
    "same verdict",
    "kappa of people",
  ]);
});

test("twelve pairs of people are all shown; of more, the rest when asked", async () => {
  const { unmount } = show(withTwos(12));
  expect(rows()).toHaveLength(13);
  expect(screen.queryByRole("button", { name: /^Show all/u })).toBeNull();
  unmount();
  show(withTwos(13));
  expect(rows()).toHaveLength(13);
  await userEvent.setup().click(screen.getByRole("button", { name: "Show all 13 rows" }));
  expect(rows().at(-1)?.[0]).toMatch(/^Ada and P13 /u);
  expect(screen.queryByRole("button", { name: /^Show all/u })).toBeNull();
});

test("where no criterion says which output is preferred, figures open nothing", () => {
  const pairs = withTwos(1);
  const report = fixturePairReport(pairs);
  const [overall = expect.unreachable()] = report.criteria;
  show(pairs, { ...report, criteria: [overall, { ...overall, name: "Style" }] });
  expect(rows().map(([, link]) => link)).toEqual([undefined, undefined]);
});

test("nothing is shown where no two people share a pair", () => {
  expect(show(withTwos(0)).container.textContent).toBe("");
});
