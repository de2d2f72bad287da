import type { Scale } from "@/lib/domain/criterion";
import { isCategorical } from "@/lib/domain/labels";
import { scaleWords } from "./scale-words";

/** A criterion's scale: its ends and level descriptions, or its labels with theirs. */
export function ScaleView({ scale, pairwise }: { scale: Scale; pairwise: boolean }) {
  const categorical = isCategorical(scale);
  // The number of a preference or a label is only its encoding.
  const levels = pairwise ? scale.levels.toReversed() : scale.levels.filter(({ description }) => !categorical || description !== "");
  return (
    <div className="text-small text-soft">
      <p className="wrap-anywhere">
        {scaleWords(scale, pairwise)}
        {scale.several && ", more than one can be right"}
      </p>
      {levels.length > 0 && (
        <dl className="mt-1.5 grid max-w-measure grid-cols-[auto_1fr] gap-x-3 gap-y-1">
          {levels.map((level) => (
            <div key={level.value} className="contents">
              <dt className="text-right font-medium text-ink">{pairwise || categorical ? level.label : level.value}</dt>
              <dd className="wrap-anywhere">
                {!pairwise && !categorical && level.label !== "" && <span className="text-ink">{level.label}</span>}
                {!pairwise && !categorical && level.label !== "" && level.description !== "" && ": "}
                {level.description}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
