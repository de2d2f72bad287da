"use client";

import { useEffect } from "react";
import type { PlanProblem } from "@/lib/domain/study-plan";
import { figuresOf } from "../charts/format";
import { Button } from "../ui/button";
import { Kbd } from "../ui/kbd";

interface StartBarProps {
  version: number;
  people: number;
  saveState: string | null;
  saveError: Error | null;
  problems: readonly PlanProblem[];
  /** The preview does not show the present choices yet. */
  isStale: boolean;
  busy: boolean;
  error: Error | null;
  onRetrySave: () => void;
  onStart: () => void;
}

/** What starting freezes and what stays open, and the button. */
export function StartBar(props: StartBarProps) {
  const { version, people, saveState, saveError, problems, isStale, busy, error, onRetrySave, onStart } = props;
  const why = problems.filter(({ blocks }) => blocks).map(({ message }) => message);
  // A save that is still under way would arrive after the start and begin the next draft.
  const isDisabled = why.length > 0 || isStale || saveState === "Saving";
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || isDisabled || busy) return;
      event.preventDefault();
      onStart();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [isDisabled, busy, onStart]);
  return (
    <section aria-label="Start the study" className="sticky bottom-0 z-10 mt-8 border-t bg-paper py-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <p className="min-w-0 grow basis-80 text-small text-soft">
          <span className="font-medium text-ink">Draft</span>
          {saveState !== null && (
            <span role="status" className={saveState === "Not saved" ? "text-removed" : undefined}>
              {" "}
              · {saveState}
            </span>
          )}
          {saveState === "Not saved" && saveError !== null && (
            <>
              {" "}
              <span className="text-removed">{saveError.message}</span>{" "}
              <Button variant="link" className="text-small" onClick={onRetrySave}>
                Save again
              </Button>
            </>
          )}
          <br />
          {why.length > 0 ? (
            <span id="why-not-start" className="text-removed">
              Cannot start: {why.join(" ")}
            </span>
          ) : (
            `Starting freezes this as version ${version} and gives work to ${figuresOf(people, "person", "people")}.`
          )}
          {error !== null && (
            <span role="alert" className="block text-removed">
              {error.message}
            </span>
          )}
        </p>
        <Button
          variant="primary"
          size="large"
          busy={busy}
          disabled={isDisabled}
          aria-describedby={why.length > 0 ? "why-not-start" : undefined}
          aria-keyshortcuts="Control+Enter"
          onClick={onStart}
        >
          Start the study <Kbd className="border-current bg-transparent text-current">Ctrl ↵</Kbd>
        </Button>
      </div>
    </section>
  );
}

/** What is fixed by starting a plan, and what can still be changed. */
export function WhatStartingFreezes() {
  return (
    <section aria-label="What starting it freezes" className="grid gap-x-8 gap-y-4 px-5 pt-8 text-small text-soft sm:grid-cols-3">
      <div>
        <h2 className="text-title text-ink">What starting it freezes</h2>
        <p>One study runs in a task at a time.</p>
      </div>
      <div>
        <h3 className="font-semibold text-ink">Frozen</h3>
        <p>
          The samples and criteria, the arms with their runs, who rates what in which order, the seed, the consent text, and codes or names
          in exports.
        </p>
      </div>
      <div>
        <h3 className="font-semibold text-ink">Still open</h3>
        <p>
          The limit a day, pay, hours and the last day; each change is dated. What somebody who leaves has not begun goes to the others.
        </p>
      </div>
    </section>
  );
}
