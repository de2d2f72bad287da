"use client";

import { useState } from "react";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { Textarea } from "../ui/textarea";

interface Score {
  criterion: string;
  score: string;
  reason: string;
}

interface Example {
  key: number;
  input: string;
  output: string;
  reference: string;
  scores: Score[];
}

const blankScore: Score = { criterion: "", score: "", reason: "" };
const textOf = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");
const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === "object" && entry !== null) : [];

const readExamples = (value: unknown): Example[] =>
  listOf(value).map((entry, key) => ({
    key,
    input: textOf(entry.input),
    output: textOf(entry.output),
    reference: textOf(entry.reference),
    scores: listOf(entry.scores).map(({ criterion, score, reason }) => ({
      criterion: textOf(criterion),
      score: textOf(score),
      reason: textOf(reason),
    })),
  }));

/** The examples in the protocol's format, leaving out empty and incomplete parts. */
const writeExamples = (examples: Example[]): unknown[] =>
  examples.map(({ input, output, reference, scores }) => ({
    input,
    output,
    ...(reference.trim() !== "" && { reference }),
    scores: scores
      .filter(({ criterion, score }) => criterion.trim() !== "" && score.trim() !== "" && Number.isFinite(Number(score)))
      .map(({ criterion, score, reason }) => ({
        criterion: criterion.trim(),
        score: Number(score),
        ...(reason.trim() !== "" && { reason }),
      })),
  }));

/** Few-shot examples for a judge: input, output and the scores they should get. */
export function ExamplesField({ label, value, onChange }: { label: string; value: unknown; onChange: (value: unknown) => void }) {
  const [examples, setExamples] = useState(() => readExamples(value));
  const take = (next: Example[]) => {
    setExamples(next);
    onChange(writeExamples(next));
  };
  const change = (key: number, fields: Partial<Example>) =>
    take(examples.map((example) => (example.key === key ? { ...example, ...fields } : example)));
  const add = () => {
    const key = Math.max(-1, ...examples.map((example) => example.key)) + 1;
    take([...examples, { key, input: "", output: "", reference: "", scores: [blankScore] }]);
  };
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 text-small font-medium">{label}</legend>
      {examples.length === 0 && (
        <p className="text-small text-soft">None. Scored examples show the judge what the points of a scale mean.</p>
      )}
      {examples.map((example, index) => (
        <ExampleCard
          key={example.key}
          example={example}
          number={index + 1}
          onChange={(fields) => change(example.key, fields)}
          onRemove={() => take(examples.filter((other) => other.key !== example.key))}
        />
      ))}
      <Button size="small" className="self-start" onClick={add}>
        Add an example
      </Button>
    </fieldset>
  );
}

interface ExampleCardProps {
  example: Example;
  number: number;
  onChange: (fields: Partial<Example>) => void;
  onRemove: () => void;
}

function ExampleCard({ example, number, onChange, onRemove }: ExampleCardProps) {
  const setScore = (at: number, fields: Partial<Score>) =>
    onChange({ scores: example.scores.map((score, index) => (index === at ? { ...score, ...fields } : score)) });
  return (
    <section aria-label={`Example ${number}`} className="flex flex-col gap-3 rounded-control border p-3">
      <div className="flex items-center justify-between">
        <p className="text-small font-medium">Example {number}</p>
        <Button size="small" variant="quiet" onClick={onRemove}>
          Remove
        </Button>
      </div>
      <Field label="Input">
        {(control) => (
          <Textarea {...control} rows={2} value={example.input} onChange={(event) => onChange({ input: event.target.value })} />
        )}
      </Field>
      <Field label="Output">
        {(control) => (
          <Textarea {...control} rows={2} value={example.output} onChange={(event) => onChange({ output: event.target.value })} />
        )}
      </Field>
      <Field label="Reference" hint="Optional.">
        {(control) => (
          <Textarea {...control} rows={2} value={example.reference} onChange={(event) => onChange({ reference: event.target.value })} />
        )}
      </Field>
      {example.scores.map((score, index) => {
        const place = `score ${index + 1} of example ${number}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a form that are only added at the end
          <div key={index} className="grid gap-2 grid-cols-[1fr_5rem] sm:grid-cols-[1fr_5rem_2fr]">
            <Input
              aria-label={`Criterion, ${place}`}
              placeholder="Criterion"
              value={score.criterion}
              onChange={(event) => setScore(index, { criterion: event.target.value })}
            />
            <Input
              aria-label={`Score, ${place}`}
              placeholder="Score"
              inputMode="decimal"
              value={score.score}
              onChange={(event) => setScore(index, { score: event.target.value })}
            />
            <Input
              aria-label={`Reason, ${place}`}
              className="col-span-2 sm:col-span-1"
              placeholder="Why (optional)"
              value={score.reason}
              onChange={(event) => setScore(index, { reason: event.target.value })}
            />
          </div>
        );
      })}
      <Button size="small" variant="quiet" className="self-start" onClick={() => onChange({ scores: [...example.scores, blankScore] })}>
        Add a score
      </Button>
    </section>
  );
}
