import type { JudgeCapabilities } from "./judge";

const yesNo = (value: boolean | null, yes: string, no: string): string[] => (value === null ? [] : [value ? yes : no]);

/** What a test found out about an endpoint, one line each; untested capabilities are left out. */
export function capabilityLines(capabilities: JudgeCapabilities): string[] {
  const { structuredOutput, tokenLimitName, usage, reasoning, streaming, temperature, seed, models, embeddings } = capabilities;
  return [
    ...yesNo(structuredOutput, "follows a JSON schema", "does not follow a JSON schema: replies are read as lines"),
    `takes ${tokenLimitName}`,
    ...yesNo(usage, "reports how many tokens were used", "does not report how many tokens were used"),
    ...(reasoning === null ? [] : [thinking[reasoning]]),
    ...yesNo(streaming, "can stream replies", "cannot stream replies"),
    ...yesNo(temperature, "takes a temperature", "takes no temperature"),
    ...yesNo(seed, "takes a seed", "takes no seed"),
    ...(models === null
      ? []
      : [
          `lists ${models.count} ${models.count === 1 ? "model" : "models"}, ${models.hasModel ? "this one among them" : "this one not among them"}`,
        ]),
    ...(embeddings === null ? [] : [`makes embeddings of ${embeddings.dimensions} numbers`]),
  ];
}

const thinking = {
  none: "does not think aloud",
  tags: "thinks aloud before its answer, between tags",
  field: "thinks aloud in a separate field",
} as const;
