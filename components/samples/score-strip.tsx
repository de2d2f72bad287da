import type { Scale } from "@/lib/domain/criterion";

interface StripProps {
  scale: Scale;
  people: readonly number[];
  judge: number | null;
}

const width = 112;
const margin = 8;

/** One unit's scores on its scale: a dot per point that people gave, larger and numbered where several did, and the judge as a pointer above. */
export function ScoreStrip({ scale, people, judge }: StripProps) {
  const at = (score: number) => margin + ((score - scale.min) / (scale.max - scale.min)) * (width - 2 * margin);
  const counts = new Map<number, number>();
  for (const score of people) counts.set(score, (counts.get(score) ?? 0) + 1);
  const [low, high] = [Math.min(...people), Math.max(...people)];
  const steps = scale.step === null ? 0 : Math.round((scale.max - scale.min) / scale.step);
  const ticks = steps > 0 && steps <= 20 ? Array.from({ length: steps + 1 }, (_, index) => scale.min + index * (scale.step ?? 1)) : [];
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} 24`} width={width} height={24} className="block">
      <line x1={margin} x2={width - margin} y1={15} y2={15} className="stroke-line" />
      {ticks.map((tick) => (
        <line key={tick} x1={at(tick)} x2={at(tick)} y1={13} y2={17} className="stroke-edge" />
      ))}
      {people.length > 1 && <line x1={at(low)} x2={at(high)} y1={15} y2={15} className="stroke-ink" strokeWidth={1.5} />}
      {[...counts].map(([score, count]) => (
        <g key={score}>
          <circle cx={at(score)} cy={15} r={count > 2 ? 6.5 : count > 1 ? 5.5 : 3.5} className="fill-accent" />
          {count > 1 && (
            <text x={at(score)} y={18.3} textAnchor="middle" className="fill-on-accent text-[9px] font-semibold">
              {count}
            </text>
          )}
        </g>
      ))}
      {judge !== null && <path d={`M${at(judge) - 4} 1 h8 l-4 6 z`} className="fill-ink" />}
    </svg>
  );
}
