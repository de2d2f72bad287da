import type { PlanSize, SizeAssumption } from "@/lib/domain/plan-size";
import type { SizeAssumptions, SizeQuestion, SizeTargets } from "@/lib/domain/size-question";
import { usualEpsilon } from "@/lib/domain/usual-epsilon";
import { decimals } from "../charts/format";
import { ChoiceRow } from "./choice-row";
import { NumberField } from "./number-field";

const assumed = [
  { name: "alpha", label: "Assumed alpha", text: "alpha", min: 0.05, max: 0.95 },
  { name: "correlation", label: "Assumed correlation with the judge", text: "correlation", min: 0, max: 0.95 },
  { name: "peopleSpread", label: "Assumed spread between people", text: "people differ by", min: 0, max: 1000 },
  { name: "secondsPerRating", label: "Assumed seconds for a rating", text: "seconds a rating", min: 1, max: 86_400 },
] as const satisfies { name: keyof SizeAssumptions & SizeAssumption["name"]; label: string; text: string; min: number; max: number }[];

const wanted = [
  { name: "alpha", label: "Wanted half-width of alpha", text: "alpha ±", max: 1 },
  { name: "difference", label: "Wanted half-width of the difference", text: "difference ±", max: 1000 },
  { name: "correlation", label: "Wanted half-width of the correlation", text: "correlation ±", max: 1 },
  { name: "power", label: "Wanted power of the test", text: "power of the test", max: 0.99 },
] as const satisfies { name: keyof SizeTargets; label: string; text: string; max: number }[];

interface SizeQuestionFieldsProps {
  size: PlanSize;
  question: SizeQuestion;
  onChange: (question: SizeQuestion) => void;
}

/** What is wanted, and what is assumed where the ratings so far do not say it. An empty field shows what is used instead. */
export function SizeQuestionFields({ size, question, onChange }: SizeQuestionFieldsProps) {
  const { assumptions, targets } = question;
  const used = (name: SizeAssumption["name"]) => {
    const value = size.assumptions.find((one) => one.name === name)?.value;
    return typeof value === "number" ? decimals(value) : "none";
  };
  return (
    <div className="flex flex-col gap-3">
      <ChoiceRow label="Wanted">
        {wanted.map(({ name, label, text, max }) => (
          <span key={name} className="flex items-center gap-2">
            {text}
            <NumberField
              {...{ label, max, min: name === "power" ? 0.05 : 0.001, decimal: true }}
              placeholder={decimals(size.figures[name].wanted)}
              value={targets[name] ?? null}
              onChange={(value) => onChange({ ...question, targets: changed(targets, name, value) })}
            />
          </span>
        ))}
        <span className="flex items-center gap-2">
          at epsilon
          <NumberField
            {...{ label: "Epsilon of the test", min: 0, max: 0.5, decimal: true }}
            placeholder={decimals(usualEpsilon)}
            value={targets.epsilon ?? null}
            onChange={(value) => onChange({ ...question, targets: changed(targets, "epsilon", value) })}
          />
        </span>
      </ChoiceRow>
      <ChoiceRow label="Assumed">
        {assumed.map(({ name, label, text, min, max }) => (
          <span key={name} className="flex items-center gap-2">
            {text}
            <NumberField
              {...{ label, min, max, decimal: true }}
              placeholder={used(name)}
              value={assumptions[name] ?? null}
              onChange={(value) => onChange({ ...question, assumptions: changed(assumptions, name, value) })}
            />
          </span>
        ))}
      </ChoiceRow>
    </div>
  );
}

/** An emptied field is no longer part of the question. */
function changed<T extends object>(of: T, name: keyof T, value: number | null): T {
  const { [name]: _, ...rest } = of;
  return (value === null ? rest : { ...of, [name]: value }) as T;
}
