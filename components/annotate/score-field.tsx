"use client";

import { Slider } from "radix-ui";
import { useEffect, useId, useState } from "react";
import { Input } from "@/components/ui/input";
import { isOnScale } from "@/lib/domain/scale-points";
import type { ScoreControlProps } from "./score-control";

/** A score on a scale of many points: a slider, and a field for the exact number. */
export function ScoreField({ scale, value, draftScore, onChoose, disabled = false, label }: ScoreControlProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [slid, setSlid] = useState<number | null>(null);
  const problemId = useId();
  // A value set elsewhere (undo, another key) replaces what stands half-typed.
  useEffect(() => {
    if (value !== undefined) setTyped(null);
  }, [value]);
  const given = typed === null || typed.trim() === "" ? null : Number(typed.replace(",", "."));
  const off = given !== null && !isOnScale(scale, given);
  const commit = () => {
    if (given === null || off) return;
    if (given !== value) onChoose(given);
    setTyped(null);
  };
  const shown = slid ?? value ?? draftScore ?? scale.min;
  const nearest = scale.levels.filter((level) => level.value <= shown).at(-1);
  const words = nearest && (nearest.description || nearest.label);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-4">
        <Slider.Root
          className="relative flex h-8 grow touch-none items-center select-none"
          min={scale.min}
          max={scale.max}
          step={scale.step ?? (scale.max - scale.min) / 1000}
          value={[shown]}
          disabled={disabled}
          onValueChange={([next]) => setSlid(next ?? null)}
          onValueCommit={([next]) => {
            setSlid(null);
            if (next !== undefined && next !== value) onChoose(next);
          }}
        >
          <Slider.Track className="relative h-1.5 grow rounded-full bg-line">
            <Slider.Range className="absolute h-full rounded-full bg-accent" />
          </Slider.Track>
          <Slider.Thumb
            aria-label={label}
            className={`block size-5 rounded-full border-2 border-accent ${value === null && slid === null ? "bg-card" : "bg-accent"}`}
          />
        </Slider.Root>
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
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === "Enter") commit();
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
