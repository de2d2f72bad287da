import { asChosen } from "./format";
import type { ShareCurve as Prepared } from "./prepare-share-curve";

const [width, height] = [200, 84];
const frame = { left: 44, right: 12, top: 8, bottom: 20 };
const xOf = (share: number) => frame.left + share * width;
const yOf = (share: number) => frame.top + share * height;

interface ShareCurveProps {
  curve: Prepared;
  /** All that the picture says, for those who cannot see it. */
  summary: string;
  /** The share that must be reached, drawn as a line. */
  needed: number;
}

/** A curve of shares with the needed one as a line, and the value in use as a full dot. */
export function ShareCurve({ curve: { points, marked, from, to }, summary, needed }: ShareCurveProps) {
  return (
    <svg
      data-chart="share-curve"
      role="img"
      aria-label={summary}
      viewBox={`0 0 ${frame.left + width + frame.right} ${frame.top + height + frame.bottom}`}
      className="block w-full max-w-64 text-[11px]"
    >
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <line
            x1={xOf(0)}
            x2={xOf(1)}
            y1={yOf(1 - share)}
            y2={yOf(1 - share)}
            className={share === needed ? "stroke-faint" : "stroke-line"}
            strokeDasharray={share === needed ? "4 3" : undefined}
          />
          <text x={frame.left - 5} y={yOf(1 - share) + 4} textAnchor="end" className="fill-soft">
            {Math.round(share * 100)} %
          </text>
        </g>
      ))}
      {[from, to].map((end, index) => (
        <text key={end} x={xOf(index)} y={yOf(1) + 15} textAnchor={index === 0 ? "start" : "end"} className="fill-soft">
          {index === 0 ? `ε = ${asChosen(end, 1)}` : asChosen(end, 1)}
        </text>
      ))}
      <polyline
        points={points.map(({ x, y }) => `${xOf(x).toFixed(1)},${yOf(y).toFixed(1)}`).join(" ")}
        className="fill-none stroke-accent"
        strokeWidth={1.5}
      />
      {points.map(({ x, y, at }) => (
        <circle key={at} cx={xOf(x)} cy={yOf(y)} r={2.5} className="fill-card stroke-accent" />
      ))}
      {marked && <circle cx={xOf(marked.x)} cy={yOf(marked.y)} r={4.5} className="fill-accent" />}
    </svg>
  );
}
