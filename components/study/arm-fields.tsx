"use client";

import { X } from "lucide-react";
import type { Run } from "@/lib/domain/judge";
import type { TaskSummary } from "@/lib/domain/project";
import type { PlanArm, PlanContent } from "@/lib/domain/study-plan";
import { Button } from "../ui/button";
import { cn } from "../ui/cn";
import { Select } from "../ui/select";
import { shownRunOptions } from "../words/shown-run-options";
import { armLooks } from "./arm-look";
import { armNames, armWords } from "./choice-words";
import { NumberField } from "./number-field";

interface ArmFieldsProps {
  task: TaskSummary;
  runs: readonly Run[];
  content: PlanContent;
  onChange: (change: Partial<PlanContent>) => void;
}

const kinds = (["drafted", "blind", "blind-then-drafted"] as const).map((value) => ({ value, label: armWords[value] }));
const mostArms = 8;

/** The arms with their shares, and the run whose drafts each one shows. */
export function ArmFields(props: ArmFieldsProps) {
  return props.content.design === "within" ? <WithinArms {...props} /> : <FreeArms {...props} />;
}

function FreeArms({ task, runs, content: { arms }, onChange }: ArmFieldsProps) {
  const names = armNames(arms);
  const looks = armLooks(arms);
  const replace = (index: number, arm: PlanArm) => onChange({ arms: arms.map((one, at) => (at === index ? arm : one)) });
  const whole = arms.reduce((sum, { share }) => sum + share, 0);
  return (
    <div className="flex w-full flex-col gap-3">
      {arms.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an arm is known by its place; two can have the same values while one is being changed
        <div key={index} className="flex flex-wrap items-center gap-1.5">
          <span aria-hidden className={cn("size-3 shrink-0 rounded-[2px]", looks[index]?.bg)} />
          <Select
            aria-label={`Kind of arm ${index + 1}`}
            className="w-24 min-w-0 grow"
            value={one.arm}
            options={kinds}
            onValueChange={(arm) => replace(index, { ...one, arm, runId: arm === "blind" ? null : (one.runId ?? firstRun(task, runs)) })}
          />
          <NumberField
            label={`Share of ${names[index]}`}
            className="w-14"
            value={one.share}
            min={1}
            max={1000}
            onChange={(share) => share !== null && replace(index, { ...one, share })}
          />
          <span className="w-9 text-right tabular-nums">{Math.round((one.share / whole) * 100)} %</span>
          {arms.length > 1 && (
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Remove ${names[index]}`}
              onClick={() => onChange({ arms: arms.filter((_, at) => at !== index) })}
            >
              <X aria-hidden />
            </Button>
          )}
          {one.arm !== "blind" && (
            <RunSelect
              {...{ task, runs }}
              label={names[index] ?? ""}
              value={one.runId}
              onChange={(runId) => replace(index, { ...one, runId })}
            />
          )}
        </div>
      ))}
      {arms.length < mostArms && (
        <Button
          variant="link"
          className="self-start text-small"
          onClick={() => onChange({ arms: [...arms, anotherArm(task, runs, arms)] })}
        >
          Add an arm
        </Button>
      )}
    </div>
  );
}

function WithinArms({ task, runs, content: { arms, washOutHours }, onChange }: ArmFieldsProps) {
  const runId = arms.find((one) => one.runId !== null)?.runId ?? null;
  const isLater = arms.length === 2;
  return (
    <div className="flex w-full flex-col gap-2">
      <Select
        aria-label="When the draft is shown"
        value={isLater ? "later" : "atOnce"}
        options={[
          { value: "atOnce", label: "The draft follows at once" },
          { value: "later", label: "The draft follows in a second round" },
        ]}
        onValueChange={(value) => onChange({ arms: withinArms(value === "later", runId) })}
      />
      {isLater && (
        <div className="flex items-center gap-2">
          <NumberField
            label="Hours between the rounds"
            value={washOutHours}
            min={0}
            max={8760}
            decimal
            onChange={(hours) => hours !== null && onChange({ washOutHours: hours })}
          />
          hours later or more
        </div>
      )}
      <RunSelect
        {...{ task, runs }}
        label="the draft"
        value={runId}
        onChange={(chosen) => onChange({ arms: withinArms(isLater, chosen) })}
      />
    </div>
  );
}

interface RunSelectProps {
  task: TaskSummary;
  runs: readonly Run[];
  label: string;
  value: string | null;
  onChange: (runId: string) => void;
}

function RunSelect({ task, runs, label, value, onChange }: RunSelectProps) {
  const options = shownRunOptions(task, runs, value);
  if (options.length === 0) return <p className="basis-full text-removed">No run has drafts of the published criteria to show.</p>;
  return (
    <Select
      aria-label={`Run shown in ${label}`}
      className="basis-full"
      value={value ?? undefined}
      placeholder="Choose a run"
      options={options}
      onValueChange={onChange}
    />
  );
}

/** The arms of a design in which everybody rates each sample without the draft and then with it. */
export const withinArms = (isLater: boolean, runId: string | null): PlanArm[] =>
  isLater
    ? [
        { arm: "blind", runId: null, share: 1 },
        { arm: "drafted", runId, share: 1 },
      ]
    : [{ arm: "blind-then-drafted", runId, share: 1 }];

const firstRun = (task: TaskSummary, runs: readonly Run[]) =>
  shownRunOptions(task, runs, null).find(({ disabled }) => !disabled)?.value ?? null;

/** The arm to add: blind if there is none, otherwise one that shows a run that no arm shows yet. */
function anotherArm(task: TaskSummary, runs: readonly Run[], arms: readonly PlanArm[]): PlanArm {
  if (!arms.some(({ arm }) => arm === "blind")) return { arm: "blind", runId: null, share: 1 };
  const unused = shownRunOptions(task, runs, null).find(({ value }) => !arms.some(({ runId }) => runId === value));
  return { arm: "drafted", runId: unused?.value ?? null, share: 1 };
}
