import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { RaterTable } from "./rater-table";

const texts = (from: HTMLElement, role: string) =>
  within(from)
    .getAllByRole(role)
    .map(({ textContent }) => textContent);

test("a table of raters has the name of its section", () => {
  render(<RaterTable label="Accuracy" first="Rater" columns={[{ head: "right" }]} rows={[{ name: "Ada", cells: ["0.4"] }]} />);
  expect(texts(screen.getByRole("table", { name: "Accuracy" }), "cell")).toEqual(["0.4"]);
});

test("the name of a metric says that it is one, and a person's nothing more", () => {
  const metric = { id: "m", name: "Length", kind: "judge" as const, judgeKind: "metric" as const, metric: null, panel: null };
  render(
    <RaterTable
      label="Accuracy"
      first="Rater"
      columns={[]}
      rows={[
        { name: "Ada", cells: [] },
        { name: "Length", rater: metric, cells: [] },
      ]}
    />,
  );
  expect(screen.getAllByRole("rowheader").map((name) => [...name.children].map(({ textContent }) => textContent))).toEqual([
    ["Ada"],
    ["Length", "metric"],
  ]);
});

test("of columns with one head, none stays when the table is of others", () => {
  const table = (...heads: string[]) => (
    <RaterTable
      label="Share"
      first="Rater"
      columns={heads.map((head) => ({ head }))}
      rows={[{ name: "Ada", cells: heads.map((head, at) => `${head} ${at}`) }]}
    />
  );
  const { rerender } = render(table("natural", "natural"));
  expect(texts(screen.getByRole("table"), "cell")).toEqual(["natural 0", "natural 1"]);
  rerender(table("other"));
  expect(texts(screen.getByRole("table"), "columnheader")).toEqual(["Rater", "other"]);
  expect(texts(screen.getByRole("table"), "cell")).toEqual(["other 0"]);
});
