import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import { alphas, fixtureReport } from "@/lib/testing/report-fixture";
import { fixtureTask } from "@/lib/testing/task-fixture";
import { ReportPage } from "./report-page";

vi.mock("next/navigation", () => ({ useSearchParams: () => new URLSearchParams(), useRouter: () => ({ replace: vi.fn() }) }));
afterEach(() => vi.unstubAllGlobals());

const task = fixtureTask();
const base = fixtureReport([{ name: "Clarity", agreement: alphas(0.7, [0.6, 0.8]) }]);
const [first, second] = ["model-x", "model-y"].map((name) => ({ ...base.raters[3], id: name, name }) as (typeof base.raters)[number]);
const people = base.raters.filter(({ kind }) => kind === "annotator");

/** The report's page at an address, with what it asks the server for and the addresses it comes to. */
async function opened(searchParams: string) {
  const asked: URL[] = [];
  const frozen: unknown[] = [];
  const addresses: URLSearchParams[] = [];
  vi.stubGlobal("scrollTo", () => undefined);
  vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
    const url = new URL(address, "http://x");
    asked.push(url);
    if (url.pathname.endsWith("/frozen-reports") && init?.method === "POST") {
      frozen.push(JSON.parse(`${init.body}`));
      return Response.json({});
    }
    if (url.pathname.endsWith("/tasks")) return Response.json({ items: [task] });
    if (url.pathname.endsWith("/filter-choices")) {
      const none = { systems: [], subsets: [], imports: [], arms: [], criteria: [], criteriaSets: [], annotators: [] };
      return Response.json({ ...none, judges: ["model-x", "model-y"] });
    }
    if (url.pathname.endsWith("/version")) return Response.json({ dataVersion: "v" });
    if (url.pathname.endsWith("/decisions")) return Response.json({ firstRatings: [], decisions: [] });
    if (!url.pathname.endsWith("/report")) return Response.json({ items: [] });
    const system = url.searchParams.get("system");
    if (system !== null)
      return Response.json(
        { error: { code: "invalid_input", message: `There is no system "${system}" in this report.` } },
        { status: 422 },
      );
    const judge = url.searchParams.get("judge");
    const raters = [...people, ...[first, second].flatMap((one) => (one && (judge === null || one.name === judge) ? [one] : []))];
    const computed = { at: "2026-03-01T00:00:00Z", current: true, newerRatings: 0, complete: true };
    const filter = judge === null ? {} : { judge };
    return Response.json({ dataVersion: "v", tasks: [{ ...base, taskId: task.id, raters, filter, computed }] });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <NuqsTestingAdapter
        searchParams={`?task=${task.id}&chapter=methods&${searchParams}`}
        onUrlUpdate={(update) => addresses.push(update.searchParams)}
        hasMemory
      >
        <ReportPage projectId="p" software="Redline 9" />
      </NuqsTestingAdapter>
    </QueryClientProvider>,
  );
  await screen.findByRole("combobox", { name: "Judges" }, { timeout: 20_000 });
  const reports = () => asked.filter(({ pathname }) => pathname.endsWith("/report"));
  const download = () => new URL(screen.getByRole("link", { name: "Download JSON" }).getAttribute("href") ?? "", "http://x").searchParams;
  return { reports, download, frozen, addresses };
}

test("a report narrowed to one judge is asked for, downloaded and frozen as such, and has no other judge to show", async () => {
  const { reports, download, frozen } = await opened("onlyJudge=model-y");
  expect(reports().map(({ searchParams }) => searchParams.get("judge"))).toEqual(["model-y"]);
  expect(download().get("judge")).toBe("model-y");
  expect(screen.queryByRole("combobox", { name: "Judge" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Freeze" }));
  fireEvent.change(await screen.findByRole("textbox", { name: /^Name/u }, { timeout: 20_000 }), { target: { value: "Of one" } });
  fireEvent.click(screen.getAllByRole("button", { name: "Freeze" }).at(-1) as HTMLElement);
  await waitFor(() => expect(frozen).toEqual([expect.objectContaining({ name: "Of one", filter: { judge: "model-y" } })]), {
    timeout: 20_000,
  });
}, 60_000);

test("the judge whose figures are shown narrows nothing, and the filter that narrows to one is another choice", async () => {
  const { reports, download, addresses } = await opened("judge=model-y");
  expect(screen.getByRole("combobox", { name: "Judge" }).textContent).toBe("model-y");
  expect(reports().map(({ searchParams }) => searchParams.get("judge"))).toEqual([null]);
  expect(download().get("judge")).toBeNull();
  const user = userEvent.setup();
  await user.click(screen.getByRole("combobox", { name: "Judges" }));
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["Judges: all", "model-x", "model-y"]);
  await user.click(screen.getByRole("option", { name: "model-x" }));
  await waitFor(() => expect(reports().at(-1)?.searchParams.get("judge")).toBe("model-x"));
  await waitFor(() => expect(download().get("judge")).toBe("model-x"), { timeout: 20_000 });
  expect([addresses.at(-1)?.get("onlyJudge"), addresses.at(-1)?.get("judge")]).toEqual(["model-x", "model-y"]);
}, 60_000);

test("a narrowing that the task does not have is named, and the filters stay to undo it", async () => {
  const { addresses } = await opened("system=nope");
  await screen.findByText("The report could not be computed for system nope");
  screen.getByText('There is no system "nope" in this report.');
  const system = screen.getByRole("combobox", { name: "System" });
  expect(system.textContent).toBe("nope");
  const user = userEvent.setup();
  await user.click(system);
  await user.click(screen.getByRole("option", { name: "System: all" }));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull(), { timeout: 20_000 });
  await screen.findByRole("link", { name: "Download JSON" }, { timeout: 20_000 });
  expect(addresses.at(-1)?.get("system")).toBeNull();
}, 60_000);
