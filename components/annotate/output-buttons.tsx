"use client";

import type { KeyboardEvent, RefObject } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";

const names = ["A", "B"] as const;
type OutputName = (typeof names)[number];

interface MarkInsertion {
  field: RefObject<HTMLTextAreaElement | null>;
  /** Called with the whole text after a mark is inserted. */
  onChange: (text: string) => void;
}

/** Inserts [A] or [B] at the cursor and moves the cursor past it. */
function insert({ field, onChange }: MarkInsertion, name: OutputName): void {
  const area = field.current;
  if (area === null) return;
  area.setRangeText(`[${name}]`, area.selectionStart, area.selectionEnd, "end");
  onChange(area.value);
  area.focus();
}

/** Handles Alt A and Alt B while writing about a pair. Returns true if the key was one of them. */
export function insertByKey(event: KeyboardEvent, insertion: MarkInsertion): boolean {
  const name = event.altKey && !event.ctrlKey && !event.metaKey ? names.find((one) => event.code === `Key${one}`) : undefined;
  if (name === undefined) return false;
  insert(insertion, name);
  return true;
}

/** Inserts a pair output's name into the text being written, as a mark that holds for people who see the outputs in the other order. */
export function OutputButtons(insertion: MarkInsertion) {
  return (
    <div className="flex flex-wrap items-center gap-1.5 text-small text-soft">
      <span>Name an output:</span>
      {names.map((name) => (
        <Button
          key={name}
          size="small"
          variant="quiet"
          aria-label={`Insert [${name}]`}
          aria-keyshortcuts={`Alt+${name}`}
          onClick={() => insert(insertion, name)}
        >
          <b>{name}</b> <Kbd>{`Alt ${name}`}</Kbd>
        </Button>
      ))}
    </div>
  );
}
