import { expect, test } from "vitest";
import { judgesOf } from "./methods-settings";

const run = (name: string, model: string) => ({
  ...{ kind: "evaluation" as const, variant: "plain" as const, imported: false, model, protocol: "direct" as const, parameters: {} },
  ...{ promptVersion: "v1", judge: { name } },
});

test("methods describe the judges of a task, and of a report that is narrowed to one only this one", () => {
  const runs = [run("gpt", "a"), run("gpt", "a"), run("gpt", "b"), run("Ann", "c"), { ...run("other", "d"), variant: "swapped" as const }];
  const said = (only?: string) => judgesOf(runs, only).map(({ name, what }) => [name, what.split(" ")[2]]);
  expect(said()).toEqual([
    ["gpt", "a"],
    ["gpt", "b"],
    ["Ann", "c"],
  ]);
  expect(said("gpt")).toEqual([
    ["gpt", "a"],
    ["gpt", "b"],
  ]);
  expect(said("Ann (judge)")).toEqual([["Ann", "c"]]);
  expect(said("nobody")).toEqual([]);
});
