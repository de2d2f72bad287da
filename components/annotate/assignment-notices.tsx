"use client";

import Link from "next/link";
import { useSyncExternalStore } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { onDemand } from "@/components/ui/on-demand";
import type { HeldStatus } from "@/lib/domain/assignment";
import { CommandButton } from "./command-button";
import { command, type Desk } from "./commands";
import { isWork } from "./unit-view";

// Few samples are part of an exam or a calibration round, so the others load without this.
const ExamNotice = onDemand(() => import("./exam-feedback").then((file) => file.ExamNotice));
const CalibrationNotice = onDemand(() => import("./calibration-notice").then((file) => file.CalibrationNotice));

function watchConnection(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

const ReviewBar = onDemand(() => import("./review-bar").then((file) => file.ReviewBar));

const workWords: Record<HeldStatus, string> = {
  prepared: "not begun yet",
  open: "not submitted yet",
  submitted: "submitted",
  skipped: "skipped",
  released: "returned to the queue",
};

/** Notices about the whole sample: it was submitted, skipped or lost, or work cannot be saved. */
export function AssignmentNotices({ desk }: { desk: Desk }) {
  const { trouble, unkept, save } = desk.save;
  const offline = useSyncExternalStore(
    watchConnection,
    () => !navigator.onLine,
    () => false,
  );
  const { status, submittedAt, returnedAt, editable, annotator } = desk.opened;
  if (!editable)
    return (
      <div className="shrink-0">
        <Banner className="rounded-none">
          {annotator}'s work, {workWords[status]}. You can read it, but only its annotator can change it.
          {desk.opened.seenSwapped && " They see the outputs in the other order, with A and B swapped."}
        </Banner>
        <ReviewBar opened={desk.opened} />
      </div>
    );
  return (
    <div className="empty:hidden max-h-[30dvh] shrink-0 overflow-y-auto [&>div]:rounded-none">
      {(trouble?.kind === "lease-lost" || trouble?.kind === "closed") && (
        <Banner tone="bad" role="alert" action={<WaysOn desk={desk} />}>
          Not saved: {trouble.message} What is not saved yet stays in this browser.
        </Banner>
      )}
      {(offline || desk.save.unreachable) && (
        <Banner role="status">
          {offline ? "You are offline." : "The server cannot be reached."} Keep working on this sample: your work is kept in this browser
          and saved as soon as there is a connection.
        </Banner>
      )}
      {unkept && save !== "saved" && (
        <Banner tone="caution" role="alert">
          This browser cannot keep unsaved work across a reload. Leave this page open until it says Saved.
        </Banner>
      )}
      {desk.opened.exam !== null && <ExamNotice desk={desk} exam={desk.opened.exam} />}
      {desk.opened.calibration !== null && <CalibrationNotice opened={desk.opened} place={desk.opened.calibration} />}
      {returnedAt !== null && (
        <Banner role="status">
          A reviewer returned this on {time.format(new Date(returnedAt))}. The comments say what to change; then submit it again.
        </Banner>
      )}
      {status === "submitted" && isWork(desk.opened) && (
        <Banner tone="good" action={<CommandButton command={command("reopen")} desk={desk} />}>
          Submitted{submittedAt ? ` on ${time.format(new Date(submittedAt))}` : ""}.
        </Banner>
      )}
      {status === "skipped" && (
        <Banner action={<CommandButton command={command("reopen")} desk={desk} />}>
          You skipped this sample. Your work on it is kept.
        </Banner>
      )}
      {status === "released" && (
        <Banner action={<WaysOn desk={desk} />}>
          This sample went back to the queue: a researcher released it, or your time ran out and someone else took it. Your work on it is
          kept. You can reopen it to continue if it is still free.
        </Banner>
      )}
    </div>
  );
}

/** Reopens the sample, or leaves it for another. */
function WaysOn({ desk }: { desk: Desk }) {
  return (
    <div className="flex flex-wrap gap-2">
      <CommandButton command={{ ...command("reopen"), available: () => true }} desk={desk} />
      <Button asChild size="small">
        <Link href={`/projects/${desk.opened.project.id}/annotate`}>Your tasks</Link>
      </Button>
    </div>
  );
}
