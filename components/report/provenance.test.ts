import { expect, test } from "vitest";
import { alphas, fixtureReport } from "@/lib/testing/report-fixture";
import { provenanceOf } from "./provenance";

const report = fixtureReport([{ name: "Clarity", agreement: alphas(0.8) }]);
const shown = { level: "ordinal", computedAt: "2026-02-03T00:10:00Z", dataVersion: "v1", software: "Redline 9" };

test("an export says which arms, filters and exclusions its figures rest on, and names nobody", () => {
  const people = [{ id: "x", name: "Secret Name", reason: "too fast" }];
  const narrowed = { ...report, arms: ["blind", "unstated"], filter: { system: "harbour" }, excluded: { ...report.excluded, people } };
  expect(provenanceOf(narrowed, shown)).toEqual({
    ...shown,
    task: "Explanations",
    arms: "blind; not stated",
    selection: ["Without 1 excluded person", "Only system harbour"],
  });
  expect(provenanceOf({ ...narrowed, excluded: { ...narrowed.excluded, shown: "with" } }, shown).selection[0]).toBe(
    "With 1 excluded person",
  );
  const ofJudge = { ...report, filter: { judge: "gpt", arm: "blind" as const } };
  expect(provenanceOf(ofJudge, shown).selection).toEqual(["Only judge gpt, arm blind"]);
  expect(provenanceOf({ ...report, filter: { judge: "gpt" } }, shown).selection).toEqual(["Only judge gpt"]);
  expect(provenanceOf({ ...report, arms: [] }, shown)).toMatchObject({ arms: "no ratings", selection: [] });
});

test("the level is nominal for labels, whatever is chosen for numbers", () => {
  const labelled = fixtureReport([{ name: "Cause", labels: ["a", "b"], agreement: alphas(0.8) }]);
  expect(provenanceOf(labelled, shown).level).toBe("ordinal, nominal for labels");
  expect(provenanceOf(labelled, { ...shown, level: "nominal" }).level).toBe("nominal");
});
