"use client";

import { useState } from "react";
import type { Criterion, Scale } from "@/lib/domain/criterion";
import { isCategorical } from "@/lib/domain/labels";
import { scaleSummary } from "./words";

/** Longer text is collapsed. */
const longText = 260;

/** The criterion's name, definition and, except for a preference, the meaning of its points. */
export function CriterionHead({ criterion, pair = false }: { criterion: Criterion; pair?: boolean }) {
  const [unfolded, setUnfolded] = useState(false);
  // A preference's control already says what each choice means.
  const summary = pair ? "" : scaleSummary(criterion.scale);
  const definition = criterion.definition === criterion.name ? "" : criterion.definition;
  const long = definition.length > longText || summary.length > longText;
  return (
    <header className="border-b px-5 py-4 sm:px-6">
      <h2 className="text-title wrap-anywhere" dir="auto">
        {criterion.name}
      </h2>
      {definition && (
        <p className={`manuscript mt-1 text-small text-ink ${long && !unfolded ? "line-clamp-3" : ""}`} dir="auto">
          {definition}
        </p>
      )}
      {unfolded && !pair ? (
        <Levels scale={criterion.scale} />
      ) : (
        summary && (
          <p className={`manuscript mt-1 text-small text-soft max-md:line-clamp-2 ${long ? "line-clamp-3" : ""}`} dir="auto">
            {summary}
          </p>
        )
      )}
      {long && (
        <button
          type="button"
          className="mt-1 rounded-mark text-small text-accent underline underline-offset-3"
          onClick={() => setUnfolded(!unfolded)}
          aria-expanded={unfolded}
        >
          {unfolded ? "Shorter" : "All of it"}
        </button>
      )}
    </header>
  );
}

function Levels({ scale }: { scale: Scale }) {
  return (
    <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-small">
      {scale.levels.map((level) => (
        <div key={level.value} className="contents">
          <dt className="font-medium">
            {!isCategorical(scale) && level.value} {level.label}
          </dt>
          <dd className="manuscript text-soft" dir="auto">
            {level.description}
          </dd>
        </div>
      ))}
    </dl>
  );
}
