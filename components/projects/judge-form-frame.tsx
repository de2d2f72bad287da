"use client";

import type { FormEventHandler, ReactNode } from "react";
import { Button } from "../ui/button";
import { DialogClose, DialogContent } from "../ui/dialog";
import { FieldError } from "../ui/field";

interface JudgeFormFrameProps {
  title: string;
  formId: string;
  onSubmit: FormEventHandler<HTMLFormElement>;
  submitLabel: string;
  busy: boolean;
  disabled?: boolean;
  /** The server's refusal. */
  problem?: string | undefined;
  children: ReactNode;
}

/** The dialog around the form of any kind of judge. */
export function JudgeFormFrame({ title, formId, onSubmit, submitLabel, busy, disabled = false, problem, children }: JudgeFormFrameProps) {
  const footer = (
    <>
      <DialogClose asChild>
        <Button>Cancel</Button>
      </DialogClose>
      <Button type="submit" form={formId} variant="primary" busy={busy} disabled={disabled}>
        {submitLabel}
      </Button>
    </>
  );
  return (
    <DialogContent title={title} footer={footer}>
      <form id={formId} onSubmit={onSubmit} className="flex flex-col gap-4" noValidate>
        {children}
        {problem !== undefined && <FieldError>{problem}</FieldError>}
      </form>
    </DialogContent>
  );
}
