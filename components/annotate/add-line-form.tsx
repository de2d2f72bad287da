"use client";

import { type KeyboardEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { kindNames } from "@/components/words/line-words";
import type { ItemKind } from "@/lib/domain/draft";
import { insertByKey, OutputButtons } from "./output-buttons";

const addable = ["explanation", "evidence", "conclusion"] as const satisfies readonly ItemKind[];
type Addable = (typeof addable)[number];
const options = addable.map((kind) => ({ value: kind, label: kindNames[kind] }));

interface AddLineFormProps {
  kind: ItemKind;
  text: string;
  /** Whether the line belongs to a pair, so that it may name the outputs. */
  pair: boolean;
  onType: (text: string | null) => void;
  onAdd: (kind: ItemKind, text: string) => void;
  /** Closes the form and discards the text. */
  onDiscard: (kind: ItemKind, typed: string) => void;
  /** Closes the empty form. */
  onClose: () => void;
}

/** Adds an annotator's own line under the draft. */
export function AddLineForm({ kind: first, text: start, pair, onType, onAdd, onDiscard, onClose }: AddLineFormProps) {
  const [kind, setKind] = useState<Addable>(addable.find((candidate) => candidate === first) ?? "explanation");
  const [text, setText] = useState(start);
  const add = () => {
    if (text.trim() !== "") onAdd(kind, text.trim());
  };
  const cancel = () => (text.trim() === "" ? onClose() : onDiscard(kind, text));
  const field = useRef<HTMLTextAreaElement>(null);
  const change = (next: string) => {
    setText(next);
    onType(next || null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Escape and Enter may belong to an input method, or to a list rendered outside this form.
    if (event.nativeEvent.isComposing || !event.currentTarget.contains(event.target as Node)) return;
    if (pair && insertByKey(event, { field, onChange: change })) return event.preventDefault();
    if (event.key === "Escape") cancel();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) add();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles keys of the fields inside and is not focusable
    <div className="flex flex-col gap-2 rounded-control border bg-paper p-3" onKeyDown={onKeyDown}>
      <Select aria-label="Kind of line" className="w-44" value={kind} onValueChange={setKind} options={options} />
      <Textarea
        ref={field}
        aria-label="Text of the new line"
        autoFocus
        rows={2}
        value={text}
        placeholder={kind === "evidence" ? "“a passage, in quotation marks”" : "in your own words"}
        onChange={(event) => change(event.target.value)}
        className="text-reading"
      />
      {pair && <OutputButtons field={field} onChange={change} />}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" size="small" disabled={text.trim() === ""} onClick={add} aria-keyshortcuts="Control+Enter">
          Add the line <Kbd className="border-current bg-transparent text-current">Ctrl ↵</Kbd>
        </Button>
        <Button variant="quiet" size="small" onClick={cancel} aria-keyshortcuts="Escape">
          Cancel <Kbd>Esc</Kbd>
        </Button>
      </div>
    </div>
  );
}
