import type { Scale } from "@/lib/domain/criterion";
import { scaleSentence } from "./scale-words";

/** A criterion's scale: its ends, and what each level means. */
export function ScaleView({ scale }: { scale: Scale }) {
  return (
    <div className="text-small text-soft">
      <p>Scale {scaleSentence(scale)}</p>
      {scale.levels.length > 0 && (
        <dl className="mt-1.5 grid max-w-measure grid-cols-[auto_1fr] gap-x-3 gap-y-1">
          {scale.levels.map((level) => (
            <div key={level.value} className="contents">
              <dt className="text-right font-medium text-ink">{level.value}</dt>
              <dd className="wrap-anywhere">
                {level.label !== "" && <span className="text-ink">{level.label}</span>}
                {level.label !== "" && level.description !== "" && ": "}
                {level.description}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
