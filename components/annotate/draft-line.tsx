"use client";

import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import type { EvaluationLine } from "@/lib/review/apply-actions";
import type { LocatedQuote } from "@/lib/review/find-quote";
import { CommandButton } from "./command-button";
import { command, type Desk } from "./commands";
import { LineReason } from "./line-reason";
import { RedlineText } from "./redline-text";
import { ReviseEditor } from "./revise-editor";
import { kindNames, outcomeWords } from "./words";

/** One line of the manuscript: what it is, its text with the corrections, and what can be done to it. */
export function DraftLine({ line, desk }: { line: EvaluationLine; desk: Desk }) {
  if (line.kind === "heading") return <p className="manuscript px-3 pt-2 text-small font-semibold text-soft">{line.text}</p>;
  const current = desk.stop === line.id;
  const revising = desk.mode?.kind === "revise" && desk.mode.stop === line.id;
  return (
    <LineFrame id={line.id} label={kindNames[line.kind]} desk={desk} words={stateWords(line)}>
      {revising ? <LineEditor line={line} desk={desk} /> : <LineText line={line} />}
      {!revising && <LineFoot line={line} desk={desk} current={current} />}
      <LineReason stop={line.id} desk={desk} />
    </LineFrame>
  );
}

const stateWords = (line: EvaluationLine) =>
  line.outcome === "open" ? "not decided" : outcomeWords(line.outcome, line.reasonCode, line.reason);

interface LineFrameProps {
  id: string;
  label: string;
  /** What became of it, for those who cannot see it. */
  words: string;
  desk: Desk;
  children: ReactNode;
}

/** The frame of a line: its label at the side, and the ring when it has the focus. */
export function LineFrame({ id, label, words, desk, children }: LineFrameProps) {
  const frame = useRef<HTMLLIElement>(null);
  const current = desk.stop === id;
  const { focusTurn } = desk;
  const takeFocus = useEffectEvent(() => {
    if (!current) return;
    frame.current?.focus({ preventScroll: true });
    frame.current?.scrollIntoView({ block: "nearest" });
  });
  // Only when asked to: a click or Tab into the line has put the focus where the person wants it.
  useEffect(() => {
    if (focusTurn > 0) takeFocus();
  }, [focusTurn]);
  return (
    // A line takes the focus so that the keys act on it; what it holds are ordinary buttons.
    <li
      ref={frame}
      data-stop={id}
      tabIndex={current ? 0 : -1}
      aria-label={`${label}, ${words}`}
      aria-current={current || undefined}
      // Becoming the current line changes its height and the former one's. With a pointer that waits for the click: before it, the button
      // pressed would slip away from under the finger and the click be lost.
      onFocus={(event) => event.target.matches(":focus-visible") && desk.noticeFocus(id)}
      onClickCapture={() => desk.noticeFocus(id)}
      className={cn(
        "grid scroll-my-3 grid-cols-1 gap-x-4 gap-y-1 rounded-control px-3 py-2.5 outline-offset-0 sm:grid-cols-[4.75rem_minmax(0,1fr)]",
        "focus:outline-2 focus:outline-accent",
        current && "bg-paper",
      )}
    >
      <p className="pt-0.5 text-label text-soft" aria-hidden>
        {label}
      </p>
      <div className="min-w-0">{children}</div>
    </li>
  );
}

function LineText({ line }: { line: EvaluationLine }) {
  if (line.outcome === "remove") {
    return (
      <del className="manuscript struck" dir="auto">
        {line.text}
      </del>
    );
  }
  if (line.outcome === "add") {
    return (
      <ins className="manuscript put-in" dir="auto">
        {line.text}
      </ins>
    );
  }
  if (line.outcome === "revise" && line.original !== null) return <RedlineText before={line.original} after={line.text} />;
  return (
    <span className="manuscript" dir="auto">
      {line.text}
    </span>
  );
}

function LineFoot({ line, desk, current }: { line: EvaluationLine; desk: Desk; current: boolean }) {
  const buttons = current && !desk.readOnly;
  const quotes = desk.view.evidence.get(line.id);
  const unfinished = desk.unfinished.get(placeOf(desk, line.id)) !== undefined;
  const decided = line.outcome !== "open" && !(buttons && line.outcome === "accept");
  return (
    // As high as the buttons, so that nothing moves when the next line becomes the current one.
    <div className="mt-1 flex min-h-7 flex-wrap items-center gap-1.5 pointer-coarse:min-h-9">
      {buttons && <LineButtons line={line} desk={desk} />}
      {decided && line.outcome !== "open" && <Badge>{outcomeWords(line.outcome, line.reasonCode, line.reason)}</Badge>}
      {quotes && <QuoteBadge quotes={quotes} outputName={desk.opened.task.outputName} />}
      {unfinished && <Badge tone="caution">unfinished change</Badge>}
    </div>
  );
}

function LineButtons({ line, desk }: { line: EvaluationLine; desk: Desk }) {
  return (
    <>
      {line.original !== null && <CommandButton command={command("accept")} desk={desk} pressed={line.outcome === "accept"} />}
      <CommandButton command={command("revise")} desk={desk} />
      <CommandButton command={command("remove")} desk={desk} pressed={line.outcome === "remove"} />
      {command("reason").available(desk) && <CommandButton command={command("reason")} desk={desk} variant="quiet" />}
    </>
  );
}

/** Where the quotation of an evidence line stands: in the output, or not. */
function QuoteBadge({ quotes, outputName }: { quotes: readonly LocatedQuote[]; outputName: string }) {
  const found = quotes.filter((quote) => quote.ranges !== null).length;
  const name = outputName.toLocaleLowerCase();
  if (quotes.length === 0) return null;
  if (found === quotes.length) return <Badge tone="good">in the {name}</Badge>;
  if (quotes.length === 1) return <Badge tone="bad">not in the {name}</Badge>;
  return <Badge tone="bad">{`${found} of ${quotes.length} quotes in the ${name}`}</Badge>;
}

/** Under what a line's unfinished text is kept. */
export const placeOf = (desk: Desk, stop: string) => `${desk.view.criterion.id}/${stop}`;

function LineEditor({ line, desk }: { line: EvaluationLine; desk: Desk }) {
  const place = placeOf(desk, line.id);
  return (
    <ReviseEditor
      original={line.original}
      text={line.text}
      unfinished={desk.unfinished.get(place)}
      reason={{ code: line.reasonCode, text: line.reason ?? "" }}
      reasonRequired={desk.opened.task.reasonRequired}
      onType={(text) => desk.unfinished.set(place, text)}
      onSave={(text, reason) => {
        if (!desk.act({ kind: "revise", itemId: line.id, text }, reason)) return;
        desk.unfinished.set(place, null);
        desk.closeMode();
      }}
      onCancel={desk.closeMode}
    />
  );
}
