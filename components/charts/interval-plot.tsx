import type { IntervalMark, IntervalPlot as Plot } from "./prepare-interval-plot";

const at = (share: number) => `${share * 100}%`;

/** One row's dot and interval on the table's common axis. Hidden from screen readers, because the figures are beside it as text. */
export function IntervalPlot({ plot, mark }: { plot: Plot; mark: IntervalMark }) {
  return (
    <svg data-chart="interval-plot" aria-hidden="true" className="block h-8 w-full overflow-visible">
      <line x1="0%" x2="100%" y1="50%" y2="50%" className="stroke-line" strokeWidth={1.5} />
      {plot.zero !== null && <line x1={at(plot.zero)} x2={at(plot.zero)} y1="25%" y2="75%" className="stroke-line" strokeWidth={1.5} />}
      {plot.thresholds.map(({ value, at: place }) => (
        <line key={value} x1={at(place)} x2={at(place)} y1="12%" y2="88%" className="stroke-faint" strokeWidth={1} strokeDasharray="2 2" />
      ))}
      {mark.bar && <line x1={at(mark.bar.from)} x2={at(mark.bar.to)} y1="50%" y2="50%" className="stroke-ink" strokeWidth={2} />}
      {mark.bar && !mark.beyond.left && <line x1={at(mark.bar.from)} x2={at(mark.bar.from)} y1="38%" y2="62%" className="stroke-ink" />}
      {mark.bar && !mark.beyond.right && <line x1={at(mark.bar.to)} x2={at(mark.bar.to)} y1="38%" y2="62%" className="stroke-ink" />}
      {mark.dot !== null && <circle cx={at(mark.dot)} cy="50%" r={4.5} className="fill-accent" />}
    </svg>
  );
}

/** ".667", "−.5". */
const plainTick = (value: number) =>
  String(value)
    .replace("-", "−")
    .replace(/^(−?)0(?=\.)/u, "$1");

/** The axis labels, for the column head. */
export function IntervalAxis({
  plot,
  format = plainTick,
}: {
  plot: Omit<Plot, "marks">;
  format?: ((value: number) => string) | undefined;
}) {
  const labels: { text: string; at: number; shift?: string }[] = [
    // Below zero it may be close to it, so it ends at its mark.
    { text: format(plot.low), at: 0, ...(plot.zero !== null && { shift: "-translate-x-[80%]" }) },
    ...(plot.zero === null ? [] : [{ text: format(0), at: plot.zero }]),
    // Two thresholds are close together, so the lower label ends at its mark and the upper begins there. A single one has room.
    ...plot.thresholds.map(({ value, at: place }, index) => ({
      text: format(value),
      at: place,
      ...(plot.thresholds.length > 1 && {
        shift: index > 0 ? "-translate-x-[20%]" : plot.zero === null ? "-translate-x-[80%]" : "-translate-x-full",
      }),
    })),
    // Where the axis begins below zero, the upper of two thresholds reaches up to its end.
    { text: format(plot.high), at: 1, ...(plot.zero !== null && plot.thresholds.length > 1 && { shift: "translate-x-0" }) },
  ];
  return (
    <span aria-hidden="true" className="relative block h-4 w-full font-normal">
      {labels.map((label) => (
        <span
          key={`${label.text} ${label.at}`}
          className={`absolute top-0 tabular-nums ${label.shift ?? "-translate-x-1/2"}`}
          style={{ left: at(label.at) }}
        >
          {label.text}
        </span>
      ))}
    </span>
  );
}
