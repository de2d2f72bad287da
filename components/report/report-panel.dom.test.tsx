import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { PanelTable, Provenance } from "@/lib/paper/panel-table";
import { decimals } from "../charts/format";
import { countCell, figureCell } from "./cells";
import { ProvenanceContext } from "./provenance-context";
import { ReportPanel } from "./report-panel";

const from: Provenance = {
  ...{ task: "T", arms: "blind", level: "nominal", selection: [], computedAt: "2026-02-03T00:10:00Z", dataVersion: "v", software: "S" },
};
const interval = { low: 0.1234, high: 0.5678, confidence: 0.95, method: "jackknife", resamples: null, seed: null };
const table: PanelTable = {
  title: "Shown",
  labels: ["System"],
  columns: [
    { head: "alpha", figure: "alpha", format: decimals },
    { head: "ties", figure: "ties" },
  ],
  rows: [
    { labels: ["one"], cells: [figureCell({ value: 0.3456, why: null, n: 41, interval }), countCell(7)] },
    { labels: ["two"], cells: [figureCell({ value: null, why: "no-variation", n: 12 }), countCell(null)] },
  ],
  n: "units",
};
const show = (tables: PanelTable[], provenance: Provenance | null = from) =>
  render(
    <ProvenanceContext value={provenance}>
      <ReportPanel title="Who?" drawn={tables}>
        <p>drawn</p>
      </ReportPanel>
    </ProvenanceContext>,
  );

describe("a panel of the report", () => {
  it("is exported in five formats, and its table copied in two, from one menu", async () => {
    show([table]);
    await userEvent.setup().click(screen.getByRole("button", { name: "Export Who?" }));
    expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
      ...["SVG", "PNG", "CSV", "LaTeX", "Markdown", "Copy LaTeX", "Copy Markdown"],
    ]);
  });

  it("offers nothing to export while it has no figures or nothing to cite", () => {
    const { unmount } = show([{ ...table, rows: [] }]);
    expect(screen.queryByRole("button", { name: /Export/u })).toBeNull();
    expect(screen.queryByText("Figures as a table")).toBeNull();
    unmount();
    show([table], null);
    expect(screen.queryByRole("button", { name: /Export/u })).toBeNull();
  });

  it("has no choices to set apart where there is nothing to choose or export", () => {
    render(<ReportPanel title="Who?">Nobody.</ReportPanel>);
    expect(document.querySelector("[data-screen-only]")).toBeNull();
  });

  it("exports no table without rows, and shows none behind its chart", async () => {
    const nothing = { ...table, title: "Nothing", rows: [] };
    render(
      <ProvenanceContext value={from}>
        <ReportPanel title="Who?" tables={[nothing]} drawn={[nothing, table]}>
          drawn
        </ReportPanel>
      </ProvenanceContext>,
    );
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: "Export Who?" }));
    await user.click(screen.getByRole("menuitem", { name: "Copy Markdown" }));
    await vi.waitFor(async () => expect(await navigator.clipboard.readText()).toContain("Shown"));
    expect(await navigator.clipboard.readText()).not.toContain("Nothing");
    await user.click(screen.getByText("Figures as a table"));
    expect(screen.getAllByRole("table").map((one) => one.querySelector("caption")?.textContent)).toEqual(["Shown"]);
  });

  it("has a table behind its chart, with n, interval and the reason for what is missing", async () => {
    show([{ ...table, notes: ["Ties count as half."] }]);
    expect(document.querySelector("table")).toBeNull();
    await userEvent.setup().click(screen.getByText("Figures as a table"));
    const behind = await screen.findByRole("region", { name: "Shown, as a table" });
    expect(
      within(behind)
        .getAllByRole<HTMLTableRowElement>("row")
        .map(({ cells }) => [...cells].map(({ textContent }) => textContent)),
    ).toEqual([
      ["System", "alpha", "ties", "n (units)"],
      ["one", "0.35 [0.12, 0.57]", "7", "41"],
      ["two", "–1", "–2", "12"],
    ]);
    const of = (role: string) =>
      within(behind)
        .getAllByRole(role)
        .map(({ textContent }) => textContent);
    expect([of("rowheader"), of("cell")]).toEqual([
      ["one", "two"],
      ["0.35 [0.12, 0.57]", "7", "41", "–1", "–2", "12"],
    ]);
    expect(behind.querySelectorAll("[scope=row]")).toHaveLength(2);
    expect(behind.querySelectorAll("sup")).toHaveLength(2);
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "1Every rating is the same, so agreement cannot be distinguished from chance.",
      expect.stringMatching(/^2/u),
    ]);
    screen.getByText("Ties count as half.");
  });

  it("keeps no column of a table behind its chart when the chart is of other figures, where two had one head", async () => {
    const of = (...heads: string[]): PanelTable => ({
      ...{ title: "Shown", labels: ["System"], columns: heads.map((head) => ({ head })) },
      rows: [{ labels: ["one"], cells: heads.map((head, at) => `${head} ${at}`) }],
    });
    const panel = (shown: PanelTable) => (
      <ReportPanel title="Who?" drawn={[shown]}>
        drawn
      </ReportPanel>
    );
    const { rerender } = render(panel(of("model-x", "model-x")));
    await userEvent.setup().click(screen.getByText("Figures as a table"));
    const cells = () =>
      within(screen.getByRole("table"))
        .getAllByRole("row")
        .map(({ textContent }) => textContent);
    expect(cells()).toEqual(["Systemmodel-xmodel-x", "onemodel-x 0model-x 1"]);
    rerender(panel(of("other")));
    expect(cells()).toEqual(["Systemother", "oneother 0"]);
  });

  it("explains a figure at its name: what it says, formula and source, by key as well, and Escape returns to the name", async () => {
    show([table]);
    const user = userEvent.setup();
    await user.click(screen.getByText("Figures as a table"));
    const name = await screen.findByRole("button", { name: "alpha" });
    name.focus();
    await user.keyboard("{Enter}");
    const note = await screen.findByRole("note");
    expect(note.textContent).toContain("How far people agree beyond chance");
    expect(note.textContent).toContain("α = 1 − Dₒ / Dₑ");
    expect(note.textContent).toContain("Krippendorff (2018); Hayes and Krippendorff (2007)");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("note")).toBeNull();
    expect(document.activeElement).toBe(name);
  });
});
