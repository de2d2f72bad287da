import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { ProjectSummary } from "@/lib/domain/project";
import { ProjectName } from "./project-name";

afterEach(() => vi.unstubAllGlobals());

const project = (name: string, archivedAt: string | null = null): ProjectSummary => ({
  ...{ id: `id of ${name}`, name, description: "", demo: false, archivedAt, role: "admin", admins: [] },
  ...{ tasks: 1, samples: 2, annotators: 3 },
});

test("the name of the project opens a menu of all that are not archived, no wider than 20 rem however long their names are", async () => {
  const items = [project("Poems"), project("Letters"), project("Speeches", "2026-01-02T00:00:00.000Z")];
  vi.stubGlobal("fetch", async () => Response.json({ items }));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ProjectName project={project("Poems")} />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: /Poems/u }));
  const link = await screen.findByRole("menuitem", { name: "Letters" });
  expect(link.getAttribute("href")).toBe("/projects/id of Letters");
  expect(screen.queryByRole("menuitem", { name: "Speeches" })).toBeNull();
  expect([...screen.getByRole("menu").classList].filter((name) => name.startsWith("max-w-"))).toEqual(["max-w-80"]);
});
