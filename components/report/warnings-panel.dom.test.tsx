import { render, screen, within } from "@testing-library/react";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import type { TaskReport } from "@/lib/domain/report";
import { provenance } from "@/lib/testing/described-reports";
import { exportedFiles } from "@/lib/testing/exported-files";
import { FigureLinks } from "../charts/figure-link";
import { ProvenanceContext } from "./provenance-context";
import { WarningsPanel } from "./warnings-panel";

const warning = (code: string, count: number, more: { criteriaSet?: number } = {}) => ({ code, message: `About ${code}.`, count, ...more });

const warnings: TaskReport["warnings"] = [
  warning("other-criteria-set", 9, { criteriaSet: 3 }),
  warning("newer-criteria-set", 8),
  warning("planted-left-out", 7),
  warning("panel-and-member", 6),
  warning("mixed-scales", 5),
  warning("labels-left-out", 4),
  warning("rounded-numbers", 3),
];

const pages = () => screen.getAllByRole("listitem").map((item) => within(item).queryByRole("link")?.getAttribute("href") ?? null);

test("each oddity leads to the page on which it can be looked at, where there is one", () => {
  render(
    <FigureLinks projectId="p" taskId="t" filter={{}}>
      <WarningsPanel report={{ warnings, filter: {} }} />
    </FigureLinks>,
  );
  expect(pages()).toEqual([
    "/projects/p/report?task=t&criteriaSet=3",
    "/projects/p/criteria?task=t",
    "/projects/p/plan?task=t",
    "/projects/p/runs?task=t",
    "/projects/p/criteria?task=t",
    "/projects/p/criteria?task=t",
    null,
  ]);
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "9About other-criteria-set. Its report",
    "8About newer-criteria-set. Criteria",
    "7About planted-left-out. Plan",
    "6About panel-and-member. Runs",
    "5About mixed-scales. Criteria",
    "4About labels-left-out. Criteria",
    "3About rounded-numbers.",
  ]);
  expect(screen.getByText("Kept as they are; what figures leave out is named here")).toBeDefined();
});

test("in a frozen or printed report oddities are plain text", () => {
  render(<WarningsPanel report={{ warnings, filter: {} }} />);
  expect(pages()).toEqual(Array(warnings.length).fill(null));
});

test("the most frequent come first, and beyond the fourth they are folded away", () => {
  const shown = (of: typeof warnings) => {
    const { unmount } = render(<WarningsPanel report={{ warnings: of, filter: {} }} />);
    const texts = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    const more = document.querySelector("details");
    const found = [texts, more?.querySelector("summary")?.textContent, more?.querySelectorAll("li").length];
    unmount();
    return found;
  };
  const times = warnings.map(({ count, message }) => `${count}${message}`);
  expect(shown(warnings.toReversed())).toEqual([times, "3 more kinds", 3]);
  expect(shown(warnings.slice(0, 5))[1]).toBe("1 more kind");
  expect(shown(warnings.slice(0, 4))).toEqual([times.slice(0, 4), undefined, undefined]);
  expect(shown([warning("rounded-numbers", 1234)])[0]).toEqual(["1,234About rounded-numbers."]);
});

test("without oddities there is no panel", () => {
  expect(render(<WarningsPanel report={{ warnings: [], filter: {} }} />).container.textContent).toBe("");
});

test("in a narrowed report it says, and its file too, that they are of the whole task", async () => {
  const files = async (filter: TaskReport["filter"]) => {
    const { unmount, container } = render(
      <ProvenanceContext value={provenance}>
        <WarningsPanel report={{ warnings: warnings.slice(5).toReversed(), filter }} />
      </ProvenanceContext>,
    );
    const [file = ""] = await exportedFiles();
    const rows = parse<Record<string, string>>(file, { bom: true, columns: true });
    const said = [...container.querySelectorAll("p")].map(({ textContent }) => textContent);
    unmount();
    return [rows.map(({ Oddity, value, notes }) => [Oddity, value, notes ?? ""]), said];
  };
  const sentence = "Of the whole task, however the report is narrowed.";
  const rows = (notes: string) => [
    ["About labels-left-out.", "4", notes],
    ["About rounded-numbers.", "3", notes],
  ];
  expect(await files({ arm: "blind" })).toEqual([rows(sentence), [sentence]]);
  expect(await files({})).toEqual([rows(""), []]);
});

test("an oddity of a criteria set that is not named leads nowhere", () => {
  render(
    <FigureLinks projectId="p" taskId="t" filter={{}}>
      <WarningsPanel report={{ warnings: [warning("other-criteria-set", 2)], filter: {} }} />
    </FigureLinks>,
  );
  expect(pages()).toEqual([null]);
});
