"use client";

import { type KeyboardEvent, useId, useState } from "react";
import { cn } from "@/components/ui/cn";
import { Kbd } from "@/components/ui/kbd";
import { useTypeAhead } from "@/components/ui/use-type-ahead";
import { scoreName } from "@/components/words/score-name";
import type { Scale } from "@/lib/domain/criterion";
import { isCategorical } from "@/lib/domain/labels";
import { nearestPoint } from "@/lib/domain/nearest-point";
import { preferenceScale } from "@/lib/domain/pair-outputs";
import { isOnScale, pointsAround } from "@/lib/domain/scale-points";
import { buttonPoints, keyOfPlace, mostNumberKeys, preferencePoints } from "./button-points";
import { type ScoreControlProps, ScoreField } from "./score-field";

/** A unit's score on the criterion's scale: a button per point, or a slider if there are many points. */
export function ScoreControl(props: ScoreControlProps) {
  const points = props.pair ? preferencePoints(props.scale) : buttonPoints(props.scale);
  return (
    <div className="flex flex-col gap-2">
      {points === null ? <ScoreField {...props} /> : <ScoreButtons {...props} points={points} />}
      <OffScale {...props} />
    </div>
  );
}

/** Notes that the draft's score is not a point of the scale and so cannot be accepted unchanged. */
function OffScale({ scale, draftScore, pair = false }: ScoreControlProps) {
  if (draftScore === null || isOnScale(scale, draftScore)) return null;
  if (isCategorical(scale)) return <p className="text-small text-caution">The draft gives none of these labels.</p>;
  if (pair)
    return <p className="text-small text-caution">The draft says {scoreName(draftScore, true, scale)}, which is not on this scale.</p>;
  const around = pointsAround(scale, draftScore);
  if (around === null) return <p className="text-small text-caution">The draft says {draftScore}, which is not on this scale.</p>;
  const [below, above] = around;
  return (
    <p className="text-small text-soft">
      The draft says <span className="font-medium text-ink">{Number(draftScore.toFixed(2))}</span>,{" "}
      {nearestPoint(scale, draftScore) === null ? "half-way" : "which lies"} between {below} and {above}.
    </p>
  );
}

/** The point Tab enters at: the chosen or drafted one or, if that lies between two points, the nearest. */
const tabStopOf = (points: readonly number[], wanted: number | null): number | undefined =>
  wanted === null ? points[0] : points.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0];

/** The level description on a button: none for a preference, unless the criterion defines one. */
const noteOf = (level: Scale["levels"][number] | undefined): string | undefined =>
  preferenceScale.levels.some(({ description }) => description === level?.description) ? undefined : level?.description;

const hasLabels = (scale: Scale): boolean => scale.levels.some(({ label }) => label !== "");

/** The width that the longest word in a level's name needs, in rem. */
function buttonWidth(scale: Scale): number {
  if (isCategorical(scale)) return Math.min(16, Math.max(6, Math.max(...scale.levels.map(({ label }) => label.length)) * 0.5 + 3));
  if (!hasLabels(scale)) return 2.25;
  const longest = Math.max(0, ...scale.levels.flatMap((level) => level.label.split(/\s+/u).map((word) => word.length)));
  return Math.min(10, Math.max(3.25, longest * 0.45 + 1.25));
}

