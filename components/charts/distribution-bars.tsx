import type { UnitQuery } from "@/lib/domain/unit-query";
import { FigureLink } from "./figure-link";
import { count, decimals, percent } from "./format";
import type { Distribution } from "./prepare-distribution";

/** Series fills, in order; the second is also outlined, so colour is not the only difference. */
const fills = ["bg-soft/55", "bg-accent/25 border border-accent"] as const;

const share = (value: number) => `${Math.round(value * 100)} %`;

interface DistributionBarsProps {
  distribution: Distribution;
  /** What the ratings of a series are, at a point or at all, as a link, and what they are called. */
  unitsOf?: (series: string, point?: number | string) => UnitQuery;
  figure?: string;
  /** Whether a link lists just the ratings of its bar. */
  isCounted?: boolean;
}

/** Two or more distributions side by side over the points of one scale, with n and mean of each in words. */
export function DistributionBars({ distribution, unitsOf, figure = "", isCounted = true }: DistributionBarsProps) {
  const { full, ticks } = distribution;
  const isSparse = distribution.bins.length > 12;
  // The share over each bar, where bars are wide enough for it.
  const hasValues = ticks.length > 0 && distribution.bins.length <= 7;
  return (
    <figure data-chart="distribution-bars" className="relative min-w-0">
      <div className={`relative flex h-28 items-end gap-1 border-line border-b ${ticks.length > 0 ? "pl-9" : ""}`}>
        {ticks.map((tick) => (
          <div
            key={tick}
            aria-hidden="true"
            className="absolute inset-x-0 border-line border-t border-dashed text-[0.6875rem] leading-none text-soft tabular-nums"
            style={{ bottom: `${(tick / full) * 100}%` }}
          >
            <span className="absolute top-0.5 left-0">{share(tick)}</span>
          </div>
        ))}
        {distribution.bins.map((bin) => (
          <div key={bin.label} className="relative flex h-full min-w-0 flex-1 items-end justify-center gap-0.5">
            {bin.values.map((value, index) => (
              <div
                key={distribution.series[index]?.name}
                className={`relative w-full max-w-5 rounded-t-[3px] ${value.count === 0 ? "" : (fills[index] ?? fills[1])}`}
                style={{ height: `${value.height * 100}%`, minHeight: value.count > 0 ? 2 : 0 }}
                title={`${distribution.series[index]?.name ?? ""}, ${bin.label}: ${count(value.count)}${value.share === null ? "" : `, ${percent(value.share)}`}`}
              >
                <FigureLink
                  units={
                    bin.point === null && isCounted ? undefined : unitsOf?.(distribution.series[index]?.name ?? "", bin.point ?? bin.label)
                  }
                  n={value.count === 0 || isCounted ? value.count : null}
                  figure={figure}
                  className="absolute inset-0"
                >
                  <span className="sr-only">
                    {distribution.series[index]?.name}, {bin.label}: {count(value.count)}
                  </span>
                  {hasValues && value.share !== null && value.count > 0 && (
                    <span
                      aria-hidden="true"
                      className="absolute inset-x-[-0.5rem] bottom-full text-center text-[0.625rem] leading-3 text-soft tabular-nums"
                    >
                      {Math.round(value.share * 100)}
                    </span>
                  )}
                </FigureLink>
              </div>
            ))}
          </div>
        ))}
      </div>
      <div aria-hidden="true" className={`flex gap-1 pt-1 text-label text-soft tabular-nums ${ticks.length > 0 ? "pl-9" : ""}`}>
        {distribution.bins.map((bin, index) => (
          // Only one label in five is drawn, so it may overflow into its neighbours' space.
          <span
            key={bin.label}
            className={isSparse ? "flex min-w-0 flex-1 justify-center whitespace-nowrap" : "min-w-0 flex-1 truncate text-center"}
          >
            {isSparse && index % 5 !== 0 ? "" : bin.tick}
          </span>
        ))}
      </div>
      <figcaption className="mt-2 text-label text-soft tabular-nums">
        <ul className="flex flex-wrap gap-x-4 gap-y-0.5">
          {distribution.series.map((series, index) => (
            <li key={series.name} className="flex items-center gap-1.5">
              <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-[2px] ${fills[index] ?? fills[1]}`} />
              <FigureLink units={unitsOf?.(series.name)} n={series.n === 0 || isCounted ? series.n : null} figure={figure}>
                {series.name}: {series.n === 0 ? "no ratings, " : series.mean === null ? "" : `mean ${decimals(series.mean)}, `}n ={" "}
                {count(series.n)}
              </FigureLink>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}
