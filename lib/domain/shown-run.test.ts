import { expect, test } from "vitest";
import { type RunToShow, whyNotShown } from "./shown-run";

const plain: RunToShow = { kind: "evaluation", variant: "plain", protocol: "step-by-step", criteriaSetId: "set", hasDrafts: true };
const task = { kind: "pairwise" as const, publishedSetId: "set" };

test.each([
  ["plain drafts of the published criteria", {}, null],
  ["a metric's verdicts on pairs", { protocol: "metric" }, null],
  ["a panel's drafts", { protocol: "panel" }, null],
  ["a proposal of criteria", { kind: "criteria" }, /proposed criteria/],
  ["drafts with the outputs swapped", { variant: "swapped" }, /swapped the outputs/],
  ["drafts after a review", { variant: "interference" }, /review its analysis/],
  ["drafts after a claim", { variant: "sycophancy" }, /the other output is better/],
  ["drafts of an earlier criteria set", { criteriaSetId: "older" }, /other criteria/],
  ["drafts of no criteria set", { criteriaSetId: null }, /other criteria/],
  ["a run that has drafted nothing", { hasDrafts: false }, /nothing yet/],
] as const)("annotators and %s", (_, changes, why) => {
  const found = whyNotShown({ ...plain, ...changes }, task);
  if (why === null) expect(found).toBeNull();
  else expect(found).toMatch(why);
});

test("a metric of single outputs cannot be shown, and no run can before criteria are published", () => {
  expect(whyNotShown({ ...plain, protocol: "metric" }, { ...task, kind: "pointwise" })).toMatch(/its own scale/);
  expect(whyNotShown(plain, { ...task, publishedSetId: null })).toMatch(/other criteria/);
  expect(whyNotShown({ ...plain, criteriaSetId: null }, { ...task, publishedSetId: null })).toMatch(/other criteria/);
});
