import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { FrozenReport } from "@/lib/domain/frozen-report";
import { alphas, fixtureReport } from "@/lib/testing/report-fixture";
import { FrozenHeadPanel } from "./frozen-head-panel";
import { FrozenReportPage } from "./frozen-report-page";
import { UnlessItFails } from "./unless-it-fails";

vi.mock("next/navigation", () => ({ useSearchParams: () => new URLSearchParams() }));
afterEach(() => vi.unstubAllGlobals());

const frozen: FrozenReport = {
  hash: "a".repeat(64),
  report: fixtureReport([]),
  head: {
    ...{ redlineReport: 1, id: "0f7c1d52-7a3f-4a37-9a53-6d5e5a5f2f11", name: "Camera ready", project: "Study 7", task: "Answers" },
    frozenAt: "2026-02-03T12:05:06.000Z",
    settings: {
      excluded: "with",
      filter: { arm: "blind", finished: "true", criteriaSet: "2", to: "2026-01-02" },
      level: "interval",
      intervals: [
        { method: "jackknife", confidence: 0.95, resamples: null, seed: null },
        { method: "bca", confidence: 0.9, resamples: 2000, seed: 17 },
      ],
      resampled: [
        { figure: "reaches", resamples: 4000, seed: 5 },
        { figure: "stability", resamples: 250, seed: 9 },
        { figure: "other", resamples: 300, seed: 6 },
      ],
    },
    versions: { redline: "0.4.1", statistics: "3" },
    dataHash: "b".repeat(64),
  },
};

const factOf = (name: string) => screen.queryByText(name)?.nextElementSibling?.textContent;

test("a frozen report says what it is of, each fact with its own value", () => {
  render(<FrozenHeadPanel frozen={frozen} bundle="/bundle" />);
  expect(screen.getByRole("heading", { name: "Camera ready" })).toBeTruthy();
  expect(document.body.textContent).toContain("Answers, Study 7. Later work changes nothing here.");
  expect(factOf("Id")).toBe(frozen.head.id);
  expect(factOf("SHA-256 of the bundle's content")).toBe("a".repeat(64));
  expect(factOf("SHA-256 of the data")).toBe("b".repeat(64));
  expect(factOf("Versions")).toBe("Redline 0.4.1, statistics 3");
  expect(factOf("Excluded people")).toBe("included");
  expect(factOf("Narrowed to")).toBe("criteria set 2, arm blind, finished samples only, until 2026-01-02");
  expect(factOf("Level of measurement")).toBe("interval");
  expect(factOf("Intervals")).toBe("95 % jackknife; 90 % bca, B = 2,000, seed 17");
  expect(factOf("Other resamples")).toBe(
    "chance that alpha reaches .667 and .800, B = 4,000, seed 5; stable ranking probability, B = 250, seed 9; other, B = 300, seed 6",
  );
  expect(screen.getByRole("link", { name: "Download the bundle" }).getAttribute("href")).toBe("/bundle");
});

test("one without excluded people and intervals, not narrowed, and kept before other resamples were, says so of each", () => {
  const { resampled: _, ...settings } = frozen.head.settings;
  const head = { ...frozen.head, settings: { ...settings, excluded: "without" as const, filter: {}, intervals: [] } };
  render(<FrozenHeadPanel frozen={{ ...frozen, head }} bundle="/bundle" />);
  expect(["Excluded people", "Narrowed to", "Intervals", "Other resamples"].map(factOf)).toEqual([
    ...["left out", "everything", "none", undefined],
  ]);
});

test("a report that cannot be drawn any more gives way to a word about it", () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const Failing = (): never => {
    throw new TypeError("no such figure");
  };
  render(
    <UnlessItFails otherwise={<p>Too old to draw</p>}>
      <Failing />
    </UnlessItFails>,
  );
  expect(screen.getByText("Too old to draw")).toBeTruthy();
});

