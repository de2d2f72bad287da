import { expect, test } from "vitest";
import { judgesOf } from "./methods-settings";

const run = (name: string, model: string) => ({
  ...{ kind: "evaluation" as const, variant: "plain" as const, imported: false, model, protocol: "direct" as const, parameters: {} },
  ...{ promptVersion: "v1", judge: { name } },
});

test("methods describe each way in which a task's judges were asked once, by name, and none of runs that try something", () => {
  const runs = [run("gpt", "a"), run("gpt", "a"), run("gpt", "b"), run("Ann", "c"), { ...run("other", "d"), variant: "swapped" as const }];
  expect(judgesOf(runs).map(({ name, what }) => [name, what.split(" ")[2]])).toEqual([
    ["Ann", "c"],
    ["gpt", "a"],
    ["gpt", "b"],
  ]);
});
