"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { useId, useState } from "react";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { Exam, OpenExamBody } from "@/lib/domain/exam";
import type { GoldSample } from "@/lib/domain/gold";
import type { TaskSummary } from "@/lib/domain/project";
import { figuresOf } from "../charts/format";
import { Banner } from "../ui/banner";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Field, FieldError, Label } from "../ui/field";
import { Input } from "../ui/input";
import { Panel } from "../ui/panel";
import { Textarea } from "../ui/textarea";

interface ExamFormProps {
  task: TaskSummary;
  /** Null: none is in force. */
  exam: Exam | null;
  /** Samples with known answers for use in exams. */
  gold: readonly GoldSample[];
}

const refresh = ["getExam", "listTasks"] as const;

/** The rules and samples of an exam; opening it puts them in force. */
export function ExamForm({ task, exam, gold }: ExamFormProps) {
  const [typed, setTyped] = useState(() => ({
    sampleIds: exam?.sampleIds ?? gold.map(({ sampleId }) => sampleId),
    percent: String(Math.round((exam?.passMark ?? 0.8) * 100)),
    tries: String(exam?.tries ?? 2),
    instructions: exam?.instructions ?? "",
    passAgain: false,
  }));
  const againId = useId();
  const open = useEndpointMutation("openExam", { refresh });
  const close = useEndpointMutation("closeExam", { refresh });
  const put = (change: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...change }));
  const [passMark, tries] = [Number(typed.percent) / 100, Number(typed.tries)];
  const isValid = passMark >= 0 && passMark <= 1 && Number.isInteger(tries) && tries >= 1 && tries <= 20 && typed.sampleIds.length > 0;
  const body: OpenExamBody = { sampleIds: typed.sampleIds, passMark, tries, instructions: typed.instructions, passAgain: typed.passAgain };
  const busy = open.isPending || close.isPending;
  return (
    <Panel
      title={exam === null ? "No exam is in force" : `Version ${exam.version} is in force`}
      description={
        exam === null
          ? "While an exam is in force, only people who have passed it are given work in this task."
          : `Only people who have passed are given work. It asks for criteria version ${exam.criteriaVersion}.`
      }
      actions={
        exam !== null && (
          <Button size="small" busy={close.isPending} disabled={busy} onClick={() => close.mutate({ params: { taskId: task.id } })}>
            Close the exam
          </Button>
        )
      }
    >
      <div className="flex max-w-3xl flex-col gap-4">
        {exam?.outdated && (
          <Banner>
            Answers or criteria have changed since it was opened. Open it again to use them; tries that have begun stay as they are.
          </Banner>
        )}
        <ExamSamples gold={gold} sampleIds={typed.sampleIds} onChange={(sampleIds) => put({ sampleIds })} />
        <div className="flex flex-wrap gap-4">
          <WholeNumberField
            label="Pass mark, %"
            hint="The share of scores that must be within tolerance."
            min={0}
            max={100}
            value={typed.percent}
            onChange={(percent) => put({ percent })}
          />
          <WholeNumberField
            label="Tries"
            hint="For each person."
            min={1}
            max={20}
            value={typed.tries}
            onChange={(tries) => put({ tries })}
          />
        </div>
        <Field label="Instructions" hint="Markdown, shown before the first sample.">
          {(control) => (
            <Textarea {...control} rows={4} value={typed.instructions} onChange={(event) => put({ instructions: event.target.value })} />
          )}
        </Field>
        <div className="flex items-center gap-3">
          <Checkbox id={againId} checked={typed.passAgain} onCheckedChange={() => put({ passAgain: !typed.passAgain })} />
          <Label htmlFor={againId} className="font-normal">
            People who passed before must pass again
          </Label>
        </div>
        {(open.error ?? close.error) && <FieldError>{(open.error ?? close.error)?.message}</FieldError>}
        <Button
          variant="primary"
          className="self-start"
          busy={open.isPending}
          disabled={busy || !isValid}
          onClick={() => open.mutate({ params: { taskId: task.id }, body })}
        >
          {exam === null ? "Open the exam" : "Open as a new version"}
        </Button>
      </div>
    </Panel>
  );
}

interface ExamSamplesProps {
  gold: readonly GoldSample[];
  sampleIds: readonly string[];
  onChange: (sampleIds: string[]) => void;
}

/** Which samples are in the exam, in order. */
function ExamSamples({ gold, sampleIds, onChange }: ExamSamplesProps) {
  const id = useId();
  if (gold.length === 0) return <p className="text-caution">Add gold samples for use in the exam first, on the tab before this one.</p>;
  const chosen = sampleIds.flatMap((sampleId) => gold.find((one) => one.sampleId === sampleId) ?? []);
  const rest = gold.filter(({ sampleId }) => !sampleIds.includes(sampleId));
  const move = (from: number, to: number) => {
    const next = [...sampleIds];
    next.splice(to, 0, ...next.splice(from, 1));
    onChange(next);
  };
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="pb-1 text-small font-medium">{figuresOf(chosen.length, "sample")}, in this order</legend>
      <ul className="divide-y rounded-panel border">
        {[...chosen, ...rest].map((one) => {
          const place = sampleIds.indexOf(one.sampleId);
          const others = sampleIds.filter((other) => other !== one.sampleId);
          return (
            <li key={one.sampleId} className="flex items-center gap-3 px-3 py-2">
              <Checkbox
                id={`${id}-${one.sampleId}`}
                checked={place >= 0}
                onCheckedChange={() => onChange(place >= 0 ? others : [...others, one.sampleId])}
              />
              <Label htmlFor={`${id}-${one.sampleId}`} className="min-w-0 grow truncate font-normal">
                {one.externalId} · {one.inputStart}
              </Label>
              {place >= 0 && (
                <>
                  <Button
                    variant="quiet"
                    size="icon"
                    aria-label={`Move ${one.externalId} up`}
                    disabled={place === 0}
                    onClick={() => move(place, place - 1)}
                  >
                    <ArrowUp aria-hidden />
                  </Button>
                  <Button
                    variant="quiet"
                    size="icon"
                    aria-label={`Move ${one.externalId} down`}
                    disabled={place === sampleIds.length - 1}
                    onClick={() => move(place, place + 1)}
                  >
                    <ArrowDown aria-hidden />
                  </Button>
                </>
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

interface WholeNumberFieldProps {
  label: string;
  hint: string;
  min: number;
  max: number;
  value: string;
  onChange: (value: string) => void;
}

/** Keeps what was typed, a number or not yet. */
function WholeNumberField({ label, hint, min, max, value, onChange }: WholeNumberFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <Input
          {...control}
          type="number"
          min={min}
          max={max}
          className="w-28"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
