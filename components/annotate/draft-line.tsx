"use client";

import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { PairText } from "@/components/texts/pair-text";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { onDemand } from "@/components/ui/on-demand";
import { kindNames } from "@/components/words/line-words";
import type { LocatedInPair } from "@/lib/review/find-quote";
import type { EvaluationLine } from "@/lib/review/fold-actions";
import { withoutListMarker, withoutListMarkers } from "@/lib/review/list-marker";
import { CommandButton } from "./command-button";
import { command, type Desk } from "./commands";
import { decide } from "./decide";
import { LineReason } from "./line-reason";
import { reasonFromText, reasonToText } from "./reason-fields";
import { RedlineText } from "./redline-text";
import { ReviseEditor } from "./revise-editor";
import { isPair } from "./unit-view";
import { reasonPlace } from "./use-workspace";
import { outcomeWords } from "./words";

export const Contradiction = onDemand(() => import("./contradiction").then((file) => file.Contradiction));

/** One line of the manuscript: its kind, its text with corrections, and its actions. */
export function DraftLine({ line, desk }: { line: EvaluationLine; desk: Desk }) {
  if (line.kind === "heading")
    return <li className="manuscript px-3 pt-2 text-small font-semibold text-soft">{textOf(withoutListMarker(line.text), desk)}</li>;
  const current = desk.stop === line.id;
  const revising = desk.mode?.kind === "revise" && desk.mode.stop === line.id;
  return (
    <LineFrame id={line.id} label={kindNames[line.kind]} desk={desk} words={stateWords(line, desk)}>
      {revising ? <LineEditor line={line} desk={desk} /> : <LineText line={line} desk={desk} />}
      {!revising && <LineFoot line={line} desk={desk} current={current} />}
      <LineReason stop={line.id} desk={desk} />
    </LineFrame>
  );
}

const stateWords = (line: EvaluationLine, desk: Desk) =>
  line.outcome === "open" ? "not decided" : outcomeWords(line.outcome, line, desk.opened.task.reasons);

/** On small screens: at the end of the label's row. */
export const besideLabel = "@max-lg:[grid-area:1/2/2/3]! @max-lg:mt-0 @max-lg:justify-end";

interface LineFrameProps {
  id: string;
  label: string;
  /** The line's state, for screen readers. */
  words: string;
  desk: Desk;
  children: ReactNode;
}

/** A line's frame: label at the side, and a focus ring. */
export function LineFrame({ id, label, words, desk, children }: LineFrameProps) {
  const frame = useRef<HTMLLIElement>(null);
  const current = desk.stop === id;
  const { focusTurn } = desk;
  const takeFocus = useEffectEvent(() => {
    if (!current) return;
    frame.current?.focus({ preventScroll: true });
    frame.current?.scrollIntoView({ block: "nearest" });
  });
  // Only on request: after a click or Tab into the line, the focus is already where the person wants it.
  useEffect(() => {
    if (focusTurn > 0) takeFocus();
  }, [focusTurn]);
  return (
    // A line is focusable so that keys act on it; its contents are ordinary buttons.
    <li
      ref={frame}
      data-stop={id}
      tabIndex={current ? 0 : -1}
      aria-label={`${label}, ${words}`}
      aria-current={current || undefined}
      // A change of the current line changes both lines' heights. With a pointer this waits for the click, or the pressed button
      // would move away and the click would be lost.
      onFocus={(event) => event.target.matches(":focus-visible") && desk.noticeFocus(id)}
      onClickCapture={() => desk.noticeFocus(id)}
      className={cn(
        "grid scroll-my-3 grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1 rounded-control px-3 py-2.5 outline-offset-0 @lg:grid-cols-[4.75rem_minmax(0,1fr)] @lg:gap-x-4",
        "focus:outline-2 focus:outline-accent",
        current && "bg-paper",
      )}
    >
      <p className="col-start-1 row-start-1 self-center text-label text-soft @lg:self-start @lg:pt-0.5" aria-hidden>
        {label}
      </p>
      {/* On small screens the text takes the full width and its buttons move beside the label. */}
      <div className="min-w-0 @max-lg:contents @max-lg:*:col-span-2">{children}</div>
    </li>
  );
}

/** A line's text; for a pair, output names are drawn as marks. */
export const textOf = (text: string, desk: Desk): ReactNode => (isPair(desk.opened) ? <PairText text={text} /> : text);

/** A drafted line as it is shown; a line of the annotator's own stays as they wrote it. */
export function withoutMarkers(line: EvaluationLine): EvaluationLine {
  if (line.original === null) return line;
  if (line.outcome !== "revise") return { ...line, text: withoutListMarker(line.text) };
  const { before, after } = withoutListMarkers(line.original, line.text);
  return { ...line, original: before, text: after };
}