function ScoreButtons(props: ScoreControlProps & { points: number[] }) {
  const { scale, value, draftScore, onChoose, disabled = false, pair = false, label, points } = props;
  // Choices that are known by name, not by number, show the key that chooses them.
  const named = pair || isCategorical(scale);
  const findByTyping = useTypeAhead(points.length > mostNumberKeys ? points.map((point) => scoreName(point, pair, scale)) : []);
  const [pointed, setPointed] = useState<number | null>(null);
  const noteId = useId();
  const level = (point: number | null) => scale.levels.find((candidate) => candidate.value === point);
  const shown = pointed ?? value ?? draftScore;
  const notes = points.map((point) => {
    const text = (pair ? noteOf(level(point)) : level(point)?.description) ?? "";
    return { point, name: scoreName(point, pair, scale), text };
  });
  const note = notes.find(({ point }) => point === shown)?.text;
  const tabStop = tabStopOf(points, value ?? draftScore);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (findByTyping(event)) return;
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>("[role=radio]")];
    const at = buttons.findIndex((button) => button.matches(":focus"));
    const next = step === undefined || at === -1 ? undefined : buttons[at + step];
    if (step === undefined || at === -1) return;
    event.preventDefault();
    event.stopPropagation();
    next?.focus();
  };
  return (
    <div className="flex flex-col gap-2">
      <div
        role="radiogroup"
        aria-label={label}
        aria-describedby={note ? noteId : undefined}
        onKeyDown={onKeyDown}
        className="grid auto-cols-fr gap-1.5"
        style={{ gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${buttonWidth(scale)}rem), 1fr))` }}
      >
        {points.map((point, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a native radio holds no second line and follows every arrow key
          <button
            key={point}
            type="button"
            role="radio"
            aria-checked={point === value}
            aria-label={
              named
                ? scoreName(point, pair, scale)
                : [point, level(point)?.label].filter((part) => part !== undefined && part !== "").join(" ")
            }
            tabIndex={point === tabStop ? 0 : -1}
            disabled={disabled}
            onClick={() => onChoose(point)}
            onFocus={() => setPointed(point)}
            onBlur={() => setPointed(null)}
            onPointerEnter={() => setPointed(point)}
            onPointerLeave={() => setPointed(null)}
            className={cn(
              "flex min-w-0 rounded-control border px-2 py-1.5 text-left transition-colors duration-100 disabled:cursor-default",
              named
                ? cn("min-h-10 items-center gap-2 pointer-coarse:min-h-11", pair ? "justify-center" : "justify-between")
                : hasLabels(scale)
                  ? "min-h-12 flex-col items-start"
                  : "min-h-8 items-center justify-center py-1! pointer-coarse:min-h-11",
              point === draftScore && value === null && "border-dashed border-accent",
              point === value ? "border-accent bg-accent-soft text-accent" : "bg-card not-disabled:hover:bg-sunken",
            )}
          >
            <span
              className={cn(
                "min-w-0 text-body font-semibold wrap-anywhere",
                point === draftScore && value !== null && point !== value && "struck px-0.5",
              )}
              dir="auto"
            >
              {scoreName(point, pair, scale)}
            </span>
            {named && keyOfPlace(index) !== null && <Kbd>{keyOfPlace(index)}</Kbd>}
            {!named && level(point)?.label && (
              <span className="line-clamp-2 text-label wrap-anywhere text-current">{level(point)?.label}</span>
            )}
          </button>
        ))}
      </div>
      {points.length > mostNumberKeys && (
        <p className="text-label text-soft">
          <Kbd>0</Kbd> then the first letters find a label; <Kbd>↵</Kbd> chooses it.
        </p>
      )}
      <LevelNotes id={noteId} notes={notes} shown={shown} />
    </div>
  );
}

interface LevelNotesProps {
  id: string;
  notes: readonly { point: number; name: string; text: string }[];
  shown: number | null;
}

/** What the pointed or chosen level means. All levels share one place as high as the longest, so that nothing below moves when another is pointed at. */
function LevelNotes({ id, notes, shown }: LevelNotesProps) {
  return (
    <div className="grid text-small text-soft empty:hidden">
      {notes
        .filter(({ text }) => text !== "")
        .map(({ point, name, text }) => {
          const isShown = point === shown;
          return (
            <p
              key={point}
              id={isShown ? id : undefined}
              aria-hidden={!isShown}
              className={cn("col-start-1 row-start-1", !isShown && "invisible")}
              dir="auto"
            >
              <span className="font-medium text-ink">{name}</span> {text}
            </p>
          );
        })}
    </div>
  );
}
