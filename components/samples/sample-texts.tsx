"use client";

import { useMemo } from "react";
import type { SampleDetail } from "@/lib/domain/sample-detail";
import type { LocatedInPair } from "@/lib/review/find-quote";
import { lengthInWords } from "../texts/marked-text";
import { OutputMark } from "../texts/pair-text";
import { MarkedText, Surroundings } from "../texts/written-text";

/** A line of the draft with its quotations, and where they are in the outputs. */
export interface QuotingLine {
  id: string;
  quotes: readonly LocatedInPair[];
}

interface TextsProps {
  sample: SampleDetail;
  lines: readonly QuotingLine[];
  /** The line whose quotations are ringed. */
  focused: string | null;
}

/** The texts as annotators read them, with the draft's quotations highlighted and those that are nowhere listed. */
export function SampleTexts({ sample, lines, focused }: TextsProps) {
  const { task, output, outputB, system, systemB } = sample;
  const missing = lines.flatMap(({ quotes }) => quotes.flatMap(({ quote, ranges, rangesB }) => (ranges || rangesB ? [] : [quote])));
  const all = lines.reduce((sum, { quotes }) => sum + quotes.length, 0);
  return (
    <section aria-label="Text" className="min-w-0">
      <Surroundings sample={sample} inputName={task.inputName} format={task.textFormat} />
      {outputB === null ? (
        <Output sample={sample} lines={lines} focused={focused} text={output} system={system} name={null} />
      ) : (
        <div className="grid grid-cols-1 gap-6 md:grid-cols-2 xl:grid-cols-1">
          <Output sample={sample} lines={lines} focused={focused} text={output} system={system} name="A" />
          <Output sample={sample} lines={lines} focused={focused} text={outputB} system={systemB} name="B" />
        </div>
      )}
      <p className="mt-4 flex flex-wrap gap-x-3 text-small text-soft">
        <span>Sample {sample.number}</span>
        {outputB === null && <span>{lengthInWords(output)}</span>}
        {all > 0 && (
          <span>
            {all - missing.length} of {all} quotes found
          </span>
        )}
      </p>
      {missing.length > 0 && (
        <ul className="mt-3 flex flex-col gap-2">
          {missing.map((quote) => (
            <li key={quote} className="border-l-2 border-removed pl-3 text-small">
              <span dir="auto">“{quote}”</span>
              <span className="block font-medium text-removed">not in the {task.outputName}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface OutputProps extends TextsProps {
  text: string;
  system: string | null;
  name: "A" | "B" | null;
}

function Output({ sample: { task }, lines, focused, text, system, name }: OutputProps) {
  const quotes = useMemo(
    () =>
      lines.flatMap(({ id, quotes: of }) =>
        of.flatMap(({ quote, ranges, rangesB }) => {
          const places = name === "B" ? rangesB : ranges;
          return places === null ? [] : [{ quote, places, focused: id === focused }];
        }),
      ),
    [lines, focused, name],
  );
  const ranges = useMemo(() => quotes.flatMap(({ places, focused: is }) => places.map((place) => ({ ...place, focused: is }))), [quotes]);
  return (
    <div className="mt-6 min-w-0">
      <h2 className="mb-1 text-label text-soft first-letter:uppercase">
        {task.outputName} {name && <OutputMark name={name} />} {system !== null && `by ${system}`}
      </h2>
      <div className="text-reading" dir="auto">
        <MarkedText text={text} format={task.textFormat} ranges={ranges} quotes={quotes} />
      </div>
    </div>
  );
}
