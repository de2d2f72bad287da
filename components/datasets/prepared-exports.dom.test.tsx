import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { PreparedExport } from "@/lib/domain/prepared-export";
import { ExportPanel } from "./export-panel";

afterEach(() => vi.unstubAllGlobals());
vi.setConfig({ testTimeout: 15_000 });

const prepared = (over: Partial<PreparedExport>): PreparedExport => ({
  id: crypto.randomUUID(),
  format: "csv",
  taskId: "t1",
  excluded: "with",
  status: "waiting",
  progress: null,
  size: 0,
  fileName: null,
  error: null,
  createdAt: "2026-11-23T10:00:00.000Z",
  finishedAt: null,
  expiresAt: null,
  ...over,
});

/** A project with a small and a large task, and what is asked of the server besides reading. */
function open(files: PreparedExport[]) {
  const asked: [method: string, url: string, body: unknown][] = [];
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body }: { method?: string; body?: string } = {}) => {
    if (method !== "GET") {
      asked.push([method, url, body === undefined ? null : JSON.parse(body)]);
      if (method === "POST") files.unshift(prepared({ ...JSON.parse(body ?? "{}") }));
      else files.splice(0);
      return Response.json(method === "POST" ? files[0] : { ok: true });
    }
    if (url.endsWith("/prepared-exports")) return Response.json({ items: files });
    if (url.includes("/training-exports?"))
      return Response.json({ error: { code: "conflict", message: "There are no pairs." } }, { status: 409 });
    if (url.endsWith("/projects/p")) return Response.json({ id: "p", name: "Study", role: "admin" });
    const task = (id: string, name: string, samples: number) => ({ id, name, kind: "pointwise", counts: { samples } });
    return Response.json({ items: [task("t1", "Small", 10_000), task("t2", "Large", 10_001)] });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ExportPanel projectId="p" />
    </QueryClientProvider>,
  );
  return asked;
}

const choose = async (name: string) => {
  await userEvent.click(await screen.findByRole("combobox", { name: "What" }));
  await userEvent.click(screen.getByRole("option", { name }));
};

test("a small task is downloaded directly, and a file of a large one or of everything is prepared", async () => {
  const asked = open([]);
  await choose("Small");
  expect(screen.getByRole("link", { name: "Download CSV" })).toBeDefined();
  // A bundle holds the whole project, whichever task is chosen.
  expect(await screen.findByRole("button", { name: "Prepare Bundle" })).toBeDefined();
  await choose("Large");
  expect(screen.queryByRole("link", { name: "Download CSV" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Prepare CSV" }));
  await choose("All tasks");
  await userEvent.click(screen.getByRole("button", { name: "Prepare Bundle" }));
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked).toEqual([
    ["POST", "/api/v1/projects/p/prepared-exports", { format: "csv", task: "t2" }],
    ["POST", "/api/v1/projects/p/prepared-exports", { format: "redline" }],
  ]);
});

test("prepared files say how far they are, how long they are kept or why they failed", async () => {
  const files = [
    prepared({ status: "running", progress: 0.25, size: 4_100_000 }),
    prepared({ format: "long-csv", status: "running", size: 1500 }),
    prepared({ format: "jsonl", taskId: null, status: "waiting" }),
    prepared({ format: "parquet", status: "done", size: 37_400_000, expiresAt: "2026-11-24T10:00:00.000Z" }),
    prepared({ format: "redline", taskId: null, status: "failed", error: "The account that asked for it is disabled." }),
  ];
  open(files);
  const list = await screen.findByRole("list", { name: "Prepared files" });
  const [running, unknown, waiting, done, failed] = within(list).getAllByRole("listitem");
  expect(running?.textContent).toContain("CSV, Small");
  expect(running?.textContent).toMatch(/25\.0\s%, 4\.1\sMB so far/);
  expect(
    within(running as HTMLElement)
      .getByRole("progressbar")
      .getAttribute("aria-valuenow"),
  ).toBe("25");
  expect(unknown?.textContent).toMatch(/scores, Small1\.5\skB so far/);
  expect(waiting?.textContent).toContain("JSON Lines, All tasksWaiting for the worker");
  expect(done?.textContent).toMatch(/37\sMB, until 24 Nov 2026/);
  const link = within(done as HTMLElement).getByRole("link", { name: "Download the prepared Parquet, Small" });
  expect(link.getAttribute("href")).toBe(`/api/v1/prepared-exports/${files[3]?.id}/file`);
  expect(failed?.textContent).toContain("Bundle, whole projectFailed: The account that asked for it is disabled.");
  expect(within(list).getAllByRole("link")).toHaveLength(1);
});

test("a file can be deleted, and then nothing is left of the list", async () => {
  const file = prepared({ status: "done", size: 12, expiresAt: "2026-11-24T10:00:00.000Z" });
  const asked = open([file]);
  await userEvent.click(await screen.findByRole("button", { name: "Delete CSV, Small" }));
  await waitFor(() => expect(screen.queryByRole("list", { name: "Prepared files" })).toBeNull());
  expect(asked).toEqual([["DELETE", `/api/v1/prepared-exports/${file.id}`, null]]);
});
