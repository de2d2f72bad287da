import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { SelectedUnit } from "@/lib/domain/unit-selection";
import { FigureLinks } from "../charts/figure-link";
import { Overruled } from "./overruled";

afterEach(() => vi.unstubAllGlobals());

const taskId = "00000000-0000-4000-8000-000000000001";
const criteria = [
  { name: "1. Clarity.", labels: null },
  { name: "Kind", labels: ["prose", "list"] },
];

/** Asks of the server, and one unit for each reason, as it is or changed. */
function show(leftOut = 0, changes: Partial<SelectedUnit> = {}) {
  const asked: URL[] = [];
  vi.stubGlobal("fetch", async (request: Request | string) => {
    const url = new URL(typeof request === "string" ? request : request.url, "http://localhost");
    asked.push(url);
    const isMadeUp = url.searchParams.get("reason") === "made-up";
    const unit = {
      ...{ sampleId: `sample of ${url.searchParams.get("reason")}`, externalId: "s29", number: 29, system: null, systemB: null },
      ...{ inputStart: isMadeUp ? "How is perfume created?" : "Do chickens get sad?", criterionId: "c", ratings: 1, lines: 1 },
      withheld: false,
      ...(isMadeUp
        ? { criterion: "Kind", scores: [1, 0], judgeScore: 1, words: ["Nobody says so.", "Nobody says so."] }
        : { criterion: "1. Clarity.", scores: [3, 4], judgeScore: 5, words: [] }),
      ...changes,
    };
    const counts = isMadeUp ? { units: 2, ratings: 2, lines: 3, samples: 2 } : { units: 5, ratings: 6, lines: 7, samples: 4 };
    return Response.json({ items: [unit], nextCursor: null, counts, leftOut });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <FigureLinks projectId="p" taskId={taskId} filter={{ system: "harbour" }}>
        <Overruled judge="model-x" done={{ reasons: { "made-up": 3, "wrong-score": 7 } }} criteria={criteria} />
      </FigureLinks>
    </QueryClientProvider>,
  );
  return asked;
}

test("the most frequent reason has its samples beside it, and choosing another shows that one's", async () => {
  const asked = show();
  await screen.findByRole("link", { name: "Do chickens get sad?" });
  screen.getByText("wrong score: 7 lines in 4 samples");
  screen.getByText("model-x 5; people 3, 4");
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
    ...{ system: "harbour", judge: "model-x", item: "all", reason: "wrong-score", of: "lines", limit: "4" },
  });
  const button = screen.getByRole("button", { name: "made up" });
  expect(button.getAttribute("aria-pressed")).toBe("false");
  await userEvent.setup().click(button);
  const sample = await screen.findByRole("link", { name: "How is perfume created?" });
  expect(button.getAttribute("aria-pressed")).toBe("true");
  expect(sample.getAttribute("href")).toContain("/samples/sample of made-up?");
  screen.getByText("made up: 3 lines in 2 samples");
  // Labels are named, not counted.
  screen.getByText("model-x list; people list, prose");
  // What both people wrote, as they wrote it.
  expect(screen.getAllByText("“Nobody says so.”")).toHaveLength(2);
  const all = screen.getByRole("link", { name: "Read them all" });
  expect(new URL(all.getAttribute("href") ?? "", "http://x").searchParams.get("reason")).toBe("made-up");
  expect(all.getAttribute("data-units")).toBe("3");
});

test("samples that the reader has open are said to be left out", async () => {
  show(1);
  await screen.findByText("wrong score: 7 lines in 4 samples (1 sample that you have open is left out, whether it fits or not)");
  cleanup();
  show(2);
  await screen.findByText(/\(2 samples that you have open are left out, whether they fit or not\)$/u);
});

