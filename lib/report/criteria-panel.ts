import type { CountedOutcome, CountedPanel, CriteriaRates, GroupedRates, PanelFigures, TaskRates } from "@/lib/domain/criteria-round";
import type { CriterionGroup } from "@/lib/domain/criterion";
import { type Outcome, outcomes } from "@/lib/domain/outcomes";
import { krippendorffAlpha } from "@/lib/stats";

/** The figures of rounds of a panel, each from what its experts chose. */
export const panelRates = (rounds: readonly (Omit<TaskRates, "figures"> & { counted: CountedPanel })[]): TaskRates[] =>
  rounds.map(({ counted, ...round }) => ({ ...round, figures: panelFigures(counted) }));

/** The figures of a panel's round: agreement, and the rates of CoEval's Table 3 by experts and by consensus. */
export function panelFigures({ experts, choices, byExperts, consensus }: CountedPanel): PanelFigures {
  const { value, why, n, interval } = krippendorffAlpha({ ratings: choices, level: "nominal" });
  return {
    experts,
    criteria: choices.length,
    alpha: { value, why, n, low: interval?.low ?? null, high: interval?.high ?? null },
    byExperts: groupedRates(byExperts),
    consensus: consensus === null ? null : groupedRates(consensus),
  };
}

function groupedRates(counted: readonly CountedOutcome[]): GroupedRates {
  const of = (group: CriterionGroup | null) => ratesOf(counted.filter((one) => one.group === group));
  return { all: ratesOf(counted), general: of("general"), taskSpecific: of("task-specific"), unstated: of(null) };
}

/** Each outcome's share of all outcomes, so that the four shares of one row sum to 1, as in the paper. */
function ratesOf(counted: readonly CountedOutcome[]): CriteriaRates {
  const n = counted.length;
  const rate = (outcome: Outcome) => {
    const count = counted.filter((one) => one.outcome === outcome).length;
    return { count, share: n === 0 ? null : count / n };
  };
  const [accept, revise, remove, add] = outcomes.map(rate);
  return { accept, revise, remove, add, n } as CriteriaRates;
}