function LineText({ line: stored, desk }: { line: EvaluationLine; desk: Desk }) {
  const line = withoutMarkers(stored);
  if (line.outcome === "remove") {
    return (
      <del className="manuscript struck" dir="auto">
        {textOf(line.text, desk)}
      </del>
    );
  }
  if (line.outcome === "add") {
    return (
      <ins className="manuscript put-in" dir="auto">
        {textOf(line.text, desk)}
      </ins>
    );
  }
  if (line.outcome === "revise" && line.original !== null)
    return <RedlineText before={line.original} after={line.text} pair={isPair(desk.opened)} />;
  return (
    <span className="manuscript" dir="auto">
      {textOf(line.text, desk)}
    </span>
  );
}

function LineFoot({ line, desk, current }: { line: EvaluationLine; desk: Desk; current: boolean }) {
  const quotes = desk.view.evidence.get(line.id);
  const unfinished = desk.unfinished.get(placeOf(desk, line.id)) !== undefined;
  const decided = line.outcome !== "open" && !(current && line.outcome === "accept");
  const departed = line.outcome === "revise" || line.outcome === "remove";
  return (
    <div
      className={cn(
        "mt-1 flex flex-wrap items-center gap-1.5 empty:hidden",
        // As tall as the buttons that appear while the line is current, so nothing shifts.
        departed && "min-h-7 pointer-coarse:min-h-9",
        besideLabel,
      )}
    >
      {current && <DepartureButtons desk={desk} />}
      {decided && line.outcome !== "open" && <Badge>{textOf(outcomeWords(line.outcome, line, desk.opened.task.reasons), desk)}</Badge>}
      {quotes &&
        (isPair(desk.opened) ? (
          <PairQuoteBadge quotes={quotes} />
        ) : (
          <QuoteBadge quotes={quotes} outputName={desk.opened.task.outputName} />
        ))}
      {unfinished && <Badge tone="caution">unfinished change</Badge>}
      <Contradiction line={line} desk={desk} />
    </div>
  );
}

/** What can be done about a line that departs from the draft; the other buttons are in the action bar. */
export function DepartureButtons({ desk }: { desk: Desk }) {
  return (["restore", "reason"] as const).map(
    (id) => command(id).available(desk) && <CommandButton key={id} command={command(id)} desk={desk} variant="quiet" />,
  );
}

/** Whether an evidence line's quotations occur in the output. */
function QuoteBadge({ quotes, outputName }: { quotes: readonly LocatedInPair[]; outputName: string }) {
  const found = quotes.filter((quote) => quote.ranges !== null).length;
  const name = outputName.toLocaleLowerCase();
  if (quotes.length === 0) return null;
  if (found === quotes.length) return <Badge tone="good">in the {name}</Badge>;
  if (quotes.length === 1) return <Badge tone="bad">not in the {name}</Badge>;
  return <Badge tone="bad">{`${found} of ${quotes.length} quotes in the ${name}`}</Badge>;
}

/** Which output of a pair contains the quotations. */
function PairQuoteBadge({ quotes }: { quotes: readonly LocatedInPair[] }) {
  if (quotes.length === 0) return null;
  const missing = quotes.filter((quote) => quote.ranges === null && quote.rangesB === null).length;
  if (missing === quotes.length) return <Badge tone="bad">in neither</Badge>;
  const found = [quotes.some((quote) => quote.ranges !== null) && "A", quotes.some((quote) => quote.rangesB !== null) && "B"];
  const words = `in ${found.filter(Boolean).join(" and ")}`;
  return missing === 0 ? (
    <Badge tone="good">{words}</Badge>
  ) : (
    <Badge tone="bad">{`${words}, ${missing} of ${quotes.length} in neither`}</Badge>
  );
}

/** The key under which a line's unfinished text is kept. */
export const placeOf = (desk: Desk, stop: string) => `${desk.view.criterion.id}/${stop}`;

function LineEditor({ line, desk }: { line: EvaluationLine; desk: Desk }) {
  const place = placeOf(desk, line.id);
  const kept = desk.unfinished.get(reasonPlace(place));
  const close = () => {
    desk.unfinished.set(reasonPlace(place), null);
    desk.closeMode();
  };
  return (
    <ReviseEditor
      original={line.original}
      text={line.text}
      pair={isPair(desk.opened)}
      unfinished={desk.unfinished.get(place)}
      reason={kept === undefined ? { code: line.reasonCode, text: line.reason ?? "" } : reasonFromText(kept)}
      onReason={(reason) => desk.unfinished.set(reasonPlace(place), reasonToText(reason))}
      reasonRequired={desk.opened.task.reasonRequired}
      reasons={desk.opened.task.reasons}
      onType={(text) => desk.unfinished.set(place, text)}
      onSave={(text, reason) => {
        if (!decide(desk, { kind: "revise", itemId: line.id, text }, reason)) return;
        desk.unfinished.set(place, null);
        desk.unfinished.set(reasonPlace(place), null);
      }}
      onDiscard={(text) => desk.discard({ kind: "revise", stop: line.id }, place, text)}
      onClose={close}
    />
  );
}
