import type { CSSProperties } from "react";
import type { UnitQuery } from "@/lib/domain/unit-query";
import { FigureLink } from "./figure-link";
import { decimals } from "./format";
import type { HeatMapCell, HeatMap as Prepared } from "./prepare-heat-map";

/**
 * Tints stop where the contrast of text on them would fall below 4.5: at 65 % of the accent on white, 48 % on the dark card.
 * One text colour then serves every cell.
 */
const tints = "[--most:65%] dark:[--most:48%]";

function tint(cell: HeatMapCell): CSSProperties {
  const colour = cell.negative ? "var(--removed)" : "var(--accent)";
  return { backgroundColor: `color-mix(in oklab, ${colour} calc(${cell.strength} * var(--most)), var(--card))` };
}

const hatched = "bg-[repeating-linear-gradient(135deg,transparent_0_5px,var(--line)_5px_6px)]";

interface Shared {
  units: UnitQuery;
  isWhole: boolean;
}

interface HeatMapProps {
  map: Prepared;
  caption: string;
  whySentence: (why: string | null) => string;
  /** The units that the raters of a cell share, as a link, and whether they are all that the cell's n counts. */
  unitsOf?: (cell: HeatMapCell) => Shared | undefined;
  /** What a rater scored, as a link. */
  unitsBy?: (rater: string) => UnitQuery | undefined;
}

/** A table of pairs, tinted by agreement. Every cell shows its figure; colour is only an aid. */
export function HeatMap({ map, caption, whySentence, unitsOf, unitsBy }: HeatMapProps) {
  return (
    <section data-chart="heat-map" className={`relative overflow-x-auto ${tints}`} aria-label={caption} tabIndex={0}>
      <table
        className="w-full table-fixed border-separate border-spacing-1 text-label tabular-nums"
        style={{ minWidth: `${5 + map.names.length * 3}rem` }}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <td className="w-16 sm:w-24" />
            {map.names.map((name) => (
              <th key={name} scope="col" className="truncate px-1 pb-1 text-center font-normal text-soft" title={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {map.names.map((name, index) => (
            <tr key={name}>
              <th scope="row" className="truncate pr-2 text-right font-normal text-soft" title={name}>
                <FigureLink units={unitsBy?.(name)} n={null} figure={`agreement of ${name}`}>
                  {name}
                </FigureLink>
              </th>
              {map.rows[index]?.map((cell, column) => (
                <Cell
                  key={map.names[column]}
                  cell={cell}
                  same={index === column}
                  whySentence={whySentence}
                  shared={cell ? unitsOf?.(cell) : undefined}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface CellProps {
  cell: HeatMapCell | null;
  same: boolean;
  whySentence: (why: string | null) => string;
  shared: Shared | undefined;
}

function Cell({ cell, same, whySentence, shared }: CellProps) {
  if (cell === null) {
    return <td className="h-9 rounded-mark bg-sunken">{!same && <span className="sr-only">no unit in common</span>}</td>;
  }
  const about = `${cell.row} and ${cell.column}, n = ${cell.n}`;
  if (cell.value === null) {
    return (
      <td className="h-9 rounded-mark border border-line border-dashed text-center text-soft" title={`${about}. ${whySentence(cell.why)}`}>
        –<span className="sr-only">{whySentence(cell.why)}</span>
      </td>
    );
  }
  return (
    <td className="h-9 overflow-hidden rounded-mark p-0 text-center text-ink" style={tint(cell)} title={about}>
      <span className={`flex h-9 items-center justify-center ${cell.thin ? hatched : ""}`}>
        <FigureLink
          units={shared?.units}
          n={shared?.isWhole ? cell.n : null}
          figure={`agreement of ${cell.row} and ${cell.column}`}
          className="px-2 py-1"
        >
          {decimals(cell.value)}
        </FigureLink>
        {cell.thin && <span className="sr-only">, from only {cell.n} units</span>}
      </span>
    </td>
  );
}
