import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { TaskReport } from "@/lib/domain/report";
import { fixtureInfluence, influenceOfSeveral } from "@/lib/testing/influence-fixture";
import { proposed } from "@/lib/testing/judges-alone-fixture";
import { alphas, fixtureReport } from "@/lib/testing/report-fixture";
import { InfluenceHead } from "./influence-head";
import { SignedPanels } from "./signed-panel";
import { FrozenContext } from "./task-context";

afterEach(() => vi.unstubAllGlobals());

const report = (influence: TaskReport["influence"]) => fixtureReport([{ name: "Clarity", agreement: alphas(0.7) }], { influence });

function draw(influence: TaskReport["influence"], judge: string | null, isFrozen = true): HTMLElement {
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <FrozenContext value={isFrozen ? proposed : undefined}>
        <InfluenceHead report={report(influence)} level="ordinal" judge={judge} />
      </FrozenContext>
    </QueryClientProvider>,
  ).container;
}
const said = (...of: Parameters<typeof draw>) =>
  [...draw(...of).querySelectorAll("h2, p")].map(({ textContent }) => textContent?.replaceAll("\u00a0", " "));

test("the chapter opens with what one judge's draft did, what that rests on, and what it does not show", () => {
  expect(said(fixtureInfluence("Clarity"), null)).toEqual([
    "With the draft in view people scored 0.31 points closer to the judge (0.10 to 0.50) and agreed more: alpha 0.62 with it, 0.44 blind.",
    "1,200 ratings blind by 5 people, 800 ratings with the draft by 1 person. Nothing shows that chance decided the arm, so people and samples may differ too. Alpha: Krippendorff's, ordinal, the mean over criteria; 95 % jackknife intervals over inputs.",
    "Closer is not better. In the drafted arm people read the judge’s score before giving theirs, so their agreement with it is no evidence that it is right. Only the blind scores can show that, and those are 0.75 points away on average.",
  ]);
});

test("of several judges whose drafts were shown, it names the one that it is of", () => {
  expect(said(influenceOfSeveral("Clarity"), "model-y")).toEqual([
    "After seeing the draft of model-y people scored 0.31 points closer to model-y (0.10 to 0.50) and agreed more: alpha 0.62 after it, 0.44 before.",
    "210 first scores by 1 person, 205 scores after seeing the draft by 2 people. The same people scored twice, without the draft first: a second look alone may have moved them. Alpha: Krippendorff's, ordinal, the mean over criteria; 95 % jackknife intervals over inputs.",
    "Closer is not better. People read the judge’s score before giving their final one, so their agreement with it is no evidence that it is right. Only the first scores can show that, and those are 0.75 points away on average.",
  ]);
});

test("it keeps its place while the studies are not known", () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const container = draw(fixtureInfluence("Clarity"), null, false);
  screen.getByRole("status", { name: "Loading what the draft did" });
  expect(container.querySelector("h2")).toBeNull();
});

test("work in one arm, or in arms that were not compared, has no such opening, nor scores above or below the draft", () => {
  const influence = fixtureInfluence("Clarity");
  const [compared = expect.unreachable()] = influence.comparisons;
  for (const none of [
    null,
    { ...influence, comparisons: [] },
    { ...influence, comparisons: [{ ...compared, with: 7 }] },
    { ...influence, comparisons: [{ ...compared, without: 7 }] },
  ])
    expect(draw(none, null).textContent).toBe("");
  expect(render(<SignedPanels report={report(null)} judge={null} />).container.textContent).toBe("");
});
