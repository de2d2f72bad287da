import { decimals, intervalText } from "../charts/format";
import { whySentence } from "../words/why";
import type { SummaryRow } from "./criterion-rows";
import type { ShownFigure } from "./figure-notes";

/** Alpha of all criteria in one table, a click away: with what it measures besides agreement. */
export function PooledNote({ summary, judge }: { summary: SummaryRow; judge: string | null }) {
  const { pooled, pooledWithJudge } = summary;
  return (
    <details className="mt-2">
      <summary className="w-fit py-1 text-small text-soft hover:text-ink">All criteria pooled</summary>
      <div className="flex max-w-[80ch] flex-col gap-1 pb-1 text-small text-soft">
        <p className="text-ink tabular-nums">
          People {said(pooled)}
          {judge !== null && pooledWithJudge && pooledWithJudge.value !== null && `; with the judge ${said(pooledWithJudge)}`}.
        </p>
        <p>
          {pooled.value === null
            ? whySentence(pooled.why)
            : "All ratings in one table, regardless of criterion. Raters who all score one criterion higher than another then seem to agree, so this is usually above the mean over criteria, which is the better measure of agreement."}
        </p>
      </div>
    </details>
  );
}

function said({ value, interval }: ShownFigure): string {
  if (value === null) return "not defined";
  return interval ? `${decimals(value)} (${intervalText(interval)})` : decimals(value);
}
