import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { TaskReport } from "@/lib/domain/report";
import { FigureLinks } from "../charts/figure-link";
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
  expect(screen.getByText("Kept as they are; what figures leave out is named here")).toBeDefined();
});

test("in a frozen or printed report oddities are plain text", () => {
  render(<WarningsPanel report={{ warnings, filter: {} }} />);
  expect(pages()).toEqual(Array(warnings.length).fill(null));
});
