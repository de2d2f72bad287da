"use client";

import { type KeyboardEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { DialogClose, DialogContent } from "@/components/ui/dialog";
import { Field, FieldError } from "@/components/ui/field";
import { Kbd } from "@/components/ui/kbd";
import { Textarea } from "@/components/ui/textarea";

interface NoteDialogProps {
  title: string;
  description: string;
  label: string;
  /** Reasons on the number keys; one press says all that is needed. */
  reasons: readonly string[];
  start: string;
  /** Text typed before the dialog was closed, restored when it reopens. */
  notes: Map<string, string>;
  required: boolean;
  confirm: string;
  onConfirm: (note: string) => Promise<void>;
}

/** Asks why a sample is skipped or flagged: a reason by one key, one's own words, or both. */
export function NoteDialog({ title, description, label, reasons, start, notes, required, confirm, onConfirm }: NoteDialogProps) {
  const [note, setNote] = useState(notes.get(title) ?? start);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const change = (next: string) => {
    setNote(next);
    notes.set(title, next);
  };
  const submit = async (text: string) => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await onConfirm(text);
      notes.delete(title);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "It could not be done.");
      setBusy(false);
    }
  };
  const choose = (reason: string) => void submit([reason, note.trim()].filter(Boolean).join(": "));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target === field.current) return;
    const reason = reasons[Number(event.key) - 1];
    if (reason !== undefined) choose(reason);
    else if (event.key.length === 1 && event.key !== " ") {
      change(note + event.key);
      field.current?.focus();
    } else return;
    event.preventDefault();
  };
  const footer = (
    <>
      <DialogClose asChild>
        <Button>Cancel</Button>
      </DialogClose>
      <Button variant="primary" busy={busy} disabled={required && note.trim() === ""} onClick={() => submit(note.trim())}>
        {start !== "" && note.trim() === "" ? "Remove the note" : confirm}
      </Button>
    </>
  );
  return (
    <DialogContent
      title={title}
      description={description}
      footer={footer}
      width="narrow"
      onKeyDown={onKeyDown}
      // The dialog itself takes the focus, so that a number key chooses a reason; any letter starts the text.
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
      }}
    >
      <div className="mb-4 flex flex-col gap-1.5">
        {reasons.map((reason, index) => (
          <Button
            key={reason}
            className="justify-start whitespace-normal"
            aria-keyshortcuts={String(index + 1)}
            disabled={busy}
            onClick={() => choose(reason)}
          >
            <Kbd>{index + 1}</Kbd> {reason}
          </Button>
        ))}
      </div>
      <Field label={label}>
        {(control) => (
          <Textarea {...control} ref={field} rows={3} dir="auto" value={note} onChange={(event) => change(event.target.value)} />
        )}
      </Field>
      {problem && <FieldError>{problem}</FieldError>}
    </DialogContent>
  );
}
