import { preferenceCriterion } from "@/lib/domain/preference";
import { criterionOf, openedAssignment } from "./opened-assignment";

const criterion = { ...criterionOf(1, preferenceCriterion.name), ...preferenceCriterion };

/** An opened pair for tests: a draft that prefers A and quotes both outputs. */
export const openedPair: typeof openedAssignment = {
  ...openedAssignment,
  sample: { ...openedAssignment.sample, output: "Soap is thin.", outputB: "It is like a trampoline." },
  criteria: [criterion],
  units: [
    {
      criterionId: criterion.id,
      draft: {
        id: "00000000-0000-4000-8000-000000000500",
        score: 1,
        madeBlind: 0,
        items: [
          { id: "0", kind: "conclusion", text: "[A] says why, [B] does not." },
          { id: "1", kind: "score", text: "[A] is better." },
          { id: "2", kind: "evidence", text: "“is thin” in [A], “a trampoline” in [B]" },
          { id: "3", kind: "evidence", text: "“like a rainbow” in [B]" },
        ],
      },
      actions: [],
      activeMs: 0,
    },
  ],
};