const context: FrozenReport["head"]["context"] = {
  runs: [
    {
      ...{ id: "r", kind: "evaluation", variant: "plain", imported: false, model: "gpt-frozen", protocol: "direct", promptVersion: "v7" },
      ...{ judge: { name: "model-x" }, parameters: { temperature: 0.3 }, createdAt: "2026-01-01T00:00:00.000Z" },
      consistency: { cc: { value: 0.61, why: null, n: 5 }, icc: { value: 0.52, why: null, n: 10 }, basis: "lexical" },
    },
  ],
  plans: [
    {
      ...{ id: "p", version: 1, status: "closed" },
      content: { design: "crossed", overlap: 3, shared: 0, people: 4, seed: 77, arms: [{ arm: "blind" }] },
      changes: [{ verb: "plan.start", details: { sentence: "Four annotators rate everything." } }],
      progress: {
        ...{ samples: 20, outside: { submitted: 0, before: 0 } },
        arms: [{ arm: "blind", runId: null, judge: null, planned: 60, submitted: 58, excluded: 0, criteria: [] }],
      },
    },
  ],
  rounds: [],
  decisions: {
    firstRatings: [{ version: 1, at: "2026-01-05T08:00:00.000Z" }],
    decisions: [{ about: "Exclusion of P7", what: "Answers in two seconds.", at: "2026-01-09T08:00:00.000Z", by: null }],
  },
};

/** The page under all chapters, with every address that it asks the server for. */
async function opened(kept: FrozenReport["head"]["context"]) {
  const asked: string[] = [];
  const report = fixtureReport([{ name: "Clarity", agreement: alphas(0.7, [0.6, 0.8]) }], { arms: ["blind"] });
  vi.stubGlobal("scrollTo", () => undefined);
  vi.stubGlobal("print", () => undefined);
  vi.stubGlobal("fetch", async (address: string | URL | Request) => {
    asked.push(address instanceof Request ? address.url : `${address}`);
    return Response.json({ ...frozen, report, head: { ...frozen.head, ...(kept && { context: kept }) } });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <NuqsTestingAdapter searchParams="?chapter=all">
        <FrozenReportPage frozenId={frozen.head.id} />
      </NuqsTestingAdapter>
    </QueryClientProvider>,
  );
  // Printing loads all that the page can show.
  fireEvent.click(await screen.findByRole("button", { name: "Print" }));
  await screen.findByText(/^Written from this report's settings/u, {}, { timeout: 20_000 });
  return asked;
}

test("a frozen report's page asks for the frozen report and for nothing of its task, and describes judges, study and criteria as it keeps them", async () => {
  const asked = await opened(context);
  expect(asked.map((address) => new URL(address, "http://x").pathname)).toEqual([`/api/v1/reports/frozen/${frozen.head.id}`]);
  const text = document.body.textContent ?? "";
  expect(text).toContain("The judge model-x is the model gpt-frozen at temperature 0.3 with prompts v7");
  expect(text).toContain(
    "Four annotators rate everything. The allocation was drawn with seed 77. Of 60 planned ratings, 58 were submitted.",
  );
  expect(within(screen.getByRole("table", { name: "Planned and submitted ratings" })).getByText("58")).toBeTruthy();
  expect(within(screen.getByRole("table", { name: "Consistency of proposed criteria" })).getByText("0.61")).toBeTruthy();
  expect(within(screen.getByRole("table", { name: "Decisions" })).getByText("Answers in two seconds.")).toBeTruthy();
  expect(text).not.toContain("did not keep how judges were set");
}, 60_000);

test("one that was frozen before these were kept says so, and asks for nothing of its task either", async () => {
  const asked = await opened(undefined);
  expect(asked).toHaveLength(1);
  expect(document.body.textContent).toContain("did not keep how judges were set");
  expect(screen.queryByRole("table", { name: "Planned and submitted ratings" })).toBeNull();
}, 60_000);
