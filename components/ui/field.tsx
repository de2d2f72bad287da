"use client";

import { type ReactNode, useId } from "react";
import { cn } from "./cn";

/** Props that the control inside a field must take. */
export interface FieldControl {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean | undefined;
  required: boolean | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong with the value; shown under the control in addition to the hint. */
  error?: ReactNode;
  required?: boolean;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean;
  className?: string;
  children: (control: FieldControl) => ReactNode;
}

/** A control with its label, hint and error: `<Field label="Name">{(control) => <Input {...control} />}</Field>`. */
export function Field({ label, hint, error, required, hideLabel = false, className, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [hintId, errorId].filter(Boolean).join(" ") || undefined;
  return (
    <div className={cn("flex flex-col gap-1.5", className)}>
      <Label htmlFor={id} className={cn(hideLabel && "sr-only")}>
        {label}
      </Label>
      {children({ id, "aria-describedby": describedBy, "aria-invalid": error ? true : undefined, required: required || undefined })}
      {hint && (
        <p id={hintId} className="text-small text-soft">
          {hint}
        </p>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

interface LabelProps {
  htmlFor: string;
  className?: string;
  children: ReactNode;
}

/** A control's label. */
export function Label({ htmlFor, className, children }: LabelProps) {
  return (
    <label htmlFor={htmlFor} className={cn("text-small base:font-medium text-ink", className)}>
      {children}
    </label>
  );
}

/** An error message, announced when it appears. */
export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="text-small text-removed">
      {children}
    </p>
  );
}
