import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { parse } from "csv-parse/sync";
import { beforeAll, expect, it, vi } from "vitest";
import { fixtureScores } from "@/lib/testing/chapters-fixture";
import { provenance } from "@/lib/testing/described-reports";
import { exportedFiles } from "@/lib/testing/exported-files";
import { scoresOfJudge } from "@/lib/testing/rare-reports";
import { readTable } from "@/lib/testing/read-table";
import { alphas, fixtureReport } from "@/lib/testing/report-fixture";
import { FigureLinks } from "../charts/figure-link";
import { MeetingPanel } from "./meeting-panel";
import { ProvenanceContext } from "./provenance-context";

beforeAll(() => void vi.stubGlobal("scrollTo", () => undefined));

const name = "Units by people’s median and the judge’s score";
const report = fixtureReport([{ name: "Clarity", agreement: alphas(0.7) }]);

const shown = (found: typeof scoresOfJudge) =>
  render(
    <FigureLinks projectId="p" taskId="t" filter={{}}>
      <ProvenanceContext value={provenance}>
        <MeetingPanel report={report} found={found} judge="model-x" />
      </ProvenanceContext>
    </FigureLinks>,
  );

/** What the links below this element open, and how many units they promise. */
const linksIn = (part: Element) =>
  [...part.querySelectorAll("a")].map((link) => {
    const {
      task: _,
      criterion: __,
      judge: ___,
      ...query
    } = Object.fromEntries(new URL(link.getAttribute("href") ?? "", "http://x").searchParams);
    return { ...query, n: link.getAttribute("data-units") };
  });

it("shows units, and on demand each cell's share of its row beside them", async () => {
  render(<MeetingPanel report={report} found={[{ name: "Clarity", scores: fixtureScores }]} judge="model-x" />);
  const units = [
    { "": "1", 1: "11", 2: "3" },
    { "": "2", 1: "4", 2: "17" },
  ];
  expect(readTable(name)).toEqual(units);
  const choice = screen.getByRole("radio", { name: "Units" });
  expect((choice as HTMLInputElement).checked).toBe(true);
  await userEvent.click(screen.getByRole("radio", { name: "Shares of rows" }));
  expect(readTable(name)).toEqual([
    { "": "1", 1: "1178.6 %", 2: "321.4 %" },
    { "": "2", 1: "419.0 %", 2: "1781.0 %" },
  ]);
  await userEvent.click(choice);
  expect(readTable(name)).toEqual(units);
  expect(screen.queryByRole("combobox")).toBeNull();
});

it("gives no share where nobody met, and none of a row without units", async () => {
  shown(scoresOfJudge.slice(0, 1));
  await userEvent.click(screen.getByRole("radio", { name: "Shares of rows" }));
  expect(readTable(name)).toEqual([
    { "": "1", 1: "675.0 %", "1.5": "0", 3: "225.0 %" },
    { "": "1.5", 1: "0", "1.5": "990.0 %", 3: "110.0 %" },
    { "": "3", 1: "0", "1.5": "0", 3: "0" },
  ]);
});

it("opens the units of a column, of those far apart and of a circle", () => {
  shown(scoresOfJudge.slice(0, 1));
  const table = screen.getByRole("table", { name });
  expect(linksIn(table.querySelector("thead") ?? document.body)).toEqual([
    { ratings: "1", judgeScore: "1", judgeBelow: "1.5", figure: "judge 1", n: "6" },
    { ratings: "1", judgeScore: "1.5", judgeBelow: "3", figure: "judge 1.5", n: "9" },
    { ratings: "1", judgeScore: "3", judgeBelow: "1000000000", figure: "judge 3", n: "3" },
  ]);
  const [apart] = linksIn(screen.getByText(/two points or more apart\./u));
  expect(apart).toEqual({ apart: "either", gap: "2", figure: "two points or more apart", n: "1" });
  expect(linksIn(screen.getByRole("group", { name: "Differences between model-x and people" }))).toEqual([
    { people: "mean", humanScore: "1", judgeScore: "2", figure: "difference +1.00", n: "3" },
    { people: "mean", humanScore: "3.5", judgeScore: "3", figure: "difference −0.50", n: "12" },
    { people: "mean", humanScore: "4", judgeScore: "4", figure: "difference 0.00", n: "1" },
  ]);
});

it("shows one criterion at a time, without a picture where differences have no limits", async () => {
  shown(scoresOfJudge);
  await userEvent.click(screen.getByRole("combobox", { name: "Criterion of the meeting" }));
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["Clarity", "Truth", "Kind"]);
  await userEvent.click(screen.getByRole("option", { name: "Truth" }));
  expect(readTable(name)).toEqual([{ "": "4", 4: "8" }]);
  screen.getByRole("group", { name: /^Differences/u });
  await userEvent.click(screen.getByRole("combobox", { name: "Criterion of the meeting" }));
  await userEvent.click(screen.getByRole("option", { name: "Kind" }));
  expect(screen.queryByRole("group", { name: /^Differences/u })).toBeNull();
  const [file = ""] = await exportedFiles();
  const cells = parse<Record<string, string>>(file, { bom: true, columns: true });
  expect(cells.map((cell) => [cell.table, cell["people’s median"], cell.measure, cell.value])).toEqual(
    [
      ["1", "1", "11"],
      ["1", "2", "3"],
      ["2", "1", "4"],
      ["2", "2", "17"],
    ].map((cell) => ["Where the judge and people meet: Kind", ...cell]),
  );
});

it("has the differences as a table too, whose heads say what they are", () => {
  shown(scoresOfJudge.slice(0, 1));
  const more = screen.getByText("Figures as a table").closest("details") ?? expect.unreachable();
  Object.assign(more, { open: true });
  fireEvent(more, new Event("toggle"));
  const heads = within(screen.getByRole("table", { name: "Differences by height: Clarity" })).getAllByRole("columnheader");
  expect(heads.map((head) => [head.textContent, head.querySelector<HTMLElement>("[data-explains]")?.dataset.explains])).toEqual([
    ["Circle", undefined],
    ["mean of both", "mean-score"],
    ["judge minus people", "signed-error"],
    ["units", "unit-count"],
  ]);
});
