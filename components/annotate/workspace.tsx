"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import { type PaletteCommand, useOfferCommands } from "@/components/shell/palette-commands";
import { cn } from "@/components/ui/cn";
import { prepareNotices } from "@/components/ui/toaster";
import type { OpenedAssignment } from "@/lib/domain/assignment";
import { AssignmentNotices } from "./assignment-notices";
import { commandsOf, type Desk, keyCap } from "./commands";
import { CriteriaList } from "./criteria-list";
import { DraftPanel, prepareTrouble } from "./draft-panel";
import { SampleText } from "./sample-text";
import { isPair } from "./unit-view";
import { useCommandKeys } from "./use-command-keys";
import { type ShowSample, useDesk } from "./use-desk";
import { prepareDialogs, WorkspaceDialogs } from "./workspace-dialogs";
import { WorkspaceTopLine } from "./workspace-top-line";

/** The annotator's main screen: criteria, the text, and the draft as a manuscript. Mount it keyed by the assignment. */
export function Workspace({ opened, show }: { opened: OpenedAssignment; show: ShowSample }) {
  const { desk, verbs } = useDesk(opened, show);
  const [largeText, setLargeText] = useState(false);
  const keepClick = useCommandKeys(desk);
  useEffect(prepareEverything, []);
  useOfferCommands(usePaletteEntries(desk));
  return (
    <div className="flex h-full flex-col" onClickCapture={keepClick}>
      <h1 className="sr-only">
        {opened.task.name}, sample {opened.sample.externalId}
      </h1>
      <WorkspaceTopLine desk={desk} />
      <AssignmentNotices desk={desk} />
      <div
        className={cn(
          "grid min-h-0 grow grid-cols-1 lg:grid-rows-1",
          isPair(opened)
            ? "lg:grid-cols-[11rem_minmax(0,1fr)_minmax(22rem,29rem)] 2xl:grid-cols-[15rem_minmax(0,1fr)_32rem]"
            : "lg:grid-cols-[15rem_minmax(0,1fr)_minmax(26rem,35rem)] 2xl:grid-cols-[17rem_minmax(0,1fr)_minmax(35rem,46rem)]",
          "md:max-lg:grid-cols-[minmax(0,1fr)_minmax(22rem,1fr)] md:max-lg:grid-rows-[auto_minmax(0,1fr)] md:max-lg:[&>nav]:col-span-2",
          // On a phone a short draft takes only the space it needs, and two outputs need more than one.
          largeText
            ? "max-md:grid-rows-[auto_minmax(0,1fr)_fit-content(38%)]"
            : isPair(opened)
              ? "max-md:grid-rows-[auto_minmax(0,1fr)_fit-content(50%)]"
              : "max-md:grid-rows-[auto_minmax(0,1fr)_fit-content(58%)]",
        )}
      >
        <CriteriaList desk={desk} />
        <SampleText desk={desk} large={largeText} onToggle={() => setLargeText(!largeText)} />
        <DraftPanel desk={desk} />
      </div>
      <WorkspaceDialogs desk={desk} onSkip={verbs.skip} onFlag={verbs.flag} />
    </div>
  );
}

/** Rarely opened parts are prefetched once the sample is on screen, so that they open offline too. */
function prepareEverything(): void {
  prepareNotices();
  prepareDialogs();
  prepareTrouble();
}

/** Commands for the palette. They read the desk when performed, so the list itself never changes. */
function usePaletteEntries(desk: Desk): readonly PaletteCommand[] {
  const latest = useRef(desk);
  useEffect(() => {
    latest.current = desk;
  });
  return useMemo(
    () =>
      commandsOf({ opened: desk.opened })
        .filter((command) => command.group !== "Score")
        .map((command) => ({
          id: command.id,
          label: command.name,
          group: "This sample",
          keys: keyCap(command.keys[0] ?? ""),
          perform: () => {
            if (command.available(latest.current)) command.perform(latest.current, command.keys[0] ?? "");
          },
        })),
    [desk.opened],
  );
}
