import type { UnitSelection } from "./unit-selection";

/** Conditions that scores decide, or what people did to a draft; the others ask at most whether there are any. */
const byScores = {
  ...{ humanScore: undefined, judgeScore: undefined, change: undefined, apart: undefined, spread: undefined, right: undefined },
  ...{
    outcome: undefined,
    reason: undefined,
    fate: undefined,
    moved: undefined,
    firstScore: undefined,
    behaviour: undefined,
    could: undefined,
  },
} as const satisfies Partial<UnitSelection>;

const unlessAll = ["swapped", "reviewed", "claimed", "repeated", "planted"] as const;

type Conditions = Pick<UnitSelection, "people" | keyof typeof byScores | (typeof unlessAll)[number]>;

/** Whether scores decide which units a selection has. */
export const isByScores = (selection: Conditions): boolean =>
  selection.people === "most" ||
  (Object.keys(byScores) as (keyof typeof byScores)[]).some((field) => selection[field] !== undefined) ||
  unlessAll.some((field) => (selection[field] ?? "all") !== "all");

/** A selection without the conditions that scores decide. */
export const withoutScores = <Selection extends Conditions>(selection: Selection) => ({
  ...{ ...selection, ...byScores, people: "each" as const },
  ...{ swapped: undefined, reviewed: undefined, claimed: undefined, repeated: undefined },
  planted: selection.planted && ("all" as const),
});
