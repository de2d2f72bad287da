"use client";

import { useId, useState } from "react";
import { Checkbox } from "../ui/checkbox";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { Select } from "../ui/select";
import { Textarea } from "../ui/textarea";
import { type OptionField, optionFields } from "../words/option-fields";
import { ExamplesField } from "./examples-field";

interface ProtocolOptionsProps {
  protocol: string;
  /** JSON schema of the protocol's options. */
  schema: Record<string, unknown>;
  defaults: Record<string, unknown>;
  value: Record<string, unknown>;
  onChange: (value: Record<string, unknown>) => void;
  /** Called with whether a field holds text that cannot be parsed yet. */
  onUnreadable: (isUnreadable: boolean) => void;
}

/** A form for a protocol's options, generated from their schema. */
export function ProtocolOptions({ protocol, schema, defaults, value, onChange, onUnreadable }: ProtocolOptionsProps) {
  const [unreadable, setUnreadable] = useState<readonly string[]>([]);
  const fields = optionFields(protocol, schema);
  const mark = (name: string, isUnreadable: boolean) => {
    const next = isUnreadable ? [...new Set([...unreadable, name])] : unreadable.filter((other) => other !== name);
    setUnreadable(next);
    onUnreadable(next.length > 0);
  };
  return fields.map((field) => (
    <OptionInput
      key={field.name}
      field={field}
      value={value[field.name] ?? defaults[field.name]}
      onChange={(next) => {
        mark(field.name, false);
        onChange({ ...value, [field.name]: next });
      }}
      onUnreadable={() => mark(field.name, true)}
    />
  ));
}

interface OptionInputProps {
  field: OptionField;
  value: unknown;
  onChange: (value: unknown) => void;
  onUnreadable: () => void;
}

function OptionInput(props: OptionInputProps) {
  const { field, value, onChange } = props;
  const { label, hint } = field;
  if (field.kind === "yes-no") return <YesNo {...props} />;
  if (field.kind === "number") return <NumberInput {...props} />;
  if (field.kind === "lines") return <LinesInput {...props} />;
  if (field.kind === "examples") return <ExamplesField label={label} value={value} onChange={onChange} />;
  if (field.kind === "json") return <JsonInput {...props} />;
  return (
    <Field label={label} hint={hint}>
      {(control) => <Select {...control} value={String(value)} onValueChange={onChange} options={field.values} />}
    </Field>
  );
}

function YesNo({ field, value, onChange }: OptionInputProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="flex items-center gap-2.5 text-body">
        <Checkbox id={id} checked={value === true} onCheckedChange={(on) => onChange(on === true)} />
        {field.label}
      </label>
      {field.hint && <p className="text-small text-soft">{field.hint}</p>}
    </div>
  );
}

function NumberInput({ field, value, onChange, onUnreadable }: OptionInputProps) {
  const [text, setText] = useState(value === undefined || value === null ? "" : String(value));
  const { min, max, whole } = field;
  const problem = numberProblem(text, field);
  const take = (next: string) => {
    setText(next);
    if (numberProblem(next, field) === undefined) onChange(Number(next));
    else onUnreadable();
  };
  const range = min !== undefined && max !== undefined ? `${min} to ${max}.` : undefined;
  return (
    <Field label={field.label} hint={field.hint ?? range} error={problem}>
      {(control) => (
        <Input
          {...control}
          className="w-32"
          type="number"
          min={min}
          max={max}
          step={whole ? 1 : "any"}
          value={text}
          onChange={(event) => take(event.target.value)}
        />
      )}
    </Field>
  );
}

function numberProblem(text: string, { min, max, whole }: OptionField): string | undefined {
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number)) return "A number.";
  if (whole && !Number.isInteger(number)) return "A whole number.";
  if (min !== undefined && number < min) return `At least ${min}.`;
  return max !== undefined && number > max ? `At most ${max}.` : undefined;
}

function LinesInput({ field, value, onChange }: OptionInputProps) {
  const [text, setText] = useState(Array.isArray(value) ? value.join("\n") : "");
  const take = (next: string) => {
    setText(next);
    onChange(
      next
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== ""),
    );
  };
  return (
    <Field label={field.label} hint={field.hint ?? "One per line."}>
      {(control) => <Textarea {...control} value={text} onChange={(event) => take(event.target.value)} />}
    </Field>
  );
}

function JsonInput({ field, value, onChange, onUnreadable }: OptionInputProps) {
  const [text, setText] = useState(value === undefined ? "" : JSON.stringify(value, null, 1));
  const [problem, setProblem] = useState<string>();
  const take = (next: string) => {
    setText(next);
    try {
      onChange(JSON.parse(next));
      setProblem(undefined);
    } catch (error) {
      setProblem(error instanceof Error ? `Not JSON yet: ${error.message}` : "Not JSON yet.");
      onUnreadable();
    }
  };
  return (
    <Field label={field.label} hint={field.hint ?? "As JSON."} error={problem}>
      {(control) => <Textarea {...control} className="font-mono text-label" value={text} onChange={(event) => take(event.target.value)} />}
    </Field>
  );
}
