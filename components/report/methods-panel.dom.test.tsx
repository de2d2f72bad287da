import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { DatedReport } from "@/lib/domain/report";
import type { ReportContext } from "@/lib/domain/report-context";
import { fixtureVerdict } from "@/lib/testing/chapters-fixture";
import { emptyReport, provenance } from "@/lib/testing/described-reports";
import { alphas, fixtureReport } from "@/lib/testing/report-fixture";
import { notices, toast } from "../ui/toast";
import { MethodsPanel } from "./methods-panel";
import { ProvenanceContext } from "./provenance-context";
import { FrozenContext } from "./task-context";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const report: DatedReport = {
  ...fixtureReport([{ name: "Clarity", agreement: alphas(0.7, [0.6, 0.8]) }], { arms: ["blind"] }),
  computed: { at: "2026-11-22T23:30:00.000Z", current: true, newerRatings: 0, complete: true },
};

const kept: ReportContext = {
  runs: [
    {
      ...{ id: "r", kind: "evaluation", variant: "plain", imported: false, model: "gpt-7", protocol: "step-by-step", promptVersion: "v7" },
      ...{ judge: { name: "model-x" }, parameters: { temperature: 0.3 }, createdAt: "2026-01-01T00:00:00.000Z", consistency: null },
    },
  ],
  plans: [
    {
      ...{ id: "p", version: 1, status: "closed" },
      content: { design: "crossed", overlap: 3, shared: 0, people: 4, seed: 77, arms: [{ arm: "blind" }] },
      changes: [{ verb: "plan.start", details: { sentence: "Four annotators rate everything" } }],
      progress: {
        ...{ samples: 20, outside: { submitted: 0, before: 0 } },
        arms: [{ arm: "blind", runId: null, judge: null, planned: 60, submitted: 58, excluded: 0, criteria: [] }],
      },
    },
  ],
  rounds: [],
};

/** With what a frozen report keeps; undefined: of a living task. */
const draw = (
  context: ReportContext | null | undefined,
  of = report,
  from: typeof provenance | null = provenance,
  client = createQueryClient(),
) =>
  render(
    <QueryClientProvider client={client}>
      <FrozenContext value={context}>
        <ProvenanceContext value={from}>
          <MethodsPanel report={of} level="interval" />
        </ProvenanceContext>
      </FrozenContext>
    </QueryClientProvider>,
  ).container;

const paragraphs = () => [...document.querySelectorAll("p")].map(({ textContent }) => textContent);

test("the methods are sentences with their citations, and the works that they cite, each once", () => {
  draw(kept, { ...report, chapters: { ...report.chapters, verdict: { Clarity: fixtureVerdict() } } });
  screen.getByRole("heading", { name: "Methods" });
  screen.getByText("Written from this report's settings: a sentence is here only if it is true of it");
  const [text = "", ...others] = paragraphs();
  expect(others).toEqual([]);
  expect(text).toMatch(/^3 annotators rated 20 outputs for 10 inputs on 1 criterion from 1 to 5 \(60 ratings\)\. No annotator saw/u);
  for (const sentence of [
    " Four annotators rate everything. The allocation was drawn with seed 77. Of 60 planned ratings, 58 were submitted. ",
    " The judge model-x is the model gpt-7 at temperature 0.3 with prompts v7, asked by the protocol “step by step”. [Li et al. (2023)] ",
    " with interval distances, for each criterion; units with fewer than two ratings do not enter. [Krippendorff (2018); Hayes and Krippendorff (2007)] ",
    " Alpha with a judge counts it as one more annotator. A judge is correlated",
  ])
    expect(text).toContain(sentence);
  const works = screen.getAllByRole("listitem").map((item) => item.textContent);
  expect(text.match(/Li et al\. \(2023\)/gu)).toHaveLength(2);
  expect(works).toHaveLength(new Set(works).size);
  expect(works).toContain(
    "Calderon, Nitay; Reichart, Roi; Dror, Rotem (2025). The Alternative Annotator Test for LLM-as-a-Judge: How to Statistically Justify Replacing Human Annotators with LLMs. Proceedings of the 63rd Annual Meeting of the Association for Computational Linguistics. arXiv:2501.10970.",
  );
  expect(works).toContain("Miller, Rupert G. (1974). The Jackknife: A Review. Biometrika.");
  expect(works).toContain(
    "Li, Qintong; Cui, Leyang; Kong, Lingpeng; Bi, Wei (2023). Collaborative Evaluation: Exploring the Synergy of Large Language Models and Humans for Open-ended Generation Evaluation. arXiv:2310.19740.",
  );
});

