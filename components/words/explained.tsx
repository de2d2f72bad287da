"use client";

import { type ReactNode, useId, useRef, useState } from "react";
import type { FigureName } from "@/lib/domain/explanations";
import { useDropdown } from "../ui/use-dropdown";
import type { ShownExplanation } from "./explanation-of";

// All explanations together weigh as much as a chapter of the report, and few are read.
const fetchExplanation = async (figure: FigureName): Promise<ShownExplanation> => (await import("./explanation-of")).explanationOf(figure);
const missing = { name: "The explanation could not be loaded", sentence: "Check the connection and try again.", formula: "", sources: [] };

/** A figure's name, which opens what the figure says, how it is computed and where it is defined. */
export function Explained({ figure, children }: { figure: FigureName; children: ReactNode }) {
  const [shown, setShown] = useState<ShownExplanation | null>(null);
  const open = shown !== null;
  const anchor = useRef<HTMLButtonElement>(null);
  const note = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = () => {
    setShown(null);
    anchor.current?.focus();
  };
  useDropdown({ open, anchor, list: note, align: "end", onClose: close });
  const toggle = async () => setShown(open ? null : await fetchExplanation(figure).catch(() => missing));
  return (
    <>
      <button
        ref={anchor}
        type="button"
        data-explains={figure}
        aria-expanded={open}
        aria-describedby={open ? id : undefined}
        onClick={() => void toggle()}
        className="[text-align:inherit] underline decoration-edge decoration-dotted underline-offset-3 hover:text-ink print:no-underline"
      >
        {children}
      </button>
      {shown && (
        <div
          ref={note}
          id={id}
          role="note"
          popover="manual"
          className="fixed inset-auto m-0 w-max max-w-[min(24rem,calc(100vw-1rem))] rounded-control border bg-card p-3 text-left text-small font-normal whitespace-normal text-ink"
        >
          <strong className="block">{shown.name}</strong>
          <span className="mt-1 block">{shown.sentence}</span>
          <span className="mt-2 block text-soft">{shown.formula}</span>
          {shown.sources.length > 0 && <span className="mt-2 block text-label text-soft">{shown.sources.join("; ")}</span>}
        </div>
      )}
    </>
  );
}
