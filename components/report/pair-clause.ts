import type { PairsReport } from "@/lib/domain/report";
import { countOf, percent } from "../charts/format";

/**
 * The clause about a judge of pairs: how often it picks the output known to be better or, if that is unknown, the one most annotators
 * prefer; then whether its verdicts survive swapping the outputs. It is compared with a coin only if the interval allows that. Null if there
 * is nothing to say.
 */
export function pairClause(pairs: PairsReport, judge: string, who: string): string | null {
  const first = accuracyClause(pairs, judge, who) ?? agreementClause(pairs, judge, who);
  const swap = pairs.swap[judge]?.consistent;
  const whose = first === null ? `${who}'s` : "its";
  const second =
    swap && swap.value !== null
      ? `${percent(swap.value)} of ${whose} verdicts on ${countOf(swap.n, "pair")} hold when the outputs are swapped`
      : null;
  const clauses = [first, second].filter((clause) => clause !== null);
  return clauses.length === 0 ? null : clauses.join("; ");
}

function accuracyClause(pairs: PairsReport, judge: string, who: string): string | null {
  const accuracy = pairs.accuracy[judge]?.overall;
  if (!accuracy || accuracy.value === null) return null;
  const found = `in ${percent(accuracy.value)} of ${countOf(accuracy.n, "pair")}`;
  const { interval } = accuracy;
  if (interval && interval.low > 0.5) return `${who} picks the better output ${found}`;
  if (interval && interval.high < 0.5) return `${who} picks the better output only ${found}, less often than a coin would`;
  return `it is too early to tell whether ${who} picks the better output more often than a coin would`;
}

function agreementClause(pairs: PairsReport, judge: string, who: string): string | null {
  const share = pairs.agreementWithAnnotators[judge]?.share;
  if (!share || share.value === null) return null;
  return `${who} prefers what most annotators prefer in ${percent(share.value)} of ${countOf(share.n, "pair")}`;
}
