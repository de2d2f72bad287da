import type { PlanContent, PlanPreview } from "@/lib/domain/study-plan";
import { count } from "../charts/format";
import { cn } from "../ui/cn";
import { armLooks } from "./arm-look";
import { armNames } from "./choice-words";
import { armCounts, gridBars } from "./prepare-plan-grid";

interface PlanGridProps {
  content: PlanContent;
  preview: PlanPreview;
}

/** Who rates what: one row for each person, one mark for each sample, in the colour of its arm. */
export function PlanGrid({ content, preview: { grid, seats } }: PlanGridProps) {
  if (grid === null) {
    return (
      <p className="text-small text-soft">
        The grid is drawn for studies of up to 60 people and 400 samples; the table below counts every study.
      </p>
    );
  }
  const looks = armLooks(content.arms);
  const names = armNames(content.arms);
  const all = grid.columns.reduce((sum, { samples }) => sum + samples, 0);
  return (
    <section aria-label="Who rates what" tabIndex={0} className="relative overflow-x-auto">
      <table className="w-full min-w-160 table-fixed border-separate border-spacing-x-2 border-spacing-y-1 text-label">
        <thead>
          <tr className="text-left align-bottom">
            <th scope="col" className="w-24 font-normal">
              <span className="sr-only">Person</span>
            </th>
            {grid.columns.map(({ system, shared, samples }) => (
              // Very narrow columns could not be read.
              <th
                key={`${shared} ${system}`}
                scope="col"
                className="truncate font-medium"
                style={{ width: `${Math.max(8, (samples / all) * 70)}%` }}
              >
                {shared ? "all" : (system ?? "samples")} <span className="font-normal text-soft">{count(samples)}</span>
              </th>
            ))}
            <th scope="col" className="w-24 text-right font-medium">
              {content.hoursPerPerson === null ? "hours" : "hours, of free"}
            </th>
          </tr>
        </thead>
        <tbody>
          {seats.map((seat, row) => (
            <tr key={seat.position}>
              <th scope="row" className={cn("truncate text-left font-normal", seat.name === null && "text-soft")}>
                {seat.name ?? `Place ${seat.position + 1}`}
              </th>
              {grid.rows[row]?.map((cells, column) => (
                <td key={`${grid.columns[column]?.shared} ${grid.columns[column]?.system}`} className="p-0">
                  <span className="sr-only">
                    {armCounts(cells, names.length)
                      .map((n, arm) => `${n} ${names[arm]}`)
                      .join(", ")}
                  </span>
                  <Bars cells={cells} looks={looks} />
                </td>
              ))}
              <td className="text-right tabular-nums">{hoursText(seat.hours, content.hoursPerPerson)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Bars({ cells, looks }: { cells: string; looks: readonly { fill: string }[] }) {
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${cells.length} 1`} preserveAspectRatio="none" className="block h-3.5 w-full">
      <rect width={cells.length} height={1} className="fill-sunken" />
      {gridBars(cells).map(({ arm, from, length }) => (
        <rect key={from} x={from} width={length} height={1} className={looks[arm]?.fill} />
      ))}
    </svg>
  );
}

function hoursText(hours: number | null, free: number | null): string {
  if (hours === null) return free === null ? "–" : `– of ${free}`;
  return free === null ? hours.toFixed(1) : `${hours.toFixed(1)} of ${free}`;
}

/** What the colours of the grid mean. */
export function GridLegend({ arms }: { arms: PlanContent["arms"] }) {
  const looks = armLooks(arms);
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-label text-soft">
      {armNames(arms).map((name, index) => (
        <li key={name} className="flex items-center gap-1.5">
          <span aria-hidden className={cn("size-2.5 rounded-[2px]", looks[index]?.bg)} />
          {name}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="size-2.5 rounded-[2px] border bg-sunken" />
        not rated
      </li>
    </ul>
  );
}
