"use client";

import { CommandButton } from "./command-button";
import { type CommandId, command, type Desk } from "./commands";
import { isWork, lineOf } from "./unit-view";

const decisions = ["accept", "revise", "remove"] as const satisfies readonly CommandId[];

/** The buttons for the current line and for moving on, always in the same place: neither the pointer nor the thumb has to follow the line. */
export function ActionBar({ desk }: { desk: Desk }) {
  const outcome = lineOf(desk.view, desk.stop)?.outcome;
  const writing = desk.mode !== null;
  return (
    <footer className="flex flex-col gap-2 border-t px-3 py-2.5 sm:px-4">
      {!desk.readOnly && (
        <fieldset className="grid grid-cols-3 gap-2">
          <legend className="sr-only">This line</legend>
          {decisions.map((id) => (
            <CommandButton
              key={id}
              command={writing ? { ...command(id), available: () => false } : command(id)}
              desk={desk}
              size="normal"
              pressed={outcome === id}
              className="min-w-0 overflow-hidden px-2 pointer-coarse:h-11!"
            />
          ))}
        </fieldset>
      )}
      <div className="flex items-center gap-1">
        {desk.readOnly ? (
          desk.opened.editable && isWork(desk.opened) && <CommandButton command={command("reopen")} desk={desk} size="normal" />
        ) : (
          <CommandButton command={command("undo")} desk={desk} variant="quiet" />
        )}
        <CommandButton command={command("history")} desk={desk} variant="quiet" />
        <CommandButton
          command={command("enter")}
          desk={desk}
          variant="primary"
          size="normal"
          className="ml-auto w-48 px-2 pointer-coarse:h-11!"
        />
      </div>
    </footer>
  );
}
