"use client";

import { Maximize2, Minimize2 } from "lucide-react";
import { memo, useEffect, useMemo, useRef } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { OpenedAssignment } from "@/lib/domain/assignment";
import type { TextFormat } from "@/lib/domain/text-format";
import { CommandButton } from "./command-button";
import { command, type Desk } from "./commands";
import { lengthInWords, type MarkedPart, markText } from "./marked-text";
import { OutputJump, useOutputJump } from "./output-jump";
import { OutputMark } from "./pair-text";
import { Prose } from "./prose";
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
  const parts = useMemo(() => markText(text, quotedRanges(view, stop, name)), [text, view, stop, name]);
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
        <Prose text={text} format={formatOf(desk)} quotes={quotes}>
          <div className="manuscript" dir="auto">
            {parts.map((part) => (
              <Part key={`${part.start}-${part.mark}`} part={part} />
            ))}
          </div>
        </Prose>
        {text === "" && <span className="text-soft">empty</span>}
      </div>
    </>
  );
}

function Length({ text }: { text: string }) {
  const words = useMemo(() => lengthInWords(text), [text]);
  return <span>{words}</span>;
}

interface SurroundingsProps {
  sample: OpenedAssignment["sample"];
  inputName: string;
  format: TextFormat;
  onEnlarge: () => void;
}

/** Everything but the output. It does not change during annotation, so it is rendered once however long it is. */
const Surroundings = memo(
  function Surroundings({ sample, inputName, format, onEnlarge }: SurroundingsProps) {
    return (
      <>
        {sample.imageUrl && (
          <button
            type="button"
            aria-label="Larger image"
            aria-keyshortcuts="i"
            className="mb-5 cursor-zoom-in rounded-control"
            onClick={onEnlarge}
          >
            {/* biome-ignore lint/performance/noImgElement: the URL comes from the study and the size is unknown */}
            <img
              src={sample.imageUrl}
              alt="What the sample is about"
              className="max-h-96 max-w-full rounded-control border max-md:max-h-56"
            />
          </button>
        )}
        {sample.input !== "" && (
          <>
            <h2 className="mb-1 text-label text-soft first-letter:uppercase">{inputName}</h2>
            <div className="text-reading">
              <Written text={sample.input} format={format} />
            </div>
          </>
        )}
        {sample.reference && (
          <details className="mt-5">
            <summary className="rounded-mark text-label font-medium text-soft">Reference</summary>
            <div className="mt-1 border-l-2 pl-3 text-reading">
              <Written text={sample.reference} format={format} />
            </div>
          </details>
        )}
      </>
    );
  },
  (before, after) => before.sample === after.sample && before.format === after.format,
);

const Written = ({ text, format }: { text: string; format: TextFormat }) => (
  <Prose text={text} format={format}>
    <div className="manuscript" dir="auto">
      {text}
    </div>
  </Prose>
);

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
      className={cn(
        "scroll-mt-14 scroll-mb-8 rounded-[3px] bg-evidence text-ink box-decoration-clone",
        focused && "shadow-[0_0_0_2px_var(--accent)]",
      )}
    >
      {part.text}
    </mark>
  );
}
