"use client";

import { Maximize2, Minimize2 } from "lucide-react";
import { useMemo, useRef } from "react";
import { lengthInWords } from "@/components/texts/marked-text";
import { OutputMark } from "@/components/texts/pair-text";
import { MarkedText, Surroundings } from "@/components/texts/written-text";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { TextFormat } from "@/lib/domain/text-format";
import { CommandButton } from "./command-button";
import { command, type Desk } from "./commands";
import { OutputJump, useOutputJump } from "./output-jump";
import { countQuotes, isPair, quotedRanges, quotedTexts } from "./unit-view";

interface SampleTextProps {
  desk: Desk;
  /** On a phone, text and draft share the screen: which of them is larger. */
  large: boolean;
  onToggle: () => void;
}

/** The text being judged, with the draft's quotations highlighted. */
export function SampleText({ desk, large, onToggle }: SampleTextProps) {
  const { view, opened } = desk;
  const pair = isPair(opened);
  const quotes = countQuotes(view);
  const pane = useRef<HTMLElement>(null);
  const jump = useOutputJump(pane);
  const toggle = (
    <Button
      variant="quiet"
      size="icon"
      className={cn("bg-paper md:hidden", pair ? "ml-auto" : "sticky top-1 float-right mr-1")}
      aria-label={large ? "Smaller text" : "Larger text"}
      onClick={onToggle}
    >
      {large ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
    </Button>
  );
  return (
    <section
      ref={pane}
      aria-label="Text"
      className="@container relative min-h-0 min-w-0 overflow-y-auto"
      tabIndex={0}
      onScroll={pair ? jump.onScroll : undefined}
    >
      {pair ? (
        <div data-output-jump className="sticky top-0 z-10 flex items-center gap-2 border-b bg-paper px-4 py-1.5 sm:px-8 @xl:hidden">
          <OutputJump jump={jump} inputName={opened.task.inputName} outputName={opened.task.outputName} />
          {toggle}
        </div>
      ) : (
        toggle
      )}
      <div className={cn("mx-auto px-4 py-5 text-reading sm:px-8 lg:box-content", pair ? "max-w-5xl" : "max-w-measure")}>
        <Surroundings
          sample={opened.sample}
          inputName={opened.task.inputName}
          format={formatOf(desk)}
          onEnlarge={() => void command("image").perform(desk, "i")}
        />
        {pair ? <Pair desk={desk} /> : <Output desk={desk} name="A" />}
        <div className={cn("flex flex-wrap items-center gap-x-4 text-small text-soft", pair ? "mt-2" : "mt-5")}>
          {!pair && <Length text={opened.sample.output} />}
          {quotes.all > 0 && (
            <span>
              {quotes.found} of {quotes.all} quotes found
            </span>
          )}
          {command("as-written").available(desk) && (
            <CommandButton command={command("as-written")} desk={desk} variant="quiet" className="-ml-2" />
          )}
        </div>
      </div>
    </section>
  );
}

/** The two outputs: side by side if there is room, otherwise stacked. */
function Pair({ desk }: { desk: Desk }) {
  return (
    <div className="mt-6 grid grid-cols-1 gap-y-6 @xl:grid-cols-2 @xl:divide-x @xl:[&>section+section]:pl-8 @xl:[&>section:first-child]:pr-8">
      {(["A", "B"] as const).map((name) => (
        <section key={name} data-place={name} aria-label={`${desk.opened.task.outputName} ${name}`} className="min-w-0">
          <Output desk={desk} name={name} />
          <p className="mt-3 text-small text-soft">
            <Length text={textOf(desk, name)} />
          </p>
        </section>
      ))}
    </div>
  );
}

const textOf = ({ opened: { sample } }: Desk, name: "A" | "B"): string => (name === "A" ? sample.output : (sample.outputB ?? ""));

const formatOf = ({ opened, asWritten }: Desk): TextFormat => (asWritten ? "plain" : opened.task.textFormat);

/** One output with its name, and the draft's quotations from it highlighted. */
function Output({ desk, name }: { desk: Desk; name: "A" | "B" }) {
  const { view, stop, opened } = desk;
  const text = textOf(desk, name);
  const ranges = useMemo(() => quotedRanges(view, stop, name), [view, stop, name]);
  const quotes = useMemo(() => quotedTexts(view, stop, name), [view, stop, name]);
  return (
    <>
      <h2
        className={cn(
          "mt-6 mb-1 text-label text-soft first-letter:uppercase first:mt-0",
          // Sticky, so the reader always sees which output this is.
          isPair(opened) && "@xl:sticky @xl:top-0 @xl:bg-paper @xl:py-1",
        )}
      >
        {opened.task.outputName}
        {isPair(opened) && (
          <>
            {" "}
            <OutputMark name={name} />
          </>
        )}
      </h2>
      <div data-output={isPair(opened) ? name : ""} className="text-reading" dir="auto">
        <MarkedText text={text} format={formatOf(desk)} ranges={ranges} quotes={quotes} />
      </div>
    </>
  );
}

function Length({ text }: { text: string }) {
  const words = useMemo(() => lengthInWords(text), [text]);
  return <span>{words}</span>;
}
