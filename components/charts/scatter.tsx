import type { ReactNode } from "react";
import { decimals } from "./format";
import type { Scatter as Prepared, ScatterPoint } from "./prepare-scatter";

const side = 300;
const frame = { left: 40, right: 12, top: 20, bottom: 40 };
const xOf = (share: number) => frame.left + share * side;
const yOf = (share: number) => frame.top + share * side;
const whole = (value: number) => decimals(value, Number.isInteger(value) ? 0 : 1);

interface ScatterProps {
  scatter: Prepared;
  label: string;
  xTitle: string;
  yTitle: string;
  /** Areas of circles are numbers of units; otherwise each point is a dot with its name. */
  sized: boolean;
  /** What a point says to a pointer. */
  words: (point: ScatterPoint) => string;
  /** Wraps a point in the link to its units. */
  linked: (point: ScatterPoint, shown: ReactNode) => ReactNode;
}

/** Points on two like axes with the diagonal of agreement, and intervals in both directions. */
export function Scatter({ scatter: { ticks, points }, label, xTitle, yTitle, sized, words, linked }: ScatterProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a picture with links in it; no element of HTML is one
    <svg
      data-chart="scatter"
      role="group"
      aria-label={label}
      viewBox={`0 0 ${frame.left + side + frame.right} ${frame.top + side + frame.bottom}`}
      className="block w-full max-w-88 text-[11px]"
    >
      {ticks.map(({ value, at }) => (
        <g key={value}>
          <line x1={xOf(at)} x2={xOf(at)} y1={yOf(0)} y2={yOf(1)} className="stroke-line" />
          <line x1={xOf(0)} x2={xOf(1)} y1={yOf(1 - at)} y2={yOf(1 - at)} className="stroke-line" />
          <text x={xOf(at)} y={yOf(1) + 15} textAnchor="middle" className="fill-soft">
            {whole(value)}
          </text>
          <text x={frame.left - 6} y={yOf(1 - at) + 4} textAnchor="end" className="fill-soft">
            {whole(value)}
          </text>
        </g>
      ))}
      <line x1={xOf(0)} x2={xOf(1)} y1={yOf(1)} y2={yOf(0)} className="stroke-faint" strokeDasharray="4 3" />
      <text x={xOf(0.5)} y={yOf(1) + 33} textAnchor="middle" className="fill-soft">
        {xTitle}
      </text>
      <text x={12} y={yOf(0.5)} textAnchor="middle" transform={`rotate(-90 12 ${yOf(0.5)})`} className="fill-soft">
        {yTitle}
      </text>
      {points.map(({ point, x, y, area, label: names, xBar, yBar }) => (
        <g key={point.name}>
          {xBar && <line x1={xOf(xBar.from)} x2={xOf(xBar.to)} y1={yOf(y)} y2={yOf(y)} className="stroke-accent" />}
          {yBar && <line x1={xOf(x)} x2={xOf(x)} y1={yOf(yBar.from)} y2={yOf(yBar.to)} className="stroke-accent" />}
          {linked(
            point,
            <circle
              cx={xOf(x)}
              cy={yOf(y)}
              r={sized ? Math.max(2, 11 * Math.sqrt(area)) : 4.5}
              className={sized ? "fill-accent/35 stroke-accent" : "fill-accent"}
            >
              <title>{words(point)}</title>
            </circle>,
          )}
          {!sized && names !== null && (
            <text x={xOf(x) + (x > 0.6 ? -8 : 8)} y={yOf(y) - 7} textAnchor={x > 0.6 ? "end" : "start"} className="fill-ink">
              {names}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
