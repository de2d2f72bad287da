import { outcomes } from "@/lib/domain/outcomes";
import type { ActionRates, TaskReport } from "@/lib/domain/report";
import { nameOf } from "./agreement";
import type { RatingTable } from "./rating-table";

type Counts = RatingTable["data"]["actionCounts"][number];

/** What annotators did with each judge's drafts: shares of all items acted on, by kind, criterion and annotator. Headings are never counted. */
export function actionRates(table: RatingTable): TaskReport["actions"] {
  const counted = table.data.actionCounts.filter((entry) => entry.itemKind !== "heading");
  return Object.fromEntries(
    table.judges.flatMap((judge) => {
      const own = counted.filter((entry) => entry.judge === judge);
      if (own.length === 0) return [];
      const ofKind = (...kinds: string[]) => rates(own.filter((entry) => kinds.includes(entry.itemKind)));
      const annotators = [...new Set(own.map((entry) => entry.annotator))].sort((a, b) => a - b);
      return [
        [
          nameOf(table, judge),
          {
            overall: rates(own),
            conclusion: ofKind("conclusion"),
            score: ofKind("score"),
            evidence: ofKind("evidence", "explanation"),
            perCriterion: Object.fromEntries(
              table.data.criteria.map((criterion, index) => [criterion.name, rates(own.filter((entry) => entry.criterion === index))]),
            ),
            perAnnotator: Object.fromEntries(
              annotators.map((rater) => [nameOf(table, rater), rates(own.filter((entry) => entry.annotator === rater))]),
            ),
            reasons: Object.fromEntries(
              table.data.reasonCounts.filter((entry) => entry.judge === judge).map((entry) => [entry.reason, entry.count]),
            ),
          },
        ],
      ];
    }),
  );
}

function rates(entries: Counts[]): ActionRates {
  const counts = { accept: 0, revise: 0, remove: 0, add: 0 };
  for (const entry of entries) for (const outcome of outcomes) counts[outcome] += entry[outcome];
  const n = counts.accept + counts.revise + counts.remove + counts.add;
  const share = (count: number) => ({ count, share: n === 0 ? null : count / n });
  return { n, accept: share(counts.accept), revise: share(counts.revise), remove: share(counts.remove), add: share(counts.add) };
}
