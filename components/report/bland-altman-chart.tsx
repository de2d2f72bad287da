import type { ScoresOfJudge } from "@/lib/domain/report-scores";
import type { UnitQuery } from "@/lib/domain/unit-query";
import { FigureLink } from "../charts/figure-link";
import { decimals, figuresOf, signed } from "../charts/format";

const [width, height, margin] = [440, 260, 34];

type Figures = NonNullable<ScoresOfJudge["blandAltman"]>;

interface BlandAltmanProps {
  figures: Figures;
  judge: string;
  /** The units of a circle. */
  linkOf: (bubble: Figures["bubbles"][number]) => { units: UnitQuery | undefined; n: number | null };
}

/** Differences between judge and people by their mean: one circle for equal pairs, its area their number; bias and limits as lines. */
export function BlandAltmanChart({ figures, judge, linkOf }: BlandAltmanProps) {
  const { bubbles, bias, low, high } = figures;
  const xs = bubbles.map(({ mean }) => mean);
  const ys = [...bubbles.map(({ difference }) => difference), low.value, high.value, 0];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [bottom, top] = [Math.min(...ys), Math.max(...ys)];
  const x = (value: number) => margin + ((value - left) / (right - left || 1)) * (width - 2 * margin);
  const y = (value: number) => height - margin - ((value - bottom) / (top - bottom || 1)) * (height - 2 * margin);
  const most = Math.max(...bubbles.map((bubble) => bubble.n));
  const line = (value: number, look: string) => <line x1={margin} x2={width - margin} y1={y(value)} y2={y(value)} className={look} />;
  return (
    <figure>
      {/* biome-ignore lint/a11y/useSemanticElements: a picture with links in it; no element of HTML is one */}
      <svg
        data-chart="bland-altman"
        role="group"
        viewBox={`0 0 ${width} ${height}`}
        className="w-full max-w-110 text-[11px]"
        aria-label={`Differences between ${judge} and people`}
      >
        {line(0, "stroke-line")}
        {bubbles.map((bubble) => (
          <FigureLink key={`${bubble.mean} ${bubble.difference}`} {...linkOf(bubble)} figure={`difference ${signed(bubble.difference)}`}>
            <circle
              cx={x(bubble.mean)}
              cy={y(bubble.difference)}
              r={Math.max(1.5, 11 * Math.sqrt(bubble.n / most))}
              className="fill-accent/35 stroke-accent"
            >
              <title>{`${figuresOf(bubble.n, "unit")}: mean of both ${decimals(bubble.mean)}, judge minus people ${signed(bubble.difference)}`}</title>
            </circle>
          </FigureLink>
        ))}
        {bias.value !== null && line(bias.value, "stroke-ink")}
        {line(low.value, "stroke-ink [stroke-dasharray:4_3]")}
        {line(high.value, "stroke-ink [stroke-dasharray:4_3]")}
        {[...new Set([low.value, high.value])].map((value) => (
          <text key={value} x={width - margin + 4} y={y(value) + 4} className="fill-soft">
            {signed(value, 1)}
          </text>
        ))}
        <text x={margin} y={height - 10} className="fill-soft">
          {decimals(left, 1)}
        </text>
        <text x={width - margin} y={height - 10} textAnchor="end" className="fill-soft">
          {decimals(right, 1)}
        </text>
        <text x={width / 2} y={height - 10} textAnchor="middle" className="fill-soft">
          mean of both
        </text>
      </svg>
      <figcaption className="text-label text-soft">
        Judge minus people, by the mean of both. A circle’s area is its number of units; whole scores make a lattice. Solid line: the mean
        difference; dashed: the limits of agreement, of which the next panel has the intervals.
      </figcaption>
    </figure>
  );
}
