import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { ProjectSummary } from "@/lib/domain/project";
import { MobilePagesDialog } from "./mobile-pages-dialog";
import { ProjectNavigation } from "./project-navigation";

const project: ProjectSummary = {
  id: "p1",
  name: "Poems",
  description: "",
  demo: false,
  archivedAt: null,
  role: "researcher",
  admins: ["Ada"],
  tasks: 1,
  samples: 1,
  annotators: 1,
};

test("the top line shows a researcher the stages of the study, and a stage's menu leads to its pages", async () => {
  render(<ProjectNavigation project={project} current="samples" />);
  const prepare = screen.getByRole("button", { name: "Prepare, Samples is open" });
  expect(screen.getByRole("button", { name: "Collect" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Analyse" })).toBeDefined();
  await userEvent.click(prepare);
  const items = within(await screen.findByRole("menu")).getAllByRole("menuitem");
  expect(items.map((item) => item.textContent)).toEqual(["Tasks", "Samples", "Criteria", "Guidelines", "Runs", "Plan"]);
  expect(items[1]?.getAttribute("aria-current")).toBe("page");
  expect(items.at(-1)?.getAttribute("href")).toBe("/projects/p1/plan");
});

test("an annotator sees a link and no menu", () => {
  render(<ProjectNavigation project={{ ...project, role: "annotator" }} current="annotate" />);
  expect(screen.getByRole("link", { name: "Annotate" }).getAttribute("aria-current")).toBe("page");
  expect(screen.queryByRole("button")).toBeNull();
});

test("a phone lists the pages under the stages' headings", () => {
  render(<MobilePagesDialog project={project} current="report" onClose={vi.fn()} />);
  expect(screen.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent)).toEqual([
    "Prepare",
    "Collect",
    "Analyse",
    "Manage",
  ]);
  expect(screen.getByRole("link", { name: "Report" }).getAttribute("aria-current")).toBe("page");
});
