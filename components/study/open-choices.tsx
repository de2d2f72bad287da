"use client";

import type { PlanChange, PlanContent, PlanProblem } from "@/lib/domain/study-plan";
import { Input } from "../ui/input";
import { ChoiceRow } from "./choice-row";
import { NumberField } from "./number-field";

interface OpenChoicesProps {
  content: Pick<PlanContent, keyof PlanChange>;
  problems?: readonly PlanProblem[];
  onChange: (change: Pick<PlanChange, "pay" | "lastDay" | "hoursPerPerson">, field: "pay" | "lastDay" | "hoursPerPerson") => void;
}

const mostAnHour = 100_000;

/** Pay, hours and the last day: choices that stay open while the study runs. */
export function OpenChoices({ content: { pay, hoursPerPerson, lastDay }, problems = [], onChange }: OpenChoicesProps) {
  const of = (name: string) => problems.filter(({ field }) => field === name);
  const currency = pay?.currency ?? "EUR";
  return (
    <>
      <ChoiceRow label="Pay" problems={of("pay")}>
        <NumberField
          label="Pay an hour"
          value={pay?.perHour ?? null}
          min={0}
          max={mostAnHour}
          decimal
          placeholder="none"
          onChange={(perHour) =>
            onChange({ pay: perHour === null ? null : { currency, minimumWage: pay?.minimumWage ?? null, perHour } }, "pay")
          }
        />
        {pay !== null && (
          <>
            <Input
              aria-label="Currency"
              className="w-16"
              maxLength={8}
              value={pay.currency}
              onChange={(event) => onChange({ pay: { ...pay, currency: event.target.value } }, "pay")}
            />
            an hour; minimum wage
            <NumberField
              label="Minimum wage"
              value={pay.minimumWage}
              min={0}
              max={mostAnHour}
              decimal
              placeholder="none"
              onChange={(minimumWage) => onChange({ pay: { ...pay, minimumWage } }, "pay")}
            />
          </>
        )}
        {pay === null && "an hour"}
      </ChoiceRow>
      <ChoiceRow label="Time" problems={[...of("hoursPerPerson"), ...of("lastDay")]}>
        <NumberField
          label="Hours free for each person"
          value={hoursPerPerson}
          min={0.1}
          max={10_000}
          decimal
          placeholder="any"
          onChange={(hours) => onChange({ hoursPerPerson: hours }, "hoursPerPerson")}
        />
        hours a person, until
        <Input
          type="date"
          aria-label="Last day"
          className="w-auto"
          value={lastDay ?? ""}
          onChange={(event) => onChange({ lastDay: event.target.value === "" ? null : event.target.value }, "lastDay")}
        />
      </ChoiceRow>
    </>
  );
}
