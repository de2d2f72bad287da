import { screen, within } from "@testing-library/react";

/** The cells of a table on the page by column head, row by row; without marks that refer to notes, spaces plain. */
export function readTable(name?: string | RegExp): Record<string, string>[] {
  const table = screen.getByRole("table", name === undefined ? {} : { name });
  const [heads, ...rows] = within(table).getAllByRole("row");
  const names = within(heads as HTMLElement).getAllByRole("columnheader");
  return rows.map((row) => {
    const cells = within(row).getAllByRole("cell");
    const first = { "": textOf(within(row).getByRole("rowheader")) };
    return { ...first, ...Object.fromEntries(names.slice(1).map((head, index) => [textOf(head), textOf(cells[index])])) };
  });
}

const textOf = (node: HTMLElement | undefined) => (node?.textContent ?? "").replaceAll("\u00a0", " ").replace(/note \d+/gu, "");
