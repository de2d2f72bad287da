"use client";

import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Kbd } from "@/components/ui/kbd";
import type { CodebookEntry } from "@/lib/domain/reason-codes";
import type { Reason } from "./use-workspace";

interface ReasonRowProps {
  /** The question: "Why remove it?". */
  question: string;
  /** The project's; retired ones are not offered. */
  reasons: readonly CodebookEntry[];
  onChoose: (reason: Reason) => void;
  onCancel: () => void;
}

/** Reasons as numbered buttons, each one key press away. Any other character starts a written reason; no key reaches the draft. */
export function ReasonRow({ question, reasons, onChoose, onCancel }: ReasonRowProps) {
  const [text, setText] = useState("");
  const group = useRef<HTMLFieldSetElement>(null);
  useEffect(() => group.current?.focus(), []);
  const offered = reasons.filter(({ retired }) => !retired);
  const words = useRef<HTMLInputElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopPropagation();
    const inField = event.target instanceof HTMLInputElement;
    const code = inField ? undefined : offered[Number(event.key) - 1]?.code;
    if (event.key === "Escape") onCancel();
    else if (code !== undefined) onChoose({ code, text });
    else if (inField && event.key === "Enter" && text.trim() !== "") onChoose({ code: null, text });
    else if (!inField && event.key.length === 1 && event.key !== " ") {
      setText((before) => before + event.key);
      words.current?.focus();
    } else return;
    event.preventDefault();
  };
  return (
    <fieldset
      ref={group}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="mt-2 flex flex-col gap-2 rounded-control border bg-paper p-3 outline-none"
    >
      <legend className="sr-only">{question}</legend>
      <p aria-hidden className="text-small font-medium">
        {question}
      </p>
      <div className="flex flex-wrap gap-1.5">
        {offered.map(({ code, label }, index) => (
          <Button
            key={code}
            size="small"
            aria-keyshortcuts={index < 9 ? String(index + 1) : undefined}
            onClick={() => onChoose({ code, text })}
          >
            {label} {index < 9 && <Kbd>{index + 1}</Kbd>}
          </Button>
        ))}
      </div>
      <div className="flex gap-2">
        <Input
          ref={words}
          aria-label="Reason in words"
          placeholder="in your own words"
          dir="auto"
          className="h-8"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button size="normal" disabled={text.trim() === ""} onClick={() => onChoose({ code: null, text })}>
          Save reason
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel <Kbd>Esc</Kbd>
        </Button>
      </div>
    </fieldset>
  );
}
