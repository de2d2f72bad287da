import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { FrozenSummary } from "@/lib/domain/frozen-report";
import type { FilterTexts } from "@/lib/domain/report-filter";
import { FrozenReportsPanel } from "./frozen-reports-panel";

afterEach(() => vi.unstubAllGlobals());

const whole: FrozenSummary = {
  ...{ id: "f1", taskId: "t", task: "Answers", name: "Camera ready", hash: `0123456789abcdef${"0".repeat(48)}` },
  ...{ filter: {}, frozenAt: "2026-01-02T00:00:00Z", frozenBy: "Ada" },
};
const part = { ...whole, id: "f2", name: "Preprint", filter: { arm: "blind", finished: "true" }, frozenBy: null };
const other = { ...whole, id: "f3", taskId: "u", name: "Of another task" };

/** The panel for somebody with a role, null while it is unknown, with "METHOD path" of each request; what was deleted is listed no more. */
function shown(items: FrozenSummary[], { role = "admin" as string | null, filter = {} as FilterTexts, failures = 0 } = {}) {
  const asked: string[] = [];
  let kept = items;
  let left = failures;
  vi.stubGlobal("fetch", async (address: string, { method = "GET" }: RequestInit = {}) => {
    const { pathname } = new URL(address, "http://x");
    asked.push(`${method} ${pathname.replace("/api/v1", "")}`);
    if (method === "DELETE") {
      kept = kept.filter(({ id }) => !pathname.endsWith(id));
      return Response.json({});
    }
    if (!pathname.endsWith("/frozen-reports")) return role === null ? new Promise(() => undefined) : Response.json({ role });
    return left-- > 0
      ? Response.json({ error: { code: "forbidden", message: "Not for you." } }, { status: 403 })
      : Response.json({ items: kept });
  });
  const client = createQueryClient();
  const { container } = render(
    <QueryClientProvider client={client}>
      <FrozenReportsPanel projectId="p" report={{ taskId: "t", filter }} />
    </QueryClientProvider>,
  );
  return { asked, client, container };
}

const namesListed = () => [...document.querySelectorAll("li a:not([download])")].map(({ textContent }) => textContent);
const about =
  "Kept as they were, with the data behind them. “redline report --from” recomputes a downloaded one and names each figure that differs.";

test("a task's frozen reports are listed with who froze them, what they are narrowed to and their hash, and lead to their page and file", async () => {
  const { asked } = shown([whole, other, part], { role: "researcher" });
  const items = await screen.findAllByRole("listitem");
  expect(items.map((item) => item.querySelector("p")?.textContent?.replace(/^.*?\d\d:\d\d/u, ""))).toEqual([
    ", by Ada · SHA-256 0123456789ab…",
    ", only arm blind, finished samples only · SHA-256 0123456789ab…",
  ]);
  expect(screen.getAllByTitle(whole.hash)).toHaveLength(2);
  expect(
    items.flatMap((item) =>
      within(item)
        .getAllByRole("link")
        .map((link) => [link.textContent, link.getAttribute("href")]),
    ),
  ).toEqual([
    ["Camera ready", "/reports/frozen/f1"],
    ["Download", "/api/v1/reports/frozen/f1/bundle"],
    ["Preprint", "/reports/frozen/f2"],
    ["Download", "/api/v1/reports/frozen/f2/bundle"],
  ]);
  screen.getByRole("link", { name: "Download Preprint" });
  expect(screen.getByText(/^Kept as they were/u).textContent).toBe(about);
  expect(asked.sort()).toEqual(["GET /projects/p", "GET /projects/p/frozen-reports"]);
  expect(screen.queryByRole("button")).toBeNull();
});

test("nobody is offered to delete one before their role is known", async () => {
  shown([whole], { role: null });
  await screen.findByRole("link", { name: "Camera ready" });
  expect(screen.queryByRole("button")).toBeNull();
});

test("under a narrowed report they are said to be all of the task", async () => {
  shown([whole], { filter: { arm: "blind" } });
  expect((await screen.findByText(/^Kept as they were/u)).textContent).toBe(`${about} All of the task, however this report is narrowed.`);
});

test("a task without frozen reports shows nothing of them", async () => {
  const { asked, client, container } = shown([other]);
  expect(container.innerHTML).toBe("");
  await vi.waitFor(() => expect([asked.length, client.isFetching()]).toEqual([2, 0]));
  expect(container.innerHTML).toBe("");
});

test("an admin deletes one once its name is typed, and keeps it otherwise", async () => {
  const user = userEvent.setup();
  const { asked } = shown([whole, part]);
  await user.click(await screen.findByRole("button", { name: "Delete Preprint" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete this frozen report?" });
  expect(dialog.textContent).toContain("papers that cite it can no longer be checked against it");
  await user.click(within(dialog).getByRole("button", { name: "Keep it" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Delete Preprint" }));
  await user.type(await screen.findByRole("textbox", { name: "Type “Preprint” to confirm" }), "Preprint");
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await vi.waitFor(() => expect(namesListed()).toEqual(["Camera ready"]));
  expect(asked.filter((one) => one.startsWith("DELETE"))).toEqual(["DELETE /reports/frozen/f2"]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("frozen reports that cannot be loaded are asked for again", async () => {
  shown([whole], { failures: 1 });
  await screen.findByText("The frozen reports could not be loaded");
  await userEvent.setup().click(screen.getByRole("button", { name: "Try again" }));
  await vi.waitFor(() => expect(namesListed()).toEqual(["Camera ready"]));
});
