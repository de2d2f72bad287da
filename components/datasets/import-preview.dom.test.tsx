import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { type ImportSummary, importCounts } from "@/lib/domain/import";
import { ImportPreview } from "./import-preview";

const staged = (some: Partial<ImportSummary> = {}): ImportSummary => ({
  id: "0b8bb7f4-6f0e-4d0e-8a52-3a8f0a7a1b01",
  taskName: "Explanations",
  format: "csv",
  fileName: "samples.csv",
  status: "staged",
  counts: importCounts.parse({ rows: 3, samples: 3 }),
  problems: [],
  problemCount: 0,
  warnings: [],
  columns: [],
  preview: [{ id: "s1", input: "Why is the sky blue?", output: "Because of scattering." }],
  progress: null,
  error: null,
  createdAt: "2026-01-05T10:00:00.000Z",
  finishedAt: null,
  undoable: false,
  changes: [],
  ...some,
});

function show(summary: ImportSummary) {
  const onCommit = vi.fn();
  const onDiscard = vi.fn();
  render(<ImportPreview summary={summary} busy={false} onCommit={onCommit} onDiscard={onDiscard} />);
  return { onCommit, onDiscard, user: userEvent.setup() };
}

describe("the preview of an import", () => {
  it("says what the file would add and that nothing is written yet, and imports everything", async () => {
    const { onCommit, user } = show(staged());
    screen.getByText("3 rows read from samples.csv, all valid.");
    screen.getByText(/It brings 3 new samples\. Nothing has been written yet\./u);
    await user.click(screen.getByRole("button", { name: "Import everything" }));
    expect(onCommit).toHaveBeenCalledWith({ skipBadRows: false, updateSamples: false });
  });

  it("names file, row, field and message of each problem, and how many more there are", async () => {
    const { onCommit, user } = show(
      staged({
        counts: importCounts.parse({ rows: 1300, samples: 60 }),
        problems: [
          { file: "samples.csv", row: 4, field: "score", message: "9 is above the scale's highest score, 5." },
          { file: "samples.csv", row: 7, field: null, message: "The row has 3 cells where the header has 4." },
        ],
        problemCount: 1240,
      }),
    );
    screen.getByText("1,300 valid rows in samples.csv, and 1,240 problems.");
    const table = screen.getByRole("table", { name: "1,240 problems in the file" });
    const [, first, second] = within(table).getAllByRole("row");
    expect(first?.textContent).toBe("samples.csv4score9 is above the scale's highest score, 5.");
    expect(second?.textContent).toContain("7–The row has 3 cells");
    screen.getByText(/and 1,238 more/u);
    expect(screen.queryByRole("button", { name: "Import everything" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Import only the valid rows" }));
    expect(onCommit).toHaveBeenCalledWith({ skipBadRows: true, updateSamples: false });
  });

  it("offers nothing but to discard when the file as a whole is unreadable", async () => {
    const { onDiscard, user } = show(
      staged({
        counts: importCounts.parse({}),
        columns: [],
        preview: [],
        problems: [{ file: "notes.csv", row: null, field: null, message: "This is a PDF, not a CSV file." }],
        problemCount: 1,
      }),
    );
    screen.getByText("whole file");
    expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual(["Discard"]);
    await user.click(screen.getByRole("button", { name: "Discard" }));
    expect(onDiscard).toHaveBeenCalledOnce();
  });

  it("shows what a changed file would change, and changes it or leaves it", async () => {
    const change = { file: "samples.csv", row: 3, sample: "s2", field: "output", before: "Ice.", after: "Frozen water." };
    const { onCommit, user } = show(
      staged({
        counts: importCounts.parse({ rows: 3, samples: 1, samplesChanged: 2 }),
        changes: [change, { ...change, field: "subset", before: null, after: "hard" }],
      }),
    );
    screen.getByText(/It brings 1 new sample\. 2 samples here have other content in the file\. Nothing has been written yet\./u);
    const [, first, second] = within(screen.getByRole("table", { name: "Changes to 2 samples" })).getAllByRole("row");
    expect(first?.textContent).toBe("3s2outputIce.Frozen water.");
    expect(second?.textContent).toBe("3s2subsetnothinghard");
    screen.getByText(/and 1 more sample\. The first 2 changes are shown/u);
    expect(screen.queryByRole("button", { name: "Import everything" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Update 2 samples and import the rest" }));
    expect(onCommit).toHaveBeenLastCalledWith({ skipBadRows: false, updateSamples: true });
    await user.click(screen.getByRole("button", { name: "Leave them, import the rest" }));
    expect(onCommit).toHaveBeenLastCalledWith({ skipBadRows: true, updateSamples: false });
  });

  it("shows the first rows as read, and oddities with their counts", () => {
    show(staged({ warnings: [{ code: "no-zone", message: "Times without a zone were read as UTC.", count: 12 }] }));
    const table = screen.getByRole("table", { name: "The first row of the file" });
    within(table).getByText("Because of scattering.");
    expect(screen.getByText("Times without a zone were read as UTC.").previousSibling?.textContent).toBe("12");
  });
});
