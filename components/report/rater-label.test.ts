import { expect, it } from "vitest";
import { plainRater } from "@/lib/testing/report-fixture";
import { hasOwnScale, kindOf, raterDetail, raterLabel } from "./rater-label";

const judge = { id: "j", name: "J", kind: "judge" as const, ...plainRater, judgeKind: "endpoint" as const };
const metric = { ...judge, name: "overlap", judgeKind: "metric" as const, metric: { name: "ROUGE-L", scale: { min: 0, max: 1 } } };
const panel = { ...judge, name: "trio", judgeKind: "panel" as const, panel: { members: ["a", "b"], aggregate: "median" } };

it("a metric and a panel are marked as what they are, other judges and people are not", () => {
  expect([judge, metric, panel].map(kindOf)).toEqual([null, "metric", "panel of 2"]);
  expect([judge, metric, panel].map(raterLabel)).toEqual(["J", "metric overlap", "panel trio"]);
  expect([judge, metric, panel].map(raterDetail)).toEqual([null, "ROUGE-L, on its own scale", "median of a, b"]);
  expect(kindOf(undefined)).toBeNull();
});

it("a metric that scores the criterion itself does not have its own scale", () => {
  expect(hasOwnScale(metric)).toBe(true);
  expect(hasOwnScale({ ...metric, metric: { name: "Length", scale: null } })).toBe(false);
  expect(hasOwnScale(judge)).toBe(false);
});

it("a panel whose members are gone is still a panel", () => {
  const empty = { ...panel, panel: { members: [], aggregate: null } };
  expect([kindOf(empty), raterDetail(empty)]).toEqual(["panel", "panel"]);
});
