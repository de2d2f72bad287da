"use client";

import { Maximize2, Minimize2 } from "lucide-react";
import { memo, useEffect, useMemo, useRef } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { OpenedAssignment } from "@/lib/domain/assignment";
import type { Desk } from "./commands";
import { lengthInWords, type MarkedPart, markText } from "./marked-text";
import { countQuotes, quotedRanges } from "./unit-view";

interface SampleTextProps {
  desk: Desk;
  /** On a phone text and draft share the screen: which of them has the larger part. */
  large: boolean;
  onToggle: () => void;
}

/** The text being judged, the largest thing on the screen, with what the draft quotes marked in it. */
export function SampleText({ desk, large, onToggle }: SampleTextProps) {
  const { view, stop, opened } = desk;
  const { output } = opened.sample;
  const parts = useMemo(() => markText(output, quotedRanges(view, stop)), [output, view, stop]);
  const length = useMemo(() => lengthInWords(output), [output]);
  const quotes = countQuotes(view);
  return (
    <section aria-label="Text" className="relative min-h-0 min-w-0 overflow-y-auto" tabIndex={0}>
      <Button
        variant="quiet"
        size="icon"
        className="sticky top-1 float-right mr-1 bg-paper md:hidden"
        aria-label={large ? "Smaller text" : "Larger text"}
        onClick={onToggle}
      >
        {large ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
      </Button>
      <div className="mx-auto max-w-measure px-4 py-5 text-reading sm:px-8 lg:box-content">
        <Surroundings sample={opened.sample} inputName={opened.task.inputName} />
        <h2 className="mt-6 mb-1 text-label text-soft first-letter:uppercase first:mt-0">{opened.task.outputName}</h2>
        <div data-output className="manuscript text-reading" dir="auto">
          {parts.map((part) => (
            <Part key={`${part.start}-${part.mark}`} part={part} />
          ))}
          {output === "" && <span className="text-soft">empty</span>}
        </div>
        <p className="mt-5 flex flex-wrap gap-x-4 text-small text-soft">
          <span>{length}</span>
          {quotes.all > 0 && (
            <span>
              {quotes.found} of {quotes.all} quotes found
            </span>
          )}
        </p>
      </div>
    </section>
  );
}

/** Everything but the output: it does not change while one works, however long it is. */
const Surroundings = memo(function Surroundings({ sample, inputName }: { sample: OpenedAssignment["sample"]; inputName: string }) {
  return (
    <>
      {sample.imageUrl && (
        // The address is the study's own and of unknown size: nothing here could be optimised.
        // biome-ignore lint/performance/noImgElement: see above
        <img src={sample.imageUrl} alt="What the sample is about" className="mb-5 max-h-96 max-w-full rounded-control border" />
      )}
      {sample.input !== "" && (
        <>
          <h2 className="mb-1 text-label text-soft first-letter:uppercase">{inputName}</h2>
          <div className="manuscript text-reading" dir="auto">
            {sample.input}
          </div>
        </>
      )}
      {sample.reference && (
        <details className="mt-5">
          <summary className="rounded-mark text-label font-medium text-soft">Reference</summary>
          <div className="manuscript mt-1 border-l-2 pl-3 text-reading" dir="auto">
            {sample.reference}
          </div>
        </details>
      )}
    </>
  );
});

function Part({ part }: { part: MarkedPart }) {
  const mark = useRef<HTMLElement>(null);
  const focused = part.mark === "focused";
  useEffect(() => {
    if (focused) mark.current?.scrollIntoView({ block: "nearest" });
  }, [focused]);
  if (part.mark === "none") return part.text;
  return (
    <mark
      ref={mark}
      className={cn("scroll-my-8 rounded-[3px] bg-evidence text-ink box-decoration-clone", focused && "shadow-[0_0_0_2px_var(--accent)]")}
    >
      {part.text}
    </mark>
  );
}
