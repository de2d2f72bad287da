"use client";

import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import type { AssignmentStatus } from "@/lib/domain/assignment";
import { CommandButton } from "./command-button";
import { command, type Desk } from "./commands";

const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

const workWords: Record<AssignmentStatus, string> = {
  open: "not submitted yet",
  submitted: "submitted",
  skipped: "skipped",
  released: "given back to the queue",
};

/** What concerns the whole sample: that it is submitted, skipped or lost, or that work cannot be saved. */
export function AssignmentNotices({ desk }: { desk: Desk }) {
  const { trouble, unkept, save } = desk.save;
  const { status, submittedAt, editable, annotator } = desk.opened;
  if (!editable)
    return (
      <Banner className="rounded-none">
        {annotator}'s work, {workWords[status]}. You can read it; only its annotator changes it.
        {desk.opened.seenSwapped && " They see the two in the other order, with A and B exchanged."}
      </Banner>
    );
  return (
    <div className="empty:hidden max-h-[30dvh] shrink-0 overflow-y-auto [&>div]:rounded-none">
      {trouble?.kind === "lease-lost" && <LeaseLost desk={desk} message={trouble.message} />}
      {trouble?.kind === "closed" && (
        <Banner tone="bad" role="alert" action={<CommandButton command={{ ...command("reopen"), available: () => true }} desk={desk} />}>
          Not saved: {trouble.message}
        </Banner>
      )}
      {trouble?.kind === "signed-out" && (
        <Banner tone="caution" role="alert">
          Your session has ended. What you did is kept here and will be saved when you are signed in again.
        </Banner>
      )}
      {unkept && save !== "saved" && (
        <Banner tone="caution" role="alert">
          This browser cannot keep unsaved work over a reload. Leave this page open until it says Saved.
        </Banner>
      )}
      {status === "submitted" && (
        <Banner tone="good" action={<CommandButton command={command("reopen")} desk={desk} />}>
          Submitted{submittedAt ? ` on ${time.format(new Date(submittedAt))}` : ""}.
        </Banner>
      )}
      {status === "skipped" && (
        <Banner action={<CommandButton command={command("reopen")} desk={desk} />}>
          You skipped this sample. What you did on it is kept.
        </Banner>
      )}
      {status === "released" && (
        <Banner action={<CommandButton command={command("reopen")} desk={desk} />}>
          This sample was given back to the queue. What you did on it is kept.
        </Banner>
      )}
    </div>
  );
}

function LeaseLost({ desk, message }: { desk: Desk; message: string }) {
  const action = (
    <Button size="small" onClick={() => desk.handle.outbox.retry()}>
      Try to save again
    </Button>
  );
  return (
    <Banner tone="bad" role="alert" action={action}>
      {message} What is not saved yet stays in this browser.
    </Banner>
  );
}
