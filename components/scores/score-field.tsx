"use client";

import { type CSSProperties, useEffect, useEffectEvent, useId, useState } from "react";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import type { Scale } from "@/lib/domain/criterion";
import { isOnScale, snapToScale } from "@/lib/domain/scale-points";

export interface ScoreControlProps {
  scale: Scale;
  value: number | null;
  /** The draft's score, struck through if the value differs. */
  draftScore: number | null;
  /** Called when a score is chosen and the annotator moves on. */
  onChoose: (score: number) => void;
  /** Called when the score is set without moving the focus: from a slider, or when the focus leaves the field. */
  onSet?: (score: number) => void;
  /** A number typed earlier but not entered. */
  unfinished?: string | undefined;
  onType?: (typed: string | null) => void;
  disabled?: boolean;
  /** Whether the score is a preference: A, tie, B. */
  pair?: boolean;
  /** Accessible name: what is scored. */
  label: string;
}

/** A score on a scale with many points: a slider and a field for the exact number. */
export function ScoreField({
  scale,
  value,
  draftScore,
  onChoose,
  onSet = onChoose,
  unfinished,
  onType,
  disabled = false,
  label,
}: ScoreControlProps) {
  const [typed, setTyped] = useState(unfinished ?? null);
  const [slid, setSlid] = useState<number | null>(null);
  const problemId = useId();
  const [before, setBefore] = useState(value);
  // A value set elsewhere (undo, another key) replaces half-typed text.
  if (value !== before) {
    setBefore(value);
    setTyped(null);
  }
  const keep = useEffectEvent((text: string | null) => onType?.(text?.trim() ? text : null));
  // Kept outside React, so that it survives a reload or a change of criterion.
  useEffect(() => keep(typed), [typed]);
  const number = typed === null || typed.trim() === "" ? null : Number(typed.replace(",", "."));
  const given = number === null ? null : snapToScale(scale, number);
  const off = number !== null && given === null;
  const commit = (enter: (score: number) => void) => {
    if (given !== null) enter(given);
    // A number off the scale stays, with what is wrong about it.
    if (number === null || (given !== null && given === value)) setTyped(null);
  };
  // A drag or a held key sets one score, not every point on its way.
  const release = () => {
    if (slid === null) return;
    setSlid(null);
    const point = snapToScale(scale, slid) ?? slid;
    if (point !== value) onSet(point);
  };
  const shown = slid ?? value ?? draftScore ?? scale.min;
  const nearest = scale.levels.filter((level) => level.value <= shown).at(-1);
  const words = nearest && (nearest.description || nearest.label);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-4">
        <input
          type="range"
          aria-label={label}
          className={cn("score-range", value === null && slid === null && "score-range-unset")}
          style={{ "--filled": `${((shown - scale.min) / (scale.max - scale.min)) * 100}%` } as CSSProperties}
          min={scale.min}
          max={scale.max}
          step={scale.step ?? (scale.max - scale.min) / 1000}
          value={shown}
          disabled={disabled}
          onChange={(event) => setSlid(event.target.valueAsNumber)}
          onPointerUp={release}
          onKeyUp={release}
          onBlur={release}
        />
        <Input
          aria-label={`${label}, number`}
          aria-invalid={off || undefined}
          aria-describedby={off ? problemId : undefined}
          inputMode="decimal"
          data-score-number
          className="w-20 text-right"
          disabled={disabled}
          value={typed ?? (slid ?? value ?? "").toString()}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => commit((score) => score !== value && onSet(score))}
          onKeyDown={(event) => {
            if (event.key === "Enter") commit(onChoose);
            if (event.key === "Escape") setTyped(null);
          }}
        />
      </div>
      <p className="flex justify-between gap-4 text-label text-soft">
        <span>{scale.min}</span>
        {words && (
          <span className="text-center text-small" dir="auto">
            <span className="font-medium">from {nearest.value}</span> {words}
          </span>
        )}
        <span>{scale.max}</span>
      </p>
      {typed !== null && given !== null && given !== value && <p className="text-small text-caution">Not entered yet. Enter saves it.</p>}
      {off && (
        <p id={problemId} role="alert" className="text-small text-removed">
          Not on the scale, {scale.min} to {scale.max}
          {scale.step === null || scale.step === 1 ? "" : ` in steps of ${scale.step}`}.
        </p>
      )}
      {draftScore !== null && draftScore !== value && isOnScale(scale, draftScore) && (
        <p className="text-small text-soft">
          The draft says <span className={value === null ? "font-medium" : "struck px-0.5"}>{draftScore}</span>
        </p>
      )}
    </div>
  );
}
