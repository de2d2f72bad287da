import type { Scale } from "@/lib/domain/criterion";
import { scaleWords } from "./scale-words";

/** A criterion's scale: its ends and level descriptions. */
export function ScaleView({ scale, pairwise }: { scale: Scale; pairwise: boolean }) {
  // For a preference the number is only its encoding.
  const levels = pairwise ? scale.levels.toReversed() : scale.levels;
  return (
    <div className="text-small text-soft">
      <p>
        {pairwise ? "Choice of" : "Scale"} {scaleWords(scale, pairwise)}
      </p>
      {levels.length > 0 && (
        <dl className="mt-1.5 grid max-w-measure grid-cols-[auto_1fr] gap-x-3 gap-y-1">
          {levels.map((level) => (
            <div key={level.value} className="contents">
              <dt className="text-right font-medium text-ink">{pairwise ? level.label : level.value}</dt>
              <dd className="wrap-anywhere">
                {!pairwise && level.label !== "" && <span className="text-ink">{level.label}</span>}
                {!pairwise && level.label !== "" && level.description !== "" && ": "}
                {level.description}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
