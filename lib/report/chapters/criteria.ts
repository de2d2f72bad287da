import type { RedundantPair } from "@/lib/domain/report-bias";
import { correlate } from "@/lib/stats";
import type { RatingTable } from "../rating-table";
import { asFigure, byJudge, isNominal, sceneOf, scoresIn } from "./scene";
import { withoutDraft } from "./without-draft";

/** How alike every two criteria are scored, the most alike first: what a second criterion adds. From ratings made without a draft where there are any. */
export function redundancy(table: RatingTable): RedundantPair[] {
  const undrafted = withoutDraft(table) ?? table;
  const scenes = table.data.criteria.flatMap(({ name }, criterion) =>
    isNominal(table, criterion) ? [] : [{ name, scene: sceneOf(undrafted, criterion) }],
  );
  const pairs = scenes.flatMap(({ name: a, scene: first }, place) =>
    scenes.slice(place + 1).map(({ name: b, scene: second }) => {
      const of = (x: (number | null)[], y: (number | null)[]) => {
        const { n, spearman } = correlate({ x, y, clusters: first.inputs, ...table.wanted });
        return asFigure({ ...spearman, n });
      };
      const judges = byJudge(table, (judge) => of(scoresIn(first, judge), scoresIn(second, judge)));
      return { a, b, people: of(first.people, second.people), judges };
    }),
  );
  return pairs.sort((x, y) => (y.people.value ?? -2) - (x.people.value ?? -2));
}
