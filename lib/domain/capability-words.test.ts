import { expect, test } from "vitest";
import { capabilityLines } from "./capability-words";
import { judgeCapabilities } from "./judge";

test("known capabilities are listed line by line, and unknown ones are left out", () => {
  expect(capabilityLines(judgeCapabilities.parse({ structuredOutput: false }))).toEqual([
    "does not follow a JSON schema: replies are read as lines",
    "takes max_tokens",
  ]);
  const all = judgeCapabilities.parse({
    structuredOutput: true,
    tokenLimitName: "max_completion_tokens",
    usage: false,
    reasoning: "tags",
    streaming: true,
    temperature: false,
    seed: true,
    models: { count: 1, hasModel: false },
    embeddings: { dimensions: 384 },
  });
  expect(capabilityLines(all)).toEqual([
    "follows a JSON schema",
    "takes max_completion_tokens",
    "does not report how many tokens were used",
    "thinks aloud before its answer, between tags",
    "can stream replies",
    "takes no temperature",
    "takes a seed",
    "lists 1 model, this one not among them",
    "makes embeddings of 384 numbers",
  ]);
});