test("methods that cite nothing have no list of works", () => {
  const { computed } = report;
  draw({ ...kept, runs: [], plans: [] }, { ...emptyReport, computed });
  expect(paragraphs()).toEqual(["Computed with Redline 0.1.0 on the data of 2026-11-22, version 9f8e. "]);
  expect(screen.queryByRole("list")).toBeNull();
});

test("a report that was frozen without its task's settings says that they are not described", () => {
  draw(null);
  expect(paragraphs()[0]).toBe(
    "This report was frozen by a version that did not keep how judges were set, what studies planned and what experts did with criteria: none of it is described here.",
  );
  expect(paragraphs()[1]).not.toContain("The judge model-x is");
});

const failed = () => Response.json({ error: { code: "invalid", message: "No." } }, { status: 400 });
const nothing = () => Response.json({ items: [] });

test.each([
  ["judges' settings", failed, nothing],
  ["study plans", nothing, failed],
])("%s that cannot be loaded are named as missing", async (_, runs, plans) => {
  vi.stubGlobal("fetch", async (address: string) => (address.includes("/runs") ? runs() : plans()));
  draw(undefined);
  const words = await screen.findByText("The judges' settings or the study's plan could not be loaded, so they are not described.");
  expect(words.nextElementSibling?.textContent).toContain("3 annotators rated");
});

test.each([
  ["/runs", "/plans"],
  ["/plans", "/runs"],
])("it waits for what comes from %s and from %s", async (first, second) => {
  const answers = new Map<string, () => void>();
  const isThere = ({ state }: { state: { status: string } }) => state.status === "success";
  vi.stubGlobal("fetch", (address: string) => {
    return new Promise<Response>((answer) => answers.set(address.includes("/runs") ? "/runs" : "/plans", () => answer(nothing())));
  });
  const client = createQueryClient();
  const container = draw(undefined, report, provenance, client);
  await vi.waitFor(() => expect(answers.size).toBe(2));
  answers.get(first)?.();
  await vi.waitFor(() => expect(client.getQueryCache().getAll().filter(isThere)).toHaveLength(1));
  expect(container.textContent).toBe("");
  answers.get(second)?.();
  await screen.findByRole("heading", { name: "Methods" });
  expect(screen.queryByText(/could not be loaded|frozen by a version/u)).toBeNull();
});

test("it is not there while nothing says what the figures rest on", () => {
  expect(draw(kept, report, null).textContent).toBe("");
});

test("the text is copied as Markdown and LaTeX, and the works as BibTeX", async () => {
  const user = userEvent.setup();
  draw(kept);
  for (const [what, words] of [
    ["Markdown", /asked by the protocol “step by step” \[/u],
    ["LaTeX", /asked by the protocol .*~?\\cite/u],
    ["BibTeX", /^@\w+\{/u],
  ] as const) {
    await user.click(screen.getByRole("button", { name: `Copy ${what}` }));
    // The text first: an earlier test may have left the same notice.
    await vi.waitFor(async () => expect(await navigator.clipboard.readText()).toMatch(words));
    await vi.waitFor(() => expect(notices.last()).toEqual({ tone: "message", text: `${what} copied` }));
  }
});

test("where the browser does not allow copying, it says how else to get the text", async () => {
  const user = userEvent.setup();
  const said = vi.spyOn(toast, "error");
  draw(kept);
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("Not allowed."));
  await user.click(screen.getByRole("button", { name: "Copy LaTeX" }));
  await vi.waitFor(() => expect(said.mock.calls).toEqual([["The browser did not allow copying LaTeX. Select the text instead."]]));
});
