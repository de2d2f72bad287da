"use client";

import { cn } from "@/components/ui/cn";
import { scoreName } from "@/components/words/score-name";
import { scalePoints } from "@/lib/domain/scale-points";
import type { Desk } from "./commands";
import { mayMark } from "./unit-view";

/** The other points of the scale, to mark those that are right too; only where several can be, and once there is a score. */
export function AlsoAcceptable({ desk: { view, readOnly, act } }: { desk: Desk }) {
  const { score, alsoAcceptable } = view.evaluation;
  if (!mayMark(view) || (readOnly && alsoAcceptable.length === 0)) return null;
  const { scale } = view.criterion;
  return (
    <fieldset aria-label="Also acceptable" data-also className="mt-2 flex min-w-0 flex-wrap items-center gap-1.5 text-small text-soft">
      Also acceptable
      {scalePoints(scale)?.map((point) => {
        const marked = alsoAcceptable.includes(point);
        return (
          point !== score && (
            <button
              key={point}
              type="button"
              aria-pressed={marked}
              disabled={readOnly}
              onClick={() => void act({ kind: marked ? "disallow" : "allow", score: point })}
              className={cn(
                "min-w-7 rounded-control border px-1.5 py-0.5 wrap-anywhere disabled:cursor-default pointer-coarse:min-h-11 pointer-coarse:min-w-11",
                marked ? "border-accent bg-accent-soft text-accent" : "bg-card not-disabled:hover:bg-sunken",
              )}
              dir="auto"
            >
              {scoreName(point, false, scale)}
            </button>
          )
        );
      })}
    </fieldset>
  );
}
