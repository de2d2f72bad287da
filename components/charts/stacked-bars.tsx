import type { UnitQuery } from "@/lib/domain/unit-query";
import { FigureLink } from "./figure-link";
import { count, figuresOf, percent, percentRange } from "./format";
import type { StackedRow } from "./prepare-stacked-bars";

/** Look and label of one kind of segment. */
export interface SegmentStyle {
  label: string;
  className: string;
}

/** Looks that differ in more than their colour. */
export const segmentLooks = {
  plain: "border border-edge bg-line",
  solid: "bg-ink",
  hatched: "border border-ink bg-[repeating-linear-gradient(135deg,var(--ink)_0_1.5px,transparent_1.5px_5px)]",
};

interface StackedBarsProps<Key extends string> {
  rows: readonly StackedRow<Key>[];
  styles: Record<Key, SegmentStyle>;
  /** What a row counts, of one: "line". */
  counted: string;
  /** Shown for an empty row. */
  nothing: string;
  /** What a segment of a row counts, as a link. */
  unitsOf?: (row: string, key: Key) => UnitQuery | undefined;
  /** Whether a link lists just what its segment counts. */
  isCounted?: boolean;
}

/** Rows of counts as bars of equal length; what each segment is, its share, count and interval stand before the bar, and below all why some have none. */
export function StackedBars<Key extends string>({ rows, styles, counted, nothing, unitsOf, isCounted = true }: StackedBarsProps<Key>) {
  const whyNone = new Set(
    rows.flatMap(({ segments }) => segments.flatMap(({ interval }) => (typeof interval === "string" ? interval : []))),
  );
  const linkOf = (row: string, key: Key, number: number) => ({
    units: unitsOf?.(row, key),
    n: isCounted ? number : null,
    figure: `${row}: ${styles[key].label}`,
  });
  return (
    <>
      <dl data-chart="stacked-bars" className="flex flex-col gap-4">
        {rows.map((row) => (
          <div key={row.name}>
            <dt className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="min-w-0 font-medium text-body text-ink wrap-anywhere">{row.name}</span>
              <span className="text-label text-soft tabular-nums">{figuresOf(row.n, counted)}</span>
            </dt>
            <dd>
              {row.n === 0 ? (
                <p className="text-small text-soft">{nothing}</p>
              ) : (
                <>
                  <ul className="mt-0.5 flex flex-wrap gap-x-4 gap-y-0.5 text-small tabular-nums">
                    {row.segments.map(({ key, count: number, share, interval }) => (
                      <li key={key} className="flex flex-wrap items-center gap-x-1.5">
                        <span aria-hidden className={`size-2.5 shrink-0 rounded-[2px] ${styles[key].className}`} />
                        <FigureLink {...linkOf(row.name, key, number)} className="underline decoration-edge">
                          {percent(share)} {styles[key].label}
                        </FigureLink>{" "}
                        <span className="text-label text-soft">
                          {count(number)}
                          {interval !== null && `, ${typeof interval === "string" ? "no interval" : percentRange(interval)}`}
                        </span>
                      </li>
                    ))}
                  </ul>
                  <div aria-hidden="true" className="mt-1 flex h-2.5 gap-px">
                    {row.segments.map(({ key, count: number, share }) => (
                      <div
                        key={key}
                        data-segment=""
                        title={`${styles[key].label}: ${count(number)}`}
                        className={`min-w-[3px] first:rounded-l-[3px] last:rounded-r-[3px] ${styles[key].className}`}
                        style={{ flexGrow: share, flexBasis: 0 }}
                      >
                        <FigureLink {...linkOf(row.name, key, number)} className="block h-full" repeats>
                          <span className="sr-only">
                            {styles[key].label}: {count(number)}
                          </span>
                        </FigureLink>
                      </div>
                    ))}
                  </div>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {whyNone.size > 0 && <p className="mt-3 text-label text-soft">{[...whyNone].join(" ")}</p>}
    </>
  );
}
