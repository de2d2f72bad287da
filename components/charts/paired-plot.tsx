import type { IntervalMark } from "./prepare-interval-plot";
import type { PairedMark, PairedPlot as Plot } from "./prepare-paired-plot";

const at = (share: number) => `${share * 100}%`;
const [aboveAt, belowAt] = ["30%", "70%"];

/** A row's two figures with their intervals, the hollow dot above the filled one, joined. Hidden from screen readers, because the figures are beside it as text. */
export function PairedPlot({ plot, pair: { above, below } }: { plot: Plot; pair: PairedMark }) {
  return (
    <svg data-chart="paired-plot" aria-hidden="true" className="block h-11 w-full overflow-visible">
      {[0, ...(plot.zero === null ? [] : [plot.zero]), 1].map((place) => (
        <line key={place} x1={at(place)} x2={at(place)} y1="0%" y2="100%" className="stroke-line" />
      ))}
      {plot.thresholds.map(({ value, at: place }) => (
        <line key={value} x1={at(place)} x2={at(place)} y1="0%" y2="100%" className="stroke-faint" strokeDasharray="2 2" />
      ))}
      {above.dot !== null && below.dot !== null && (
        <line x1={at(above.dot)} x2={at(below.dot)} y1={aboveAt} y2={belowAt} className="stroke-edge" strokeWidth={1.25} />
      )}
      <Mark mark={above} y={aboveAt} line="stroke-ink" dot="fill-card stroke-ink" />
      <Mark mark={below} y={belowAt} line="stroke-accent" dot="fill-accent stroke-accent" />
    </svg>
  );
}

function Mark({ mark: { dot, bar }, y, line, dot: look }: { mark: IntervalMark; y: string; line: string; dot: string }) {
  return (
    <>
      {bar && <line x1={at(bar.from)} x2={at(bar.to)} y1={y} y2={y} className={line} strokeWidth={1.75} />}
      {dot !== null && <circle cx={at(dot)} cy={y} r={4} className={look} strokeWidth={1.5} />}
    </>
  );
}

/** The mark of a side at the head of its columns: hollow above, as work without the draft and people; filled below, as work with it and judges. */
export const SideMark = ({ isFilled }: { isFilled: boolean }) => (
  <span
    aria-hidden
    className={`inline-block size-2 shrink-0 rounded-full border-[1.5px] ${isFilled ? "border-accent bg-accent" : "border-ink"}`}
  />
);
