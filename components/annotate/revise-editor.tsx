"use client";

import { type KeyboardEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { Textarea } from "@/components/ui/textarea";
import type { CodebookEntry } from "@/lib/domain/reason-codes";
import { lengthProblem } from "@/lib/review/action-problem";
import { insertByKey, OutputButtons } from "./output-buttons";
import { ReasonFields, saysSomething } from "./reason-fields";
import { RedlineText } from "./redline-text";
import { noReason, type Reason } from "./use-workspace";

interface ReviseEditorProps {
  /** The draft's text; null for an added line. */
  original: string | null;
  /** The current text. */
  text: string;
  /** Text typed earlier and not saved. */
  unfinished: string | undefined;
  /** Whether the line belongs to a pair, so that it may name the outputs. */
  pair?: boolean;
  reason?: Reason;
  reasonRequired: boolean;
  reasons?: readonly CodebookEntry[];
  onType: (text: string | null) => void;
  /** Called on each change of the reason, so that it survives a reload too. */
  onReason?: (reason: Reason) => void;
  onSave: (text: string, reason: Reason) => void;
  /** Closes the editor and discards the text. */
  onDiscard: (typed: string) => void;
  /** Closes an editor with nothing typed. */
  onClose: () => void;
}

/** Revises a line, showing the redline while typing. */
export function ReviseEditor({
  original,
  text,
  unfinished,
  pair = false,
  reason: given = noReason,
  reasonRequired,
  reasons = [],
  onType,
  onReason,
  onSave,
  onDiscard,
  onClose,
}: ReviseEditorProps) {
  const [typed, setTyped] = useState(unfinished ?? text);
  const [reason, setReason] = useState<Reason>(given);
  const needsReason = reasonRequired && original !== null && !saysSomething(reason);
  const problem =
    typed.trim() === ""
      ? "A line needs text."
      : typed === original
        ? "The text equals the draft's."
        : needsReason
          ? "This task asks for a reason."
          : (lengthProblem(typed) ?? lengthProblem(reason.text));
  const change = (next: string) => {
    setTyped(next);
    onType(next === text ? null : next);
  };
  const changeReason = (next: Reason) => {
    setReason(next);
    onReason?.(next);
  };
  const save = () => {
    if (problem === null) onSave(typed, reason);
  };
  const cancel = () => (typed === text ? onClose() : onDiscard(typed));
  const field = useRef<HTMLTextAreaElement>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Escape and Enter may belong to an input method, or to a list rendered outside this form.
    if (event.nativeEvent.isComposing || !event.currentTarget.contains(event.target as Node)) return;
    if (pair && insertByKey(event, { field, onChange: change })) return event.preventDefault();
    if (event.key === "Escape") cancel();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles keys of the fields inside and is not focusable
    <div className="flex flex-col gap-2" onKeyDown={onKeyDown}>
      <Textarea
        ref={field}
        aria-label="New text"
        autoFocus
        rows={2}
        value={typed}
        onChange={(event) => change(event.target.value)}
        onFocus={(event) => event.target.setSelectionRange(event.target.value.length, event.target.value.length)}
        className="text-reading"
      />
      {pair && <OutputButtons field={field} onChange={change} />}
      {original !== null && typed !== original && (
        <section className="rounded-control bg-paper px-3 py-2 text-body" aria-label="Your changes to the draft">
          <RedlineText before={original} after={typed} pair={pair} />
        </section>
      )}
      {original !== null && <ReasonFields value={reason} onChange={changeReason} required={reasonRequired} reasons={reasons} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" size="small" disabled={problem !== null} onClick={save} aria-keyshortcuts="Control+Enter">
          Save the line <Kbd className="border-current bg-transparent text-current">Ctrl ↵</Kbd>
        </Button>
        <Button variant="quiet" size="small" onClick={cancel} aria-keyshortcuts="Escape">
          Cancel <Kbd>Esc</Kbd>
        </Button>
        {original !== null && typed !== original && (
          <Button variant="quiet" size="small" onClick={() => change(original)}>
            Back to the draft's text
          </Button>
        )}
        {problem !== null && <span className="text-small text-soft">{problem}</span>}
      </div>
    </div>
  );
}
