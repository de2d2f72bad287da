"use client";

import type { KeyboardEvent, RefObject } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";

const sides = ["A", "B"] as const;
type Side = (typeof sides)[number];

interface SideInsertion {
  field: RefObject<HTMLTextAreaElement | null>;
  /** Called with the whole text as it reads after a mark was put in. */
  onChange: (text: string) => void;
}

/** Puts [A] or [B] where the cursor stands, and leaves the cursor behind it. */
function insert({ field, onChange }: SideInsertion, side: Side): void {
  const area = field.current;
  if (area === null) return;
  area.setRangeText(`[${side}]`, area.selectionStart, area.selectionEnd, "end");
  onChange(area.value);
  area.focus();
}

/** Alt A and Alt B while one writes about a pair. True where the key was one of them. */
export function insertByKey(event: KeyboardEvent, insertion: SideInsertion): boolean {
  const side = event.altKey && !event.ctrlKey && !event.metaKey ? sides.find((one) => event.code === `Key${one}`) : undefined;
  if (side === undefined) return false;
  insert(insertion, side);
  return true;
}

/** Names an output of the pair in the text that is being written, so that it means the same to those who see the outputs in the other order. */
export function SideButtons(insertion: SideInsertion) {
  return (
    <div className="flex flex-wrap items-center gap-1.5 text-small text-soft">
      <span>Name an output:</span>
      {sides.map((side) => (
        <Button
          key={side}
          size="small"
          variant="quiet"
          aria-label={`Put in [${side}]`}
          aria-keyshortcuts={`Alt+${side}`}
          onClick={() => insert(insertion, side)}
        >
          <b>{side}</b> <Kbd>{`Alt ${side}`}</Kbd>
        </Button>
      ))}
    </div>
  );
}
