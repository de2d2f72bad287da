import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test, vi } from "vitest";
import { fullReport } from "@/lib/testing/described-reports";
import { scoresOfJudge } from "@/lib/testing/rare-reports";
import { readTable } from "@/lib/testing/read-table";
import { FigureLinks } from "../charts/figure-link";
import { ScatterPanel } from "./scatter-panel";

beforeAll(() => void vi.stubGlobal("scrollTo", () => undefined));

const [clarity, truth, kind] = scoresOfJudge;
if (!clarity || !truth || !kind) throw new Error("the fixture has three criteria");
// Its scale is another than the first one's.
const report = { ...fullReport, criteria: fullReport.criteria.map((one) => (one.name === "Truth" ? { ...one, min: 0, max: 8 } : one)) };

const shown = (found: typeof scoresOfJudge) =>
  render(
    <FigureLinks projectId="p" taskId="t" filter={{}}>
      <ScatterPanel report={report} found={found} judge="model-x" />
    </FigureLinks>,
  );
const picture = (name: RegExp) => screen.queryByRole("group", { name });
const textsIn = (name: RegExp) => [...(picture(name)?.querySelectorAll("text") ?? [])].map(({ textContent }) => textContent);
const saidIn = (name: RegExp) => [...(picture(name)?.querySelectorAll("title") ?? [])].map(({ textContent }) => textContent);
const units = /^Units by people’s mean and model-x’s score$/u;
const systems = /^Systems by their mean by people and by model-x$/u;

test("one criterion is drawn at a time, on its own scale, and systems where two have both means", async () => {
  shown([clarity, truth]);
  screen.getByText("People’s mean and model-x’s score: on the dashed line they are equal");
  expect(saidIn(units)).toEqual([
    "3 units: people 1.00, model-x 2.00",
    "12 units: people 3.50, model-x 3.00",
    "1 unit: people 4.00, model-x 4.00",
  ]);
  const axis = ["1", "1", "2", "2", "3", "3", "4", "4", "5", "5", "people’s mean", "model-x"];
  expect(textsIn(units)).toEqual(axis);
  expect(textsIn(systems)).toEqual([...axis, "one", "two"]);
  const links = within(picture(systems) ?? document.body).getAllByRole("link");
  expect(links.map((link) => new URL(link.getAttribute("href") ?? "", "http://x").searchParams.get("figure"))).toEqual([
    "means of one",
    "means of two",
  ]);
  await userEvent.setup().click(screen.getByRole("combobox", { name: "Criterion of the scatter" }));
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["Clarity", "Truth"]);
  await userEvent.setup().click(screen.getByRole("option", { name: "Truth" }));
  expect(saidIn(units)).toEqual(["8 units: people 4.00, model-x 4.00"]);
  expect(textsIn(units)).toEqual([
    "0",
    "0",
    "1",
    "1",
    "2",
    "2",
    "3",
    "3",
    "4",
    "4",
    "5",
    "5",
    "6",
    "6",
    "7",
    "7",
    "8",
    "8",
    ...axis.slice(-2),
  ]);
  expect(picture(systems)).toBeNull();
});

test("a criterion without enough units has no place in the choice, and hides none of the others", () => {
  const { unmount } = shown([kind, clarity]);
  expect(saidIn(units)).toHaveLength(3);
  expect(screen.queryByRole("combobox")).toBeNull();
  unmount();
  expect(shown([kind]).container.textContent).toBe("");
});

/** The figures behind the drawing, unfolded. */
function unfolded() {
  const more = screen.getByText("Figures as a table").closest("details") ?? expect.unreachable();
  more.open = true;
  fireEvent(more, new Event("toggle"));
  return more;
}

test("the figures are a table too, whose heads say what they are, with systems where there are two", () => {
  const { unmount } = shown([truth]);
  unfolded();
  expect(screen.getAllByRole("table")).toHaveLength(1);
  expect(readTable(/^The judge against people: Truth, units/u)).toHaveLength(1);
  unmount();
  shown([clarity]);
  const more = unfolded();
  expect(readTable(/^The judge against people: Clarity, units/u)).toEqual([
    { "": "1", "people’s mean": "1.00", "model-x": "2.00", units: "3" },
    { "": "2", "people’s mean": "3.50", "model-x": "3.00", units: "12" },
    { "": "3", "people’s mean": "4.00", "model-x": "4.00", units: "1" },
  ]);
  expect(
    [...more.querySelectorAll<HTMLElement>("[data-explains]")].map(({ textContent, dataset }) => `${textContent}: ${dataset.explains}`),
  ).toEqual(["people: mean-score", "model-x: mean-score", "people’s mean: mean-score", "model-x: mean-score", "units: unit-count"]);
});
