"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { TopLine } from "@/components/shell/top-line";
import { Button } from "@/components/ui/button";
import { CommandButton } from "./command-button";
import { command, type Desk } from "./commands";
import { ElapsedTime } from "./elapsed-time";
import { SaveWord } from "./save-word";
import { WorkspaceMenu } from "./workspace-menu";

/** The workspace's top line: location, progress, save status and navigation. */
export function WorkspaceTopLine({ desk }: { desk: Desk }) {
  const { opened } = desk;
  const { submitted, total } = opened.progress;
  const number = Math.min(total ?? Number.POSITIVE_INFINITY, opened.status === "submitted" ? submitted : submitted + 1);
  const end = (
    <>
      <span className="text-small whitespace-nowrap text-soft">{total === null ? number : `${number} of ${total}`}</span>
      <span className="px-1 sm:px-2">
        <SaveWord state={desk.save.save} unfinished={desk.unfinishedAt !== null} onChoose={toConflict(desk)} />
      </span>
      <span className="px-1 max-lg:hidden">
        <ElapsedTime clock={desk.handle.clock} />
      </span>
      <span className="flex max-lg:hidden">
        <CommandButton command={command("guidelines")} desk={desk} variant="quiet" />
        <CommandButton command={command("keys")} desk={desk} variant="quiet" />
      </span>
      <SampleButtons desk={desk} />
      <WorkspaceMenu desk={desk} />
    </>
  );
  return (
    <TopLine end={end}>
      <p className="flex min-w-0 items-center gap-1.5 text-body max-sm:hidden">
        <Link href={`/projects/${opened.project.id}/annotate`} className="min-w-0 truncate rounded-mark text-soft hover:text-ink">
          {opened.project.name}
        </Link>
        <span aria-hidden className="text-soft">
          /
        </span>
        <span className="min-w-0 truncate font-medium">{opened.task.name}</span>
      </p>
    </TopLine>
  );
}

function toConflict({ views, turnTo }: Desk): (() => void) | null {
  const stale = views.find(({ journal }) => journal.trouble?.kind === "stale");
  return stale === undefined ? null : () => turnTo(stale.criterion.id);
}

function SampleButtons({ desk }: { desk: Desk }) {
  const previous = command("previous-sample");
  const next = command("next-sample");
  return (
    <span className="flex max-md:hidden">
      <Button
        variant="quiet"
        size="icon"
        aria-label="Previous sample"
        disabled={!previous.available(desk)}
        onClick={() => void previous.perform(desk, ",")}
      >
        <ChevronLeft aria-hidden />
      </Button>
      <Button
        variant="quiet"
        size="icon"
        aria-label="Next sample"
        disabled={!next.available(desk)}
        onClick={() => void next.perform(desk, ".")}
      >
        <ChevronRight aria-hidden />
      </Button>
    </span>
  );
}
