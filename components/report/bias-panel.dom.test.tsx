import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { fixtureChapters } from "@/lib/testing/chapters-fixture";
import { alphas, fixtureReport } from "@/lib/testing/report-fixture";
import { BiasPanel } from "./bias-panel";
import { ChapterBias } from "./chapter-bias";

it("counts the tests of groups that were made, and says why others were not", () => {
  const whole = { ...fixtureReport([{ name: "Clarity", agreement: alphas(0.7) }]), chapters: fixtureChapters() };
  const own = whole.chapters.bias["model-x"]?.perCriterion.Clarity ?? expect.unreachable();
  const untested = own.subgroups.map((group, at) =>
    at === 1 ? { ...group, difference: { ...group.difference, interval: null, intervalWhy: "small-group" }, p: null, q: null } : group,
  );
  const shownWith = (subgroups: typeof untested) => {
    const bias = {
      "model-x": { ...(whole.chapters.bias["model-x"] ?? expect.unreachable()), perCriterion: { Clarity: { ...own, subgroups } } },
    };
    render(<ChapterBias report={{ ...whole, chapters: { ...whole.chapters, bias } }} level="ordinal" judge="model-x" scoring="model-x" />);
  };
  shownWith(own.subgroups);
  screen.getByText(/over the 3 tests of this table, of which 2 hold; p and q/u);
  shownWith(untested);
  screen.getByText(/over the 2 tests of this table, of which 1 holds; p and q/u);
  screen.getByText(/Fewer than 20 units are in the group, or in all others/u);
  shownWith(untested.slice(1, 2));
  screen.getByText(/^No difference of this table is tested; p and q/u);
});

it("has no panel of a judge without scores, none of forms or equal lengths in reports that were frozen before, and none of criteria where no two can be compared", () => {
  const whole = { ...fixtureReport([{ name: "Clarity", agreement: alphas(0.7) }]), chapters: fixtureChapters() };
  const bias = whole.chapters.bias["model-x"] ?? expect.unreachable();
  const { formats: _, systems: _ofSystems, ...own } = bias.perCriterion.Clarity ?? expect.unreachable();
  const titles = (of: typeof bias) => {
    const chapters = { ...whole.chapters, bias: { "model-x": of } };
    const { unmount } = render(<BiasPanel report={{ ...whole, chapters }} judge="model-x" />);
    const found = [...document.querySelectorAll<HTMLElement>("[data-panel]")].map(({ dataset }) => dataset.panel);
    unmount();
    return found;
  };
  expect(render(<BiasPanel report={whole} judge="model-y" />).container.textContent).toBe("");
  const all = ["Does length or origin sway the judge?", "Does the judge tell criteria apart?", "Is the judge kinder to some groups?"];
  expect(titles({ ...bias, perCriterion: { Clarity: own } })).toEqual(all);
  const halo = { ...bias.halo, difference: { ...bias.halo.difference, value: null } };
  expect(titles({ ...bias, perCriterion: { Clarity: own }, halo })).toEqual([all[0], all[2]]);
});
