import type { UnitQuery } from "@/lib/domain/unit-query";
import { FigureLink } from "./figure-link";
import { count } from "./format";
import type { Fan, Fans as Prepared } from "./prepare-fans";

const [rowHeight, width, start, thickest] = [24, 80, 6, 16];

/** The middle of a point's row; the highest point is at the top. */
const middle = (points: number, place: number) => (points - 1 - place) * rowHeight + rowHeight / 2;

/** The ratings of a fan, of one of its ends, or of a way, as a link, and whether the list has just these. */
interface FanUnits {
  unitsOf: (first: number, of: { final?: number; way?: "towards" | "stayed" | "away" }) => UnitQuery;
  isCounted: boolean;
}

/**
 * A fan for each first score: a curve to each final score, as thick as its share; towards the draft in the accent, away from it dashed. Hidden from screen
 * readers, which read the same counts in the tables of the panel.
 */
export function Fans({ points, fans, unitsOf, isCounted }: Prepared & FanUnits) {
  const isKnown = fans.every(({ ways }) => ways !== null);
  return (
    <div data-chart="fans" aria-hidden="true" className="overflow-x-auto">
      <div
        className="grid w-fit text-label text-soft tabular-nums"
        style={{ gridTemplateColumns: `auto repeat(${points.length}, minmax(8rem, 9rem))` }}
      >
        <div className="flex flex-col pr-4">
          <span className="h-6">first</span>
          {points.toReversed().map((point, index) => (
            <span key={point} className="flex h-6 items-center justify-between gap-2">
              <span>{index === 0 && "final"}</span>
              <span className="text-ink">{point}</span>
            </span>
          ))}
          {isKnown && (
            <div className="mt-2 border-line border-t pt-1">
              <p className="font-medium text-accent">towards</p>
              <p className="text-ink">stayed</p>
              <p className="font-medium text-removed">away</p>
            </div>
          )}
        </div>
        {fans.map((fan, place) => (
          <OneFan key={fan.first} {...{ fan, place, points, unitsOf, isCounted }} />
        ))}
      </div>
    </div>
  );
}

function OneFan({
  fan: { first, n, ends, ways },
  place,
  points,
  unitsOf,
  isCounted,
}: FanUnits & { fan: Fan; place: number; points: number[] }) {
  const counted = (number: number, of: Parameters<typeof unitsOf>[1]) => (
    <FigureLink units={unitsOf(first, of)} n={number === 0 || isCounted ? number : null} figure={`first score ${first}`} repeats>
      {count(number)}
    </FigureLink>
  );
  return (
    <div className="flex flex-col border-line border-l">
      <p className="flex h-6 justify-between px-2">
        <span className="font-semibold text-ink">{first}</span>
        <span>{counted(n, {})}</span>
      </p>
      <div className="flex justify-between pr-2 pl-1">
        <svg aria-hidden="true" width={width} height={ends.length * rowHeight} className="shrink-0">
          {ends.map((end, at) => (
            <End key={middle(ends.length, at)} end={end} n={n} from={middle(ends.length, place)} to={middle(ends.length, at)} />
          ))}
          {n > 0 && (
            <rect
              {...{ x: start - 4, y: middle(ends.length, place) - 4, width: 8, height: 8, rx: 4 }}
              className="fill-card stroke-ink"
              strokeWidth={1.5}
            />
          )}
        </svg>
        <div className="flex flex-col-reverse text-right">
          {ends.map((end, at) => (
            <span key={middle(ends.length, at)} className={`h-6 leading-6 ${at === place ? "text-ink" : ""}`}>
              {end.count > 0 && counted(end.count, { final: points[at] })}
            </span>
          ))}
        </div>
      </div>
      {ways && (
        <div className="mt-2 border-line border-t px-2 pt-1 text-right">
          <p className="font-medium text-accent">{counted(ways.towards, { way: "towards" })}</p>
          <p className="text-ink">{counted(ways.stayed, { way: "stayed" })}</p>
          <p className="font-medium text-removed">{counted(ways.away, { way: "away" })}</p>
        </div>
      )}
    </div>
  );
}

const looks = {
  towards: { className: "stroke-accent", dash: undefined },
  neither: { className: "stroke-edge", dash: undefined },
  away: { className: "stroke-removed", dash: "4 3" },
} as const;
const ways = ["towards", "neither", "away"] as const;

/** The curves from a first score to one final score, beside each other where some went towards the draft and others away from it. */
function End({ end, n, from, to }: { end: Fan["ends"][number]; n: number; from: number; to: number }) {
  const drawn = ways.filter((way) => end[way] > 0).map((way) => ({ way, thick: Math.max(1, (end[way] / n) * thickest) }));
  const all = drawn.reduce((sum, { thick }) => sum + thick, 0);
  return drawn.map(({ way, thick }, index) => {
    const before = drawn.slice(0, index).reduce((sum, one) => sum + one.thick, 0);
    const at = to - all / 2 + before + thick / 2;
    return (
      <path
        key={way}
        d={`M${start} ${from}C${width / 2} ${from} ${width / 2} ${at} ${width} ${at}`}
        fill="none"
        className={looks[way].className}
        strokeWidth={thick}
        strokeDasharray={looks[way].dash}
      />
    );
  });
}
