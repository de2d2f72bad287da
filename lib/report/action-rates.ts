import type { Outcome } from "@/lib/domain/outcomes";
import { ownWords } from "@/lib/domain/own-words";
import type { ActionRates, TaskReport } from "@/lib/domain/report";
import type { DraftWork } from "@/lib/domain/report-data";
import { clusteredShare } from "@/lib/stats";
import { type IntervalWish, nameOf, type RatingTable } from "./rating-table";

type Counts = DraftWork["actionCounts"][number];

/** What annotators did with each judge's drafts: shares of all items acted on, by kind, criterion and annotator. Headings do not count. */
export function actionRates(table: RatingTable): TaskReport["actions"] {
  const counted = table.data.draftWork().actionCounts.filter((entry) => entry.itemKind !== "heading");
  return Object.fromEntries(
    table.judges.flatMap((judge) => {
      const own = counted.filter((entry) => entry.judge === judge);
      if (own.length === 0) return [];
      const ofKind = (...kinds: string[]) => ratesOf(own.filter((entry) => kinds.includes(entry.itemKind)));
      const annotators = [...new Set(own.map((entry) => entry.annotator))].sort((a, b) => a - b);
      return [
        [
          nameOf(table, judge),
          {
            overall: ratesOf(own),
            conclusion: ofKind("conclusion"),
            score: ofKind("score"),
            evidence: ofKind("evidence"),
            explanation: ofKind("explanation"),
            perCriterion: Object.fromEntries(
              table.data.criteria.map((criterion, index) => [criterion.name, ratesOf(own.filter((entry) => entry.criterion === index))]),
            ),
            perAnnotator: Object.fromEntries(
              annotators.map((rater) => [nameOf(table, rater), ratesOf(own.filter((entry) => entry.annotator === rater))]),
            ),
            acceptedTogether: acceptedTogether(own),
            ...reasonsFor(table, judge),
          },
        ],
      ];
    }),
  );
}

/** The reasons given for changing a judge's drafts, the most frequent first: how often each, and as shares of all with intervals over inputs. */
function reasonsFor({ data, inputs }: RatingTable, judge: number): Pick<TaskReport["actions"][string], "reasons" | "reasonShares"> {
  const given = data.draftWork().reasonCounts.filter((entry) => entry.judge === judge);
  const byInput = (entries: typeof given) => {
    const counts = data.samples.map(() => 0);
    for (const { samples, count } of entries) {
      for (const sample of samples) {
        const input = inputs[sample] as number;
        counts[input] = (counts[input] as number) + count;
      }
    }
    return counts;
  };
  const sizes = byInput(given);
  const shares = [...new Set(given.map(({ reason }) => reason))]
    .map((name) => [name, shareOf(byInput(given.filter(({ reason }) => reason === name)), sizes)] as const)
    .sort(([, a], [, b]) => b.count - a.count);
  return {
    reasons: Object.fromEntries(shares.flatMap(([name, { count }]) => (name === ownWords ? [] : [[name, count]]))),
    reasonShares: Object.fromEntries(shares),
  };
}

/** A share of what inputs have, from how many of each input's are hits, with its interval over inputs where one is wanted. */
export function shareOf(hits: number[] | Int32Array, sizes: number[] | Int32Array, wanted: IntervalWish = {}): ActionRates["accept"] {
  const [count, n] = [total(hits), total(sizes)];
  if (wanted.interval === "none" && n > 0) return { count, share: count / n, interval: null, intervalWhy: "not-requested" };
  const { value, interval, intervalWhy } = clusteredShare({ hits, sizes });
  return { count, share: value, interval, intervalWhy };
}

/** How many there are of all inputs. */
export const total = (counts: Iterable<number>): number => {
  let sum = 0;
  for (const count of counts) sum += count;
  return sum;
};

/** Lines by what was done to them, in a unit of each of some inputs. */
type Lines = Record<Outcome, number> & { inputs: ArrayLike<number>; together?: number };

/** Entries summed by input, in the inputs' order. */
export function countsByInput(entries: readonly Lines[]): Record<Outcome | "together", number>[] {
  const byInput: Record<Outcome | "together", number>[] = [];
  for (const { inputs, accept, revise, remove, add, together = 0 } of entries) {
    for (let at = 0; at < inputs.length; at++) {
      const input = inputs[at] as number;
      byInput[input] ??= { accept: 0, revise: 0, remove: 0, add: 0, together: 0 };
      const counts = byInput[input];
      counts.accept += accept;
      counts.revise += revise;
      counts.remove += remove;
      counts.add += add;
      counts.together += together;
    }
  }
  return byInput.filter((counts) => counts !== undefined);
}

/** The accepted lines that were accepted with the rest of their draft. */
function acceptedTogether(entries: Counts[]): ActionRates["accept"] {
  const inputs = countsByInput(entries);
  return shareOf(
    inputs.map(({ together }) => together),
    inputs.map(({ accept }) => accept),
  );
}

/** Shares of the items acted on, with intervals clustered by input, because its items come from the same few drafts. */
export function ratesOf(entries: readonly Lines[]): ActionRates {
  const inputs = countsByInput(entries);
  const sizes = inputs.map(({ accept, revise, remove, add }) => accept + revise + remove + add);
  const share = (outcome: Outcome) =>
    shareOf(
      inputs.map((counts) => counts[outcome]),
      sizes,
    );
  return { n: total(sizes), accept: share("accept"), revise: share("revise"), remove: share("remove"), add: share("add") };
}
