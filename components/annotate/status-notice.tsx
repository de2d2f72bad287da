"use client";

import { Banner } from "@/components/ui/banner";
import { CommandButton } from "./command-button";
import { command, type Desk } from "./commands";
import { isWork } from "./unit-view";
import { WaysOn } from "./ways-on";

const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** How the sample came to be returned, submitted, skipped or released, and what can be done. */
export function StatusNotice({ desk }: { desk: Desk }) {
  const { status, submittedAt, returnedAt } = desk.opened;
  return (
    <>
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
    </>
  );
}
