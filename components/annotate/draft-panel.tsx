"use client";

import { Kbd } from "@/components/ui/kbd";
import { onDemand } from "@/components/ui/on-demand";
import type { ItemKind } from "@/lib/domain/draft";
import { ActionBar } from "./action-bar";
import { AddLineForm } from "./add-line-form";
import { ariaKeys } from "./command-button";
import { command, type Desk, keyCap, scoreHasNoLine } from "./commands";
import { CriterionHead } from "./criterion-head";
import { decide } from "./decide";
import { DraftLine, placeOf } from "./draft-line";
import { ScoreLine } from "./score-line";
import { UnitComments } from "./unit-comments";
import { isPair } from "./unit-view";

const UnitTrouble = onDemand(() => import("./unit-trouble").then((file) => file.UnitTrouble));
const ExamAnswer = onDemand(() => import("./exam-feedback").then((file) => file.ExamAnswer));

/** Prefetches the code for conflicts, so that they can be settled at once and offline. */
export const prepareTrouble = UnitTrouble.prepare;

/** The manuscript: one criterion's draft with its corrections, and the buttons to move on. */
export function DraftPanel({ desk }: { desk: Desk }) {
  const { view } = desk;
  const marked = desk.opened.exam?.feedback?.find(({ criterionId }) => criterionId === view.criterion.id);
  return (
    <section aria-label="Draft" className="flex min-h-0 flex-col border-l bg-card max-md:border-t max-md:border-l-0">
      <div className="@container min-h-0 grow overflow-y-auto" key={view.criterion.id}>
        <CriterionHead criterion={view.criterion} pair={isPair(desk.opened)} />
        <div className="px-2 py-3 sm:px-3">
          {marked && <ExamAnswer desk={desk} unit={marked} />}
          {view.journal.trouble && <UnitTrouble desk={desk} missing={<p role="alert">Not saved. Connect again to see why.</p>} />}
          {view.draft === null && desk.opened.arm === "drafted" && (
            <p className="px-3 pb-2 text-small text-soft">There is no draft for this criterion. Score it yourself.</p>
          )}
          <ul className="flex flex-col gap-1">
            {scoreHasNoLine(desk) && <ScoreLine line={undefined} desk={desk} />}
            {view.evaluation.lines.map((line) =>
              line.id === view.scoreLineId ? (
                <ScoreLine key={line.id} line={line} desk={desk} />
              ) : (
                <DraftLine key={line.id} line={line} desk={desk} />
              ),
            )}
          </ul>
          <Adding desk={desk} />
          <UnitComments desk={desk} />
        </div>
      </div>
      <ActionBar desk={desk} />
    </section>
  );
}

function Adding({ desk }: { desk: Desk }) {
  const place = placeOf(desk, "new");
  const add = command("add");
  if (desk.mode?.kind !== "add") {
    if (!add.available(desk)) return null;
    const waiting = desk.unfinished.get(place) !== undefined;
    return (
      <button
        type="button"
        onClick={() => void add.perform(desk, "n")}
        aria-keyshortcuts={ariaKeys(add.keys)}
        className="mt-2 ml-3 inline-flex items-center gap-2 rounded-mark py-1 text-small text-soft hover:text-ink @lg:ml-[6.5rem]"
      >
        {waiting ? "Continue your line" : "Add a line"} <Kbd>{keyCap("n")}</Kbd>
      </button>
    );
  }
  const { itemKind: kind } = desk.mode;
  const onAdd = (itemKind: ItemKind, text: string) => {
    if (decide(desk, { kind: "add", itemKind, text })) desk.unfinished.set(place, null);
  };
  return (
    <div className="mt-2 px-3">
      <AddLineForm
        kind={kind}
        // A passage selected in the output is appended to text typed before, not substituted for it.
        text={[desk.unfinished.get(place), desk.mode.text].filter(Boolean).join(" ")}
        pair={isPair(desk.opened)}
        onType={(text) => desk.unfinished.set(place, text)}
        onAdd={onAdd}
        onDiscard={(itemKind, text) => desk.discard({ kind: "add", itemKind, text: "" }, place, text)}
        onClose={desk.closeMode}
      />
    </div>
  );
}
