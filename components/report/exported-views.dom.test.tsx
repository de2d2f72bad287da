import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import { provenance } from "@/lib/testing/described-reports";
import { exportedFiles } from "@/lib/testing/exported-files";
import { fixtureInfluence } from "@/lib/testing/influence-fixture";
import { renumbered } from "@/lib/testing/renumbered";
import { alphas, figure, fixtureReport, rates } from "@/lib/testing/report-fixture";
import { Chapters, loadChapters } from "./chapters";
import { ProvenanceContext } from "./provenance-context";
import { FrozenContext } from "./task-context";

// The same as in exported-panels, of figures outside a report's chapters, and in every view that panels offer.

/** A share of lines, or of ratings, and its interval. */
const share = (count: number, low: number, high: number) => ({
  ...{ count, share: (low + high) / 2, interval: figure(0, [low, high]).interval ?? null, intervalWhy: null },
});

/** What no panel's view shows as a figure. */
const unseen = [
  // Alpha at the levels that were not chosen, but of two raters, and what only the JSON has.
  /^\.(agreement\.(?!pairs)|influence\.arms\.).*\.(nominal|interval|ratio)\.(value|n|interval\.(low|high))$/u,
  /^\.influence\.comparisons\.0\.agreement\..*\.(nominal|interval|ratio)\./u,
  /^\.(agreement|influence)\..*\.(units|inputs|definedCriteria|totalCriteria)$(?<!pairs.*\.units)/u,
  /^\.agreement\.pairs\.\d\.((perCriterion\.\w+|meanOverCriteria)\.)?(nominal|ordinal|interval)\.n$/u,
  /^\.bias\.model-x\.pooled\.|^\.influence\.arms\.\d\.medianSeconds$|^\.made\..*\.count$/u,
  // Counted among the shares, and for labels alone.
  /^\.actions\.model-x\.reasons\.|^\.scores\.changeShares\..*\.count$|^\.scores\.change(Shares)?\.model-x\.\w+\.changed/u,
];

test("every figure of agreement, changes, lines of drafts and their influence is exported with all its digits, in each view that shows it", async () => {
  const base = fixtureReport(
    ["Clarity", "Truth"].map((name, at) => ({
      ...{ name, agreement: alphas(0.71 - at / 10, [0.6 - at / 10, 0.8 - at / 10]), bias: figure(0.31 + at, [0.2 + at, 0.4 + at]) },
    })),
  );
  const { "model-x": done = expect.unreachable() } = base.actions;
  const reasonShares = { "wrong-score": share(6, 0.31, 0.87), "made-up": share(3, 0.12, 0.43) };
  const made = { kind: "relevance" as const, samples: 9, people: 4, actions: rates(8, 4, 2, 1) };
  const ofMade = { kept: figure(0.71, [0.6, 0.8]), shift: figure(0.11, [0.02, 0.2]), distance: figure(0.47, [0.4, 0.54]) };
  const changes = { up: share(3, 0.02, 0.1), down: share(9, 0.1, 0.2), same: share(48, 0.7, 0.9), changed: share(12, 0.15, 0.25) };
  const { perCriterion, change } = base.scores;
  const { figures, numbers } = renumbered({
    ...{ agreement: base.agreement, bias: base.bias },
    actions: { "model-x": { ...done, reasonShares, acceptedTogether: share(5, 0.01, 0.09) } },
    made: { "model-x": [{ ...made, ...ofMade }] },
    influence: fixtureInfluence("Clarity"),
    scores: { perCriterion, change, changeShares: { "model-x": { Clarity: changes, Truth: changes } } },
  });
  const scores = { ...base.scores, ...figures.scores };
  await loadChapters();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <FrozenContext value={null}>
        <ProvenanceContext value={provenance}>
          <Chapters report={{ ...base, ...figures, scores }} open="all" level="ordinal" judge="model-x" scoring="model-x" />
        </ProvenanceContext>
      </FrozenContext>
    </QueryClientProvider>,
  );
  const files = await exportedFiles(base.criteria.map(({ name }) => name));
  const rows = files.flatMap((text) => parse<Record<"about" | "value" | "low" | "high" | "n", string>>(text, { bom: true, columns: true }));
  // How many rated in each arm is said in the captions.
  const said = rows.flatMap(({ about }) => (about.match(/\d[\d,]*/gu) ?? []).map((number) => number.replaceAll(",", "")));
  const found = new Set([...said, ...rows.flatMap(({ value, low, high, n }) => [value, low, high, n])]);
  const lost = [...numbers].flatMap(([path, number]) => (found.has(String(number)) ? [] : [path]));
  expect(lost.filter((path) => !unseen.some((known) => known.test(path)))).toEqual([]);
}, 180_000);
