import type { Judge } from "@/lib/domain/judge";
import type { PromptDescription, PromptVersionRow, ProtocolDescription } from "@/lib/domain/prompt-version";

/** A judge for tests of components: a model at a server of this machine. */
export const judgeOf = (some: Partial<Judge>): Judge => ({
  id: "5d7f0d7e-4f0d-4e7e-9a39-6f1a0c0b0001",
  projectId: "5d7f0d7e-4f0d-4e7e-9a39-6f1a0c0b0000",
  name: "Llama",
  kind: "endpoint",
  baseUrl: "http://127.0.0.1:8000/v1",
  model: "llama",
  protocol: "step-by-step",
  parameters: {},
  options: {},
  roles: {},
  promptVersionId: null,
  capabilities: null,
  inputPriceUsd: null,
  outputPriceUsd: null,
  hasKey: false,
  archivedAt: null,
  ...some,
});

const prompts: PromptDescription[] = [
  {
    name: "system",
    title: "Who the judge is",
    text: "You evaluate one text.",
    places: {},
    required: [],
  },
  {
    name: "criterion",
    title: "One criterion",
    text: "Judge {{output}}.",
    places: { output: "the output to judge, between tags" },
    required: ["output"],
  },
];

const protocolOf = (some: Partial<ProtocolDescription>): ProtocolDescription => ({
  name: "step-by-step",
  title: "Step by step",
  summary: "One criterion at a time.",
  source: "A paper",
  taskKinds: ["pointwise"],
  scope: "unit",
  criteria: "every",
  variants: ["plain"],
  options: { type: "object", properties: {} },
  defaults: {},
  needs: [],
  mayNeed: [],
  needsReference: false,
  promptVersion: "00000001",
  prompts,
  ...some,
});

/** Two protocols: one without choices, one for pairs with a choice of each sort. */
export const protocolsFixture: ProtocolDescription[] = [
  protocolOf({}),
  protocolOf({
    name: "camieval-pairwise",
    title: "Concrete questions",
    summary: "Turns dimensions into questions.",
    taskKinds: ["pairwise"],
    criteria: "overall",
    variants: ["plain", "swapped"],
    options: {
      type: "object",
      properties: {
        allowTie: { type: "boolean", default: true },
        reference: { type: "string", enum: ["none", "given"], default: "none" },
        samples: { type: "integer", minimum: 1, maximum: 9, default: 3 },
        steps: { type: "array", items: { type: "string" }, default: [] },
      },
    },
    defaults: { allowTie: true, reference: "none", samples: 3, steps: [] },
    mayNeed: ["weak"],
    promptVersion: "00000002",
  }),
];

/** A wording that a project made of the first protocol's prompts. */
export const versionFixture: PromptVersionRow = {
  id: "5d7f0d7e-4f0d-4e7e-9a39-6f1a0c0b0009",
  projectId: "5d7f0d7e-4f0d-4e7e-9a39-6f1a0c0b0000",
  protocol: "step-by-step",
  version: 1,
  texts: { system: "You evaluate one text strictly.", criterion: "Judge {{output}}." },
  hash: "0000000a",
  note: "stricter",
  createdAt: "2026-01-05T10:00:00.000Z",
  createdBy: "Ada",
  judges: [{ id: "5d7f0d7e-4f0d-4e7e-9a39-6f1a0c0b0001", name: "Llama" }],
};
