import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { parse } from "csv-parse/sync";
import { afterEach, expect, test, vi } from "vitest";
import { ratesOfTwoJudges } from "@/lib/testing/acted-drafts";
import { provenance } from "@/lib/testing/described-reports";
import { exportedFiles } from "@/lib/testing/exported-files";
import { judgeOf } from "@/lib/testing/panel-tables";
import { alphas, fixtureReport } from "@/lib/testing/report-fixture";
import { FigureLinks } from "../charts/figure-link";
import { DraftPanel } from "./draft-panel";
import { ProvenanceContext } from "./provenance-context";
import { FrozenContext } from "./task-context";

afterEach(() => vi.restoreAllMocks());

const base = fixtureReport([{ name: "Clarity", agreement: alphas(0.7) }]);
const own = judgeOf(base.actions);
const { judge, another } = ratesOfTwoJudges;
const report = { ...base, actions: { judge: { ...own, overall: judge, reasons: {} }, another: { ...own, overall: another, reasons: {} } } };

const draw = (of = "judge") =>
  render(
    <FrozenContext value={null}>
      <ProvenanceContext value={provenance}>
        <FigureLinks projectId="p" taskId="t" filter={{}}>
          <DraftPanel report={report} judge={of} />
        </FigureLinks>
      </ProvenanceContext>
    </FrozenContext>,
  );
const show = () => userEvent.setup().click(screen.getByRole("radio", { name: "By judge" }));
const partsOf = (name: string) => screen.getByText(name, { selector: "dt span" }).closest("div") as HTMLElement;
const plain = (text: string | null | undefined) => text?.replace(/\s/gu, " ");

test("what people did is counted by judge, with n and intervals, and says that this compares no like with like", async () => {
  draw();
  await show();
  const said = (name: string) => [
    partsOf(name).querySelector("dt span + span")?.textContent,
    ...within(partsOf(name))
      .getAllByRole("listitem")
      .map(({ textContent }) => plain(textContent)),
  ];
  expect([said("judge"), said("another")]).toEqual([
    ["23 lines", "56.5 % accepted 13, 38–75 %", "26.1 % revised 6, 0–52 %", "13.0 % removed 3, 0–39 %", "4.3 % added 1, 0–25 %"],
    ["28 lines", "64.3 % accepted 18, 20–100 %", "14.3 % revised 4, 0–67 %", "3.6 % removed 1, 0–17 %", "17.9 % added 5, 13–23 %"],
  ]);
  screen.getByText("Share of each judge’s draft lines; headings left out");
  screen.getByText(/may be of other samples, and other people may have seen them/u);
});

test("each share opens the lines of its judge that it counts", async () => {
  draw();
  await show();
  const opened = within(partsOf("another"))
    .getAllByRole("link")
    .map((link) => {
      const query = new URL(link.getAttribute("href") ?? "", "http://x").searchParams;
      return [query.get("judge"), query.get("item"), query.get("outcome"), query.get("of"), link.getAttribute("data-units")];
    });
  expect(opened).toEqual([
    ["another", "all", "accept", "lines", "18"],
    ["another", "all", "revise", "lines", "4"],
    ["another", "all", "remove", "lines", "1"],
    ["another", "all", "add", "lines", "5"],
  ]);
});

test("its file has every share and count by judge with all digits, and what was accepted by one key for the chosen judge alone", async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `#${saved.push(blob as Blob)}`);
  draw();
  await show();
  fireEvent.click(screen.getByRole("button", { name: /^Export / }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "CSV" }));
  await vi.waitFor(() => expect(saved).toHaveLength(1), { timeout: 20_000 });
  const rows = parse<Record<string, string>>((await saved[0]?.text()) ?? "", { bom: true, columns: true });
  const lines = rows.filter(({ table }) => table === "What people did with the draft");
  expect(lines.map((row) => [row.Judge, row.measure, row.value, row.n, row.low, row.high])).toEqual(
    Object.entries(ratesOfTwoJudges).flatMap(([name, { n, ...rates }]) => {
      const words = { accept: "accepted", revise: "revised", remove: "removed", add: "added" };
      const each = (["accept", "revise", "remove", "add"] as const).map((outcome) => ({ ...rates[outcome], word: words[outcome] }));
      return [
        ...each.map(({ word, share, interval }) => [name, word, `${share}`, `${n}`, `${interval?.low}`, `${interval?.high}`]),
        ...each.map(({ word, count }) => [name, `lines ${word}`, `${count}`, `${n}`, "", ""]),
      ];
    }),
  );
  const together = rows.filter(({ table }) => table?.startsWith("Accepted with the rest"));
  const about = "Share of 23 draft lines by judge; headings left out";
  expect(together.map((row) => [row.measure, row.about])).toEqual([
    ["by one key", about],
    ["lines by one key", about],
  ]);
});

test("its file by line has them under a head of their own", async () => {
  draw();
  const [file = ""] = await exportedFiles();
  expect(parse<Record<string, string>>(file, { bom: true, columns: true })[0]?.Lines).toBe("All lines");
});

test("a judge whose drafts nobody acted on is said to be one, beside those of others", () => {
  draw("third");
  screen.getByText("Nobody has acted on a draft by third.");
  expect(screen.queryByRole("radio")).toBeNull();
  expect(within(partsOf("judge")).getAllByRole("listitem")).toHaveLength(4);
  expect(document.body.textContent).not.toContain("by one key");
});

test("a share without an interval says so, and why is below the bars once", () => {
  draw();
  const none = { interval: null, intervalWhy: "degenerate-replicates" };
  const overall = { ...judge, accept: { ...judge.accept, ...none }, add: { ...judge.add, ...none } };
  const actions = { judge: { ...own, overall } };
  render(<DraftPanel report={{ ...base, actions }} judge="judge" />);
  const [, second] = screen.getAllByText("All lines", { selector: "dt span" });
  const [accepted] = within(second?.closest("div") as HTMLElement).getAllByRole("listitem");
  expect(plain(accepted?.textContent)).toBe("56.5 % accepted 13, no interval");
  expect(screen.getAllByText("Leaving out any input changes nothing, so there is no interval.")).toHaveLength(1);
  expect(screen.getAllByText(/by one key \(6\.7.%\)\. There are too few inputs for an interval\.$/u)).toHaveLength(2);
});

test("what was accepted by one key is a share with its interval", () => {
  const { interval } = judge.revise;
  const acceptedTogether = { ...own.acceptedTogether, interval, intervalWhy: null };
  render(<DraftPanel report={{ ...base, actions: { judge: { ...own, acceptedTogether } } }} judge="judge" />);
  screen.getByText(/were accepted with the rest of the draft, by one key \(6\.7.%, 0–52.%\)\.$/u);
});