test("a sample says what it lacks, and quotes the first four of the words that people wrote", async () => {
  show(0, { judgeScore: null, scores: [], words: ["One.", "Two.", "Three.", "Four.", "Five."] });
  const sample = (await screen.findByRole("link", { name: "Do chickens get sad?" })).closest("li");
  expect(sample?.textContent).toBe("Claritys29Do chickens get sad?no scores of people“One.”“Two.”“Three.”“Four.”");
});

test("while samples load it is said, and samples that cannot be loaded are asked for again", async () => {
  const asked = show();
  screen.getByRole("status", { name: "Loading the samples" });
  await screen.findByRole("link", { name: "Do chickens get sad?" });
  expect(screen.queryByRole("status")).toBeNull();
  const refusal = { error: { code: "not_found", message: "There is no such task.", requestId: "r1" } };
  vi.stubGlobal("fetch", async () => Response.json(refusal, { status: 404 }));
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "made up" }));
  const alert = await screen.findByRole("alert");
  within(alert).getByText("The samples could not be loaded");
  within(alert).getByText("There is no such task.");
  const before = asked.length;
  vi.stubGlobal("fetch", () => new Promise(() => asked.push(new URL("http://localhost/again"))));
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(asked).toHaveLength(before + 1);
});

test("each reason has a bar as long as its share of the most frequent, and opens its lines", async () => {
  show();
  const items = within(screen.getByRole("region", { name: "Why people overruled it" })).getAllByRole("listitem");
  expect(items.map((item) => item.querySelector<HTMLElement>("[style]")?.style.width)).toEqual(["100%", `${(3 / 7) * 100}%`]);
  screen.getByText("10 reasons given");
  const link = screen.getByRole("link", { name: "3" });
  expect(Object.fromEntries(new URL(link.getAttribute("href") ?? "", "http://x").searchParams)).toEqual({
    ...{ task: taskId, system: "harbour", judge: "model-x", item: "all", reason: "made-up", of: "lines", figure: "lines overruled" },
  });
});

test("nothing is said where no reason was given", () => {
  vi.stubGlobal("fetch", () => expect.unreachable());
  const { container } = render(<Overruled judge="model-x" done={{ reasons: { "made-up": 0 } }} criteria={criteria} />);
  expect(container.textContent).toBe("");
});

test("in a report whose figures open nothing, reasons are counted and nothing is asked of the server", () => {
  vi.stubGlobal("fetch", () => expect.unreachable());
  render(<Overruled judge="model-x" done={{ reasons: { "made-up": 3, "wrong-score": 7 } }} criteria={criteria} />);
  const items = within(screen.getByRole("region", { name: "Why people overruled it" })).getAllByRole("listitem");
  expect(items.map(({ textContent }) => textContent?.replace(/\s/gu, " "))).toEqual(["wrong score7 70.0 %", "made up3 30.0 %"]);
  expect(screen.queryByRole("button")).toBeNull();
});

test("each reason's share has its interval or says why not, and reasons in words alone are counted as such and opened", () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
  const interval = { low: 0.41, high: 0.77, confidence: 0.95, method: "t", resamples: null, seed: null };
  const reasonShares = {
    "wrong-score": { count: 7, share: 7 / 12, interval, intervalWhy: null },
    "own words": { count: 5, share: 5 / 12, interval: null, intervalWhy: "too-few" },
  };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <FigureLinks projectId="p" taskId={taskId} filter={{}}>
        <Overruled judge="model-x" done={{ reasons: { "wrong-score": 7 }, reasonShares }} criteria={criteria} />
      </FigureLinks>
    </QueryClientProvider>,
  );
  screen.getByText("12 reasons given");
  const items = screen.getAllByRole("listitem").map(({ textContent }) => textContent?.replace(/\s/gu, " "));
  expect(items).toEqual([
    "wrong score7 58.3 %41–77 %",
    "in their own words5 41.7 %no interval",
    "There are too few inputs for an interval.",
  ]);
  const link = screen.getByRole("link", { name: "5" });
  expect(new URL(link.getAttribute("href") ?? "", "http://x").searchParams.get("reason")).toBe("own words");
});
