import type { OpenedAssignment } from "@/lib/domain/assignment";
import type { Criterion } from "@/lib/domain/criterion";
import { productCodebooks } from "@/lib/domain/reason-book";

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

export const criterionOf = (n: number, name: string): Criterion => ({
  id: uuid(n),
  name,
  definition: "",
  position: n,
  sampleId: null,
  overall: false,
  scale: { min: 1, max: 5, step: 1, levels: [] },
});

/** An opened assignment for tests: one drafted criterion with a right and a made-up quotation, and one without a draft. */
export const openedAssignment: OpenedAssignment = {
  id: uuid(100),
  status: "open",
  arm: "drafted",
  revealed: false,
  annotator: "Ann",
  editable: true,
  seenSwapped: false,
  flag: null,
  leasedUntil: null,
  submittedAt: null,
  returnedAt: null,
  comments: 0,
  project: { id: uuid(200), name: "Pilot" },
  task: {
    id: uuid(300),
    name: "Explain",
    description: "",
    inputName: "Question",
    outputName: "Answer",
    guidelines: "Read it twice.",
    reasonRequired: false,
    mayAcceptRest: false,
    reasons: productCodebooks.items,
    textFormat: "plain",
  },
  sample: {
    id: uuid(400),
    externalId: "s-1",
    input: "Why?",
    output: "Soap is thin. It is like a trampoline.",
    outputB: null,
    reference: null,
    imageUrl: null,
  },
  criteria: [criterionOf(1, "Analogy"), criterionOf(2, "Correct")],
  units: [
    {
      criterionId: uuid(1),
      draft: {
        id: uuid(500),
        score: 2,
        madeBlind: 0,
        items: [
          { id: "0", kind: "conclusion", text: "It does not use an example." },
          { id: "1", kind: "score", text: "Score: 2" },
          { id: "2", kind: "evidence", text: "“like a trampoline”" },
          { id: "3", kind: "evidence", text: "“like a rainbow”" },
        ],
      },
      actions: [],
      activeMs: 0,
    },
    { criterionId: uuid(2), draft: null, actions: [], activeMs: 0 },
  ],
  progress: { submitted: 36, skipped: 0, total: 200 },
  previousId: null,
  nextId: null,
  exam: null,
  discussion: { sample: false, criteria: false },
  calibration: null,
};
