"use client";

import { useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { scoreName } from "@/components/words/score-name";
import { CommandButton } from "./command-button";
import { command, type Desk } from "./commands";
import { isPair, type UnitView } from "./unit-view";

const progressWords = { open: "not started", started: "in progress", complete: "complete" } as const;

/** The criteria with progress and score: a side column, or on a phone a strip above the text. */
export function CriteriaList({ desk }: { desk: Desk }) {
  return (
    <nav
      aria-label="Criteria"
      className={cn(
        "flex min-h-0 min-w-0 flex-col border-r max-lg:border-r-0 max-lg:bg-card",
        // A single criterion is already the draft's heading, so small screens get no strip for it.
        desk.views.length === 1 ? "max-lg:invisible max-lg:h-0 max-lg:overflow-hidden" : "max-lg:border-b",
      )}
    >
      <p className="px-5 pt-4 pb-2 text-label font-medium text-soft max-lg:sr-only">Criteria</p>
      <ul className="flex min-h-0 grow flex-col gap-0.5 overflow-y-auto px-3 pb-3 max-lg:flex-row max-lg:overflow-x-auto max-lg:overflow-y-hidden max-lg:py-1.5">
        {desk.views.map((view) => (
          <CriterionEntry
            key={view.criterion.id}
            view={view}
            current={view === desk.view}
            pair={isPair(desk.opened)}
            onChoose={() => desk.turnTo(view.criterion.id)}
          />
        ))}
      </ul>
      <div className="border-t border-transparent px-5 py-3 text-small text-soft max-lg:hidden">
        <p className="truncate">Sample {desk.opened.sample.externalId}</p>
        <p>{isPair(desk.opened) ? "Systems hidden, order random" : "System hidden"}</p>
        <div className="mt-1.5 -ml-2 flex gap-1">
          <CommandButton command={command("skip")} desk={desk} variant="quiet" />
          <CommandButton command={command("flag")} desk={desk} variant="quiet" className={desk.opened.flag ? "text-caution" : undefined} />
        </div>
      </div>
    </nav>
  );
}

function CriterionEntry({ view, current, pair, onChoose }: { view: UnitView; current: boolean; pair: boolean; onChoose: () => void }) {
  const entry = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (current) entry.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current]);
  const { score } = view.evaluation;
  const trouble = view.journal.trouble !== null;
  return (
    <li ref={entry} className="relative max-lg:shrink-0">
      <button
        type="button"
        aria-current={current ? "step" : undefined}
        onClick={onChoose}
        className={cn(
          "relative flex w-full items-start gap-3 rounded-control px-2 py-2 text-left text-body focus-visible:outline-offset-[-2px] max-lg:max-w-56 max-lg:items-center max-lg:gap-2",
          current ? "bg-accent-soft" : "hover:bg-sunken",
        )}
      >
        <ProgressMark progress={view.progress} />
        <span className="line-clamp-4 min-w-0 grow wrap-anywhere max-lg:truncate" dir="auto">
          {view.criterion.name}
        </span>
        <span className="sr-only">, {trouble ? "not saved" : progressWords[view.progress]}, score</span>
        <span className={cn("shrink-0 text-right", score === null ? "text-soft" : "font-semibold")}>
          {score === null ? "–" : scoreName(score, pair, view.criterion.scale)}
        </span>
      </button>
    </li>
  );
}

/** Empty, half or full: distinguished by shape as well as by colour. */
function ProgressMark({ progress }: { progress: UnitView["progress"] }) {
  const colour = { open: "text-edge", started: "text-accent", complete: "text-inserted" }[progress];
  return (
    <svg aria-hidden viewBox="0 0 16 16" className={cn("mt-[3px] size-3.5 shrink-0 max-lg:mt-0", colour)}>
      <circle cx="8" cy="8" r="7" fill={progress === "complete" ? "currentColor" : "none"} stroke="currentColor" strokeWidth="1.5" />
      {progress === "started" && <path d="M8 1a7 7 0 0 1 0 14z" fill="currentColor" />}
      {progress === "complete" && <path d="m4.8 8.2 2.2 2.2 4.2-4.6" fill="none" stroke="var(--card)" strokeWidth="1.8" />}
    </svg>
  );
}
