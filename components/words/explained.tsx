"use client";

import { type ReactNode, useId, useRef, useState } from "react";
import { explanations, type FigureName } from "@/lib/domain/explanations";
import { shortCitation } from "@/lib/domain/literature";
import { useDropdown } from "../ui/use-dropdown";

/** A figure's name, which opens what the figure says, how it is computed and where it is defined. */
export function Explained({ figure, children }: { figure: FigureName; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const note = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = () => {
    setOpen(false);
    anchor.current?.focus();
  };
  useDropdown({ open, anchor, list: note, align: "end", onClose: close });
  const { name, sentence, formula, sources } = explanations[figure];
  return (
    <>
      <button
        ref={anchor}
        type="button"
        data-explains={figure}
        aria-expanded={open}
        aria-describedby={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="[text-align:inherit] underline decoration-edge decoration-dotted underline-offset-3 hover:text-ink print:no-underline"
      >
        {children}
      </button>
      {open && (
        <div
          ref={note}
          id={id}
          role="note"
          popover="manual"
          className="fixed inset-auto m-0 w-max max-w-[min(24rem,calc(100vw-1rem))] rounded-control border bg-card p-3 text-left text-small font-normal whitespace-normal text-ink"
        >
          <strong className="block">{name}</strong>
          <span className="mt-1 block">{sentence}</span>
          <span className="mt-2 block text-soft">{formula}</span>
          {sources.length > 0 && <span className="mt-2 block text-label text-soft">{sources.map(shortCitation).join("; ")}</span>}
        </div>
      )}
    </>
  );
}
