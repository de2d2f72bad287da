import { type PlannedSize, sizeFigureNames } from "@/lib/domain/plan-size";
import { assumptionText, sizeFigureText, sizeFigureWords, sizeWhy } from "./size-words";

interface HowSizeIsComputedProps {
  size: PlannedSize;
  open?: boolean;
}

/** Every figure's method and what it rests on, folded away unless `open`. */
export function HowSizeIsComputed({ size: { figures, assumptions, notes }, open }: HowSizeIsComputedProps) {
  return (
    <details open={open} className="text-small text-soft">
      <summary className="cursor-pointer">How this is computed</summary>
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-2 pt-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
        {sizeFigureNames.map((name) => {
          const { value, why, method, level } = figures[name];
          return (
            <div key={name} className="contents">
              <dt className="font-medium text-ink">
                {sizeFigureWords[name]} {sizeFigureText(name, value)}
              </dt>
              <dd>
                {value === null ? `Not defined: ${sizeWhy(why)}. ` : ""}
                {method}; {level} level.
              </dd>
            </div>
          );
        })}
        <dt className="font-medium text-ink">Rests on</dt>
        <dd>{assumptions.map(assumptionText).join("; ")}.</dd>
        <dt className="font-medium text-ink">Takes for granted</dt>
        <dd>{notes.join(" ")}</dd>
      </dl>
    </details>
  );
}
