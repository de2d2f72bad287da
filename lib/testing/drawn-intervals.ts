/** What a table draws beside its rows on a common axis: the axis' labels, and each row's dot and ends of its interval. */
export function drawnIntervals(table: Element | null): { axis: (string | null)[]; rows: (string | null | undefined)[][] } {
  const of = (selector: string) => [...(table?.querySelectorAll(selector) ?? [])];
  return {
    axis: of("thead td span span").map(({ textContent }) => textContent?.replaceAll("\u00a0", " ") ?? null),
    rows: of("tbody tr").map((row) => {
      const interval = row.querySelector("line.stroke-ink");
      const dot = row.querySelector("circle")?.getAttribute("cx");
      return row.querySelector("svg") ? [dot, interval?.getAttribute("x1"), interval?.getAttribute("x2")] : [];
    }),
  };
}
