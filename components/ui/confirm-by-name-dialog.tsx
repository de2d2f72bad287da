"use client";

import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Button } from "./button";
import { Dialog, DialogClose, DialogContent } from "./dialog";
import { Field, FieldError } from "./field";
import { Input } from "./input";

interface ConfirmByNameDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What will be deleted. */
  children: ReactNode;
  /** The name to type. */
  name: string;
  confirmLabel: string;
  /** Resolves when done, which closes the dialog; rejects with the error to show. */
  onConfirm: (typedName: string) => Promise<unknown>;
}

/** Confirms an irreversible action by having the name typed. */
export function ConfirmByNameDialog({ open, onOpenChange, title, children, name, confirmLabel, onConfirm }: ConfirmByNameDialogProps) {
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const formId = useId();
  const change = (next: boolean) => {
    if (busy) return;
    setTyped("");
    setProblem(null);
    onOpenChange(next);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      await onConfirm(typed);
      setTyped("");
      onOpenChange(false);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "It could not be done.");
    } finally {
      setBusy(false);
    }
  };
  const footer = (
    <>
      <DialogClose asChild>
        <Button disabled={busy}>Keep it</Button>
      </DialogClose>
      <Button type="submit" form={formId} variant="destroy" busy={busy} disabled={typed !== name}>
        {confirmLabel}
      </Button>
    </>
  );
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogContent title={title} footer={footer} width="narrow">
        <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
          <div className="text-body">{children}</div>
          <Field label={<>Type “{name}” to confirm</>}>
            {(control) => <Input {...control} value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />}
          </Field>
          {problem && <FieldError>{problem}</FieldError>}
        </form>
      </DialogContent>
    </Dialog>
  );
}
