"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { Markdown } from "@/components/ui/markdown";
import { commandsOf, type Desk, keyCap } from "./commands";
import { HistoryList } from "./history-list";
import { NoteDialog } from "./note-dialog";
import { isPair } from "./unit-view";
import { ZoomableImage } from "./zoomable-image";

export interface DialogsProps {
  desk: Desk;
  onSkip: (reason: string) => Promise<void>;
  onFlag: (note: string) => Promise<void>;
  /** Text typed in a dialog before it was closed, restored when it reopens. */
  notes: Map<string, string>;
}

const skipReasons = [
  "Text missing or cut off",
  "Language I do not read well enough",
  "Subject I cannot judge",
  "Content I do not want to read",
  "I know this text or its author",
];
const flagReasons = [
  "Problem with the text or its image",
  "Draft about something else",
  "Criterion unclear for this sample",
  "Same as an earlier sample",
  "Harmful or private content",
];

/** The open dialog. */
export function OpenDialog({ desk, onSkip, onFlag, notes }: DialogsProps) {
  const { task } = desk.opened;
  const dialogs: Record<NonNullable<Desk["dialog"]>, () => ReactNode> = {
    history: () => (
      <DialogContent title="History" description={desk.view.criterion.name} reading>
        <HistoryList view={desk.view} pair={isPair(desk.opened)} reasons={desk.opened.task.reasons} />
      </DialogContent>
    ),
    image: () => (
      <DialogContent title="Image" width="wide" reading>
        <ZoomableImage url={desk.opened.sample.imageUrl ?? ""} />
      </DialogContent>
    ),
    guidelines: () => (
      <DialogContent title="Guidelines" description={task.name} reading>
        <div className="flex max-w-measure flex-col gap-4 text-reading">
          {task.description && <Markdown text={task.description} />}
          {task.guidelines ? (
            <Markdown text={task.guidelines} />
          ) : (
            !task.description && <p className="text-soft">No guidelines were written for this task.</p>
          )}
        </div>
      </DialogContent>
    ),
    keys: () => (
      <DialogContent title="Keys" width="wide" reading>
        <Keys desk={desk} />
      </DialogContent>
    ),
    skip: () => (
      <NoteDialog
        title="Skip this sample"
        description="It returns to the queue for someone else. Your work on it is kept."
        label="Why"
        reasons={skipReasons}
        start=""
        notes={notes}
        required
        confirm="Skip it"
        onConfirm={onSkip}
      />
    ),
    break: () => (
      <DialogContent title="Paused" description="No time is counted until you continue. What you did is kept." width="narrow">
        <DialogClose asChild>
          <Button variant="primary">
            Continue <Kbd className="border-current bg-transparent text-current">Esc</Kbd>
          </Button>
        </DialogClose>
      </DialogContent>
    ),
    flag: () => (
      <NoteDialog
        title="Flag for the researcher"
        description="A note about this sample. You can keep working on it."
        label="Note"
        reasons={flagReasons}
        start={desk.opened.flag ?? ""}
        notes={notes}
        required={desk.opened.flag === null}
        confirm="Save the note"
        onConfirm={onFlag}
      />
    ),
  };
  const close = () => {
    desk.setDialog(null);
    desk.moveTo(desk.stop);
  };
  return (
    <Dialog open={desk.dialog !== null} onOpenChange={(open) => !open && close()}>
      {desk.dialog !== null && dialogs[desk.dialog]()}
    </Dialog>
  );
}

function Keys({ desk }: { desk: Desk }) {
  const shown = commandsOf(desk);
  const pair = isPair(desk.opened);
  const groups = [...new Set(shown.map((command) => command.group))];
  return (
    <div className="columns-1 gap-8 sm:columns-2">
      {groups.map((group) => (
        <section key={group} className="mb-5 break-inside-avoid">
          <h3 className="mb-1 text-label text-soft">{group}</h3>
          <dl>
            {shown
              .filter((command) => command.group === group)
              .map((command) => (
                <div key={command.id} className="flex items-center justify-between gap-4 border-b py-1.5 last:border-b-0">
                  <dt>{command.name}</dt>
                  <dd className="flex flex-wrap justify-end gap-1">
                    {command.id === "score" ? (
                      <KeyCap name={pair ? "1" : "0"} last={pair ? "3" : "9"} />
                    ) : (
                      command.keys.map((key) => <KeyCap key={key} name={key} />)
                    )}
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
      <section className="break-inside-avoid">
        <h3 className="mb-1 text-label text-soft">While writing</h3>
        <dl>
          <div className="flex items-center justify-between gap-4 border-b py-1.5">
            <dt>Save the line</dt>
            <dd>
              <KeyCap name="Control+Enter" />
            </dd>
          </div>
          <div className="flex items-center justify-between gap-4 py-1.5">
            <dt>Cancel</dt>
            <dd>
              <KeyCap name="Esc" />
            </dd>
          </div>
          {pair && (
            <div className="flex items-center justify-between gap-4 border-t py-1.5">
              <dt>Name an output</dt>
              <dd className="flex gap-1">
                <KeyCap name="Alt+a" />
                <KeyCap name="Alt+b" />
              </dd>
            </div>
          )}
        </dl>
      </section>
    </div>
  );
}

/** A key that screen readers announce, because here it is the text rather than a label. */
function KeyCap({ name, last }: { name: string; last?: string }) {
  return (
    <Kbd aria-hidden={undefined} className="pointer-coarse:inline-grid!">
      {keyCap(name)}
      {last && ` – ${keyCap(last)}`}
    </Kbd>
  );
}
