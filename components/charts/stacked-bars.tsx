import { Fragment } from "react";
import type { UnitQuery } from "@/lib/domain/unit-query";
import { FigureLink } from "./figure-link";
import { count, percent, percentRange } from "./format";
import type { StackedRow } from "./prepare-stacked-bars";

/** Look and label of one kind of segment. */
export interface SegmentStyle {
  label: string;
  className: string;
}

/** Rows of counts as bars of equal length, with the counts under each bar. */
export function StackedBars<Key extends string>({
  rows,
  styles,
  nothing,
  unitsOf,
}: {
  rows: StackedRow<Key>[];
  styles: Record<Key, SegmentStyle>;
  /** Shown for an empty row. */
  nothing: string;
  /** What a segment of a row counts, as a link. */
  unitsOf?: (row: string, key: Key) => UnitQuery | undefined;
}) {
  return (
    <div className="flex flex-col gap-3">
      <dl className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-[minmax(5.5rem,auto)_1fr]">
        {rows.map((row) => (
          <div key={row.name} className="contents">
            <dt className="text-small text-soft sm:max-w-44 sm:pt-1 sm:text-right">{row.name}</dt>
            <dd className="min-w-0">
              {row.n === 0 ? <p className="text-small text-soft">{nothing}</p> : <Bar row={row} styles={styles} unitsOf={unitsOf} />}
            </dd>
          </div>
        ))}
      </dl>
      <Legend styles={styles} />
    </div>
  );
}

interface BarProps<Key extends string> {
  row: StackedRow<Key>;
  styles: Record<Key, SegmentStyle>;
  unitsOf: ((row: string, key: Key) => UnitQuery | undefined) | undefined;
}

function Bar<Key extends string>({ row, styles, unitsOf }: BarProps<Key>) {
  return (
    <>
      <div aria-hidden="true" className="flex h-6 gap-px overflow-hidden rounded-mark">
        {row.segments.map((segment) => (
          <div
            key={segment.key}
            className={`@container flex min-w-[3px] items-center overflow-hidden text-label tabular-nums ${styles[segment.key].className} `}
            style={{ flexGrow: segment.share, flexBasis: 0 }}
            title={`${styles[segment.key].label}: ${count(segment.count)}, ${percent(segment.share)}`}
          >
            {segment.labelled && <span className="hidden px-2 whitespace-nowrap @min-[3.5rem]:inline">{percent(segment.share)}</span>}
          </div>
        ))}
      </div>
      <p className="mt-1 text-label text-soft tabular-nums">
        {row.segments.map(({ key, count: number, interval }, index) => (
          <Fragment key={key}>
            {index > 0 && " · "}
            <FigureLink
              units={unitsOf?.(row.name, key)}
              n={number}
              figure={`${row.name}: ${styles[key].label}`}
              className="underline decoration-dotted"
            >
              {count(number)} {styles[key].label}
            </FigureLink>
            {interval && ` (${percentRange(interval)})`}
          </Fragment>
        ))}
      </p>
    </>
  );
}

function Legend<Key extends string>({ styles }: { styles: Record<Key, SegmentStyle> }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-label text-soft" aria-hidden="true">
      {Object.entries<SegmentStyle>(styles).map(([key, style]) => (
        <li key={key} className="flex items-center gap-1.5">
          <span className={`size-2.5 rounded-[2px] ${style.className}`} />
          {style.label}
        </li>
      ))}
    </ul>
  );
}
