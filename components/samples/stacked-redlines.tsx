"use client";

import { useState } from "react";
import type { CodebookEntry } from "@/lib/domain/reason-codes";
import type { SampleDetail, SampleDraft, SampleUnit } from "@/lib/domain/sample-detail";
import { withoutListMarker, withoutListMarkers } from "@/lib/review/list-marker";
import { duration, figuresOf } from "../charts/format";
import { foldMarks, PairText } from "../texts/pair-text";
import { cn } from "../ui/cn";
import { kindNames, whyInWords } from "../words/line-words";
import { scoreName } from "../words/score-name";
import { foldDiff } from "./fold-diff";
import { type DeedGroup, type LineDeed, type StackedLine, stackLines } from "./stack-lines";

interface StackProps {
  sample: SampleDetail;
  unit: SampleUnit;
  draft: SampleDraft | null;
  reasons: readonly CodebookEntry[];
  /** Evidence lines with a quotation: whether it is in the text. */
  quoted: ReadonlyMap<string, boolean>;
  focused: string | null;
  onFocus: (lineId: string | null) => void;
}

const outcomeNames = { accept: "accepted", revise: "revised", remove: "removed", add: "added", open: "undecided" } as const;

/** The draft, printed once, and under each line what every person made of it. */
export function StackedRedlines(props: StackProps) {
  const { sample, unit, draft } = props;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const people = sample.raters.filter(({ id }) => unit.evaluations.some(({ rater }) => rater === id));
  const lines = stackLines(draft?.items ?? [], unit.evaluations, draft?.id ?? null);
  const elsewhere = unit.evaluations.filter(({ draftId }) => draftId !== null && draftId !== draft?.id);
  const names = new Map(sample.raters.map(({ id, name, round }) => [id, round > 0 ? `${name}, second time` : name]));
  const open = (id: string) => setOpened((before) => new Set([...before, id]));
  return (
    <section aria-label="Redlines">
      <p className="flex flex-wrap items-baseline gap-x-4 border-b py-2 text-label text-soft">
        <span className="font-medium">{draft === null ? "What people wrote" : "The judge’s draft, and what each person did with it"}</span>
        <span className="ml-auto flex flex-wrap gap-x-3 tabular-nums">
          {people.map(({ id, name }) => {
            const ms = unit.evaluations.find(({ rater }) => rater === id)?.durationMs ?? null;
            return ms === null ? null : (
              <span key={id}>
                {name} {duration(ms / 1000)}
              </span>
            );
          })}
        </span>
      </p>
      {lines.length === 0 && <p className="py-4 text-small text-soft">No draft, and nobody wrote a line.</p>}
      <ol className="divide-y">
        {lines.map((line) => (
          <Line
            key={line.id}
            line={line}
            lines={lines}
            stack={props}
            names={names}
            opened={opened.has(line.id)}
            onOpen={() => open(line.id)}
          />
        ))}
      </ol>
      {elsewhere.length > 0 && (
        <p className="border-t py-2 text-small text-soft">
          {elsewhere.map(({ rater }) => names.get(rater)).join(", ")} worked on another draft; choose it above.
        </p>
      )}
    </section>
  );
}

interface LineProps {
  line: StackedLine;
  lines: readonly StackedLine[];
  stack: StackProps;
  names: ReadonlyMap<string, string>;
  opened: boolean;
  onOpen: () => void;
}

