import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import { ExportPanel } from "./export-panel";

afterEach(() => vi.unstubAllGlobals());
vi.setConfig({ testTimeout: 15_000 });

const answers = { id: "t1", name: "Answers", kind: "pointwise", counts: { samples: 3 } };

function open(role: string, tasks: readonly object[] = [answers]) {
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.includes("/training-exports?"))
      return Response.json({ error: { code: "conflict", message: "There are no pairs." } }, { status: 409 });
    if (url.endsWith("/projects/p")) return Response.json({ id: "p", name: "Study", role });
    return Response.json({
      items: url.endsWith("/tasks") ? tasks : [],
    });
  });
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <ExportPanel projectId="p" />
    </QueryClientProvider>,
  );
  return client;
}

test("an admin downloads the bundle of the whole project, whichever task is chosen for the other files", async () => {
  open("admin");
  const address = async (name: string) => (await screen.findByRole("link", { name })).getAttribute("href");
  await address("Download Bundle");
  await userEvent.click(screen.getByRole("combobox", { name: "What" }));
  await userEvent.click(screen.getByRole("option", { name: "Answers" }));
  expect(await address("Download CSV")).toMatch(/\?format=csv&task=t1$/);
  expect(await address("Download Bundle")).toMatch(/\?format=redline$/);
});

test("a researcher is not offered the bundle, which has what researchers do not see", async () => {
  const client = open("researcher");
  await screen.findByRole("link", { name: "Download JSON Lines" });
  const loaded = () =>
    client
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data);
  await waitFor(() => expect(loaded()).toContainEqual(expect.objectContaining({ role: "researcher" })));
  expect(screen.queryByRole("link", { name: "Download Bundle" })).toBeNull();
});

test("when there are several tasks, tables are offered for one at a time, and CoEval's format for those without pairs", async () => {
  open("researcher", [answers, { ...answers, id: "t2", name: "Pairs", kind: "pairwise" }]);
  await screen.findByRole("link", { name: "Download JSON Lines" }, { timeout: 10_000 });
  expect(screen.queryByRole("link", { name: "Download CSV" })).toBeNull();
  expect(screen.getAllByText("One task at a time: choose it above.").length).toBeGreaterThan(5);
  screen.getByText("Not for pairs: choose another task above.");
  const choose = async (name: string) => {
    await userEvent.click(screen.getByRole("combobox", { name: "What" }));
    await userEvent.click(screen.getByRole("option", { name }));
  };
  await choose("Pairs");
  screen.getByText("Not for pairs.");
  expect(screen.getByRole("link", { name: "Download CSV" }).getAttribute("href")).toMatch(/task=t2$/);
  await choose("Answers");
  expect(screen.getByRole("link", { name: "Download CoEval release" }).getAttribute("href")).toMatch(/format=coeval&task=t1$/);
});
