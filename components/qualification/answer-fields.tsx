"use client";

import type { Criterion } from "@/lib/domain/criterion";
import type { GoldAnswer } from "@/lib/domain/gold";
import { isCategorical, scoreText } from "@/lib/domain/labels";
import { preferenceOf } from "@/lib/domain/pair-outputs";
import { scalePoints } from "@/lib/domain/scale-points";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { Select } from "../ui/select";
import { Textarea } from "../ui/textarea";

interface AnswerFieldsProps {
  criterion: Criterion;
  pair: boolean;
  /** Null: none yet. */
  answer: GoldAnswer | null;
  onChange: (answer: GoldAnswer | null) => void;
}

/** The known answer on one criterion: score, tolerance, and why. */
export function AnswerFields({ criterion, pair, answer, onChange }: AnswerFieldsProps) {
  const { scale } = criterion;
  const points = scalePoints(scale);
  const put = (change: Partial<GoldAnswer>) =>
    onChange({ score: scale.min, tolerance: 0, why: "", ...answer, criterionId: criterion.id, ...change });
  const read = (text: string) => (text.trim() === "" ? onChange(null) : Number.isFinite(Number(text)) && put({ score: Number(text) }));
  const name = (score: number) => (pair ? preferenceOf(score) : scoreText(scale, score));
  return (
    <fieldset className="grid gap-3 rounded-panel border p-4 sm:grid-cols-[10rem_8rem_minmax(0,1fr)]">
      <legend className="px-1 font-medium">{criterion.name}</legend>
      <Field label="Score">
        {(control) =>
          points === null ? (
            <Input {...control} type="number" step="any" value={answer?.score ?? ""} onChange={(event) => read(event.target.value)} />
          ) : (
            <Select
              {...control}
              value={answer === null ? "" : String(answer.score)}
              placeholder="none"
              onValueChange={(value) => read(value)}
              options={[{ value: "", label: "none" }, ...points.map((point) => ({ value: String(point), label: name(point) }))]}
            />
          )
        }
      </Field>
      {isCategorical(scale) || pair ? (
        <span className="max-sm:hidden" />
      ) : (
        <Field label="Tolerance ±">
          {(control) => (
            <Input
              {...control}
              type="number"
              min={0}
              step="any"
              disabled={answer === null}
              value={answer?.tolerance ?? 0}
              onChange={(event) => put({ tolerance: Math.max(0, Number(event.target.value) || 0) })}
            />
          )}
        </Field>
      )}
      <Field label="Why" hint="Shown after an exam sample.">
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            disabled={answer === null}
            value={answer?.why ?? ""}
            onChange={(event) => put({ why: event.target.value })}
          />
        )}
      </Field>
    </fieldset>
  );
}