function Line({ line, lines, stack, names, opened, onOpen }: LineProps) {
  const { unit, draft, sample, quoted, focused, onFocus } = stack;
  const pair = sample.task.kind === "pairwise";
  const found = quoted.get(line.id);
  const same = opened ? undefined : lines.find(({ id }) => id === line.sameAs);
  const title = line.item === null ? "Added" : `${kindNames[line.kind]}${line.number === 0 ? "" : ` ${line.number}`}`;
  const isFocused = focused === line.id;
  return (
    <li
      className={cn(
        "grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 py-3 sm:grid-cols-[6.5rem_minmax(0,1fr)]",
        isFocused && "-mx-2 rounded-control px-2 shadow-[0_0_0_2px_var(--accent)]",
      )}
    >
      <div className="text-label text-soft">
        {found === undefined ? (
          title
        ) : (
          <button
            type="button"
            aria-pressed={isFocused}
            className="rounded-mark text-left underline decoration-dotted underline-offset-2 hover:text-ink"
            onClick={() => onFocus(isFocused ? null : line.id)}
          >
            {title}
          </button>
        )}
        {line.item === null && <span className="block">{kindNames[line.kind].toLowerCase()}</span>}
        {found !== undefined && (
          <span className={cn("block font-medium", found ? "text-inserted" : "text-removed")}>
            {found ? "in the text" : "not in the text"}
          </span>
        )}
      </div>
      <div className="min-w-0">
        {line.item !== null && (
          <p className={cn("manuscript max-w-measure text-body", line.kind === "heading" && "font-medium")} dir="auto">
            {pair ? <PairText text={withoutListMarker(line.item.text)} /> : withoutListMarker(line.item.text)}
          </p>
        )}
        {same ? (
          <p className="mt-1 text-small text-soft">
            Same actions and reasons as {kindNames[same.kind]} {same.number}.{" "}
            <button type="button" className="rounded-mark text-accent underline underline-offset-2" onClick={onOpen}>
              Open
            </button>
          </p>
        ) : (
          <ul className="mt-1 flex flex-col gap-1 text-small">
            {line.groups.map((group) => (
              <Group
                key={`${group.outcome} ${group.deeds[0]?.rater}`}
                group={group}
                draftScore={draft?.score ?? null}
                names={names}
                scoreOf={(score) => scoreName(score, pair, unit.criterion.scale)}
                reasons={stack.reasons}
                pair={pair}
              />
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

interface GroupProps {
  group: DeedGroup;
  draftScore: number | null;
  names: ReadonlyMap<string, string>;
  scoreOf: (score: number) => string;
  reasons: readonly CodebookEntry[];
  pair: boolean;
}

const tones = { accept: "text-soft", revise: "text-accent", remove: "text-removed", add: "text-inserted", open: "text-soft" } as const;

function Group({ group, draftScore, names, scoreOf, reasons, pair }: GroupProps) {
  const { outcome, text, deeds } = group;
  const original = deeds[0]?.line.original ?? null;
  const score = deeds[0]?.score ?? null;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-x-4 sm:grid-cols-[7rem_minmax(0,1fr)] xl:grid-cols-[7rem_minmax(0,1fr)_13rem]">
      <span className="font-medium wrap-anywhere">{deeds.map(({ rater }) => names.get(rater)).join(", ")}</span>
      <span className="min-w-0 wrap-anywhere">
        <span className={tones[outcome]}>{outcomeNames[outcome]}</span>{" "}
        {score !== null && draftScore !== null && score !== draftScore && (
          <span className="tabular-nums">
            <del className="struck">{scoreOf(draftScore)}</del> <ins className="put-in">{scoreOf(score)}</ins>{" "}
          </span>
        )}
        {outcome === "add" && (
          <ins className="put-in manuscript" dir="auto">
            {pair ? <PairText text={text} /> : text}
          </ins>
        )}
        {outcome === "revise" && original !== null && original !== text && <Folded {...withoutListMarkers(original, text)} pair={pair} />}
      </span>
      <span className="text-soft wrap-anywhere sm:col-start-2 xl:col-start-3">
        {whyOf(deeds, names, reasons).map((why) => (
          <span key={why} className="block">
            {why}
          </span>
        ))}
      </span>
    </li>
  );
}

/** The reasons of a group: once if it is everybody's, else with names. */
function whyOf(deeds: readonly LineDeed[], names: ReadonlyMap<string, string>, reasons: readonly CodebookEntry[]): string[] {
  const why = deeds.map(({ rater, line }) => ({ rater, words: whyInWords(line, reasons) })).filter(({ words }) => words !== "");
  if (why.length === deeds.length && new Set(why.map(({ words }) => words)).size === 1) return [why[0]?.words ?? ""];
  return why.map(({ rater, words }) => `${names.get(rater)}: ${words}`);
}

/** What changed, folded: the whole line is above it. */
function Folded({ before, after, pair }: { before: string; after: string; pair: boolean }) {
  const parts = pair ? foldDiff(foldMarks(before), foldMarks(after)) : foldDiff(before, after);
  const drawn = (text: string) => (pair ? <PairText text={text} /> : text);
  let at = 0;
  return (
    <span className="manuscript" dir="auto">
      {parts.map(({ kind, text, words }) => {
        const key = `${at}-${kind}`;
        at += text.length;
        if (kind === "kept") return <span key={key}>{drawn(text)}</span>;
        if (kind === "inserted")
          return (
            <ins key={key} className="put-in">
              {drawn(text)}
            </ins>
          );
        return (
          <span key={key}>
            <del className="struck">{drawn(text)}</del>
            {words !== undefined && <span className="text-label text-soft"> {figuresOf(words, "word")} </span>}
          </span>
        );
      })}
    </span>
  );
}
