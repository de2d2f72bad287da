import { cn } from "../ui/cn";
import type { Curves as Prepared } from "./prepare-curves";

// As wide as the column it is in, nearly, so that its letters keep their size.
const [width, height] = [190, 150];
const frame = { left: 44, right: 78, top: 16, bottom: 22 };
const xOf = (share: number) => frame.left + share * width;
const yOf = (share: number) => frame.top + share * height;
const path = (points: readonly [number, number][]) => points.map(([x, y]) => `${xOf(x).toFixed(1)},${yOf(y).toFixed(1)}`).join(" ");

interface CurvesProps {
  curves: Prepared;
  /** All that the picture says, for those who cannot see it. */
  summary: string;
  /** What is written at the mark. */
  markText: string;
  formatY: (value: number) => string;
  formatX: (value: number) => string;
}

/** Curves with one point marked; the part of an axis that is not there yet is dashed. */
export function Curves({ curves: { xTicks, yTicks, lines, mark }, summary, markText, formatX, formatY }: CurvesProps) {
  return (
    <svg
      role="img"
      aria-label={summary}
      viewBox={`0 0 ${frame.left + width + frame.right} ${frame.top + height + frame.bottom}`}
      className="block w-full max-w-90 text-[12px]"
    >
      {yTicks.map(({ value, at }) => (
        <g key={value}>
          <line x1={xOf(0)} x2={xOf(1)} y1={yOf(at)} y2={yOf(at)} className="stroke-line" />
          <text x={frame.left - 6} y={yOf(at) + 4} textAnchor="end" className="fill-soft">
            {formatY(value)}
          </text>
        </g>
      ))}
      {xTicks.map(({ value, at }) => (
        <text key={value} x={xOf(at)} y={yOf(1) + 16} textAnchor="middle" className="fill-soft">
          {formatX(value)}
        </text>
      ))}
      {lines.map(({ label, main, known, beyond, labelAt }) => (
        <g key={label}>
          <polyline points={path(known)} className={lineLook(main)} strokeWidth={main ? 2 : 1} />
          <polyline points={path(beyond)} className={lineLook(main)} strokeWidth={main ? 2 : 1} strokeDasharray="4 3" />
          <text x={xOf(1) + 6} y={yOf(labelAt) + 4} className={main ? "fill-accent font-semibold" : "fill-soft"}>
            {label}
          </text>
        </g>
      ))}
      {mark && (
        <>
          <line x1={xOf(mark.x)} x2={xOf(mark.x)} y1={yOf(0)} y2={yOf(1)} className="stroke-faint" strokeDasharray="2 2" />
          <circle cx={xOf(mark.x)} cy={yOf(mark.y)} r={4} className="fill-accent" />
          <text x={xOf(mark.x) + 6} y={yOf(0) + 4} className="fill-accent font-semibold">
            {markText}
          </text>
        </>
      )}
    </svg>
  );
}

const lineLook = (main: boolean) => cn("fill-none", main ? "stroke-accent" : "stroke-faint");
