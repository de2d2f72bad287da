"use client";

import { useSyncExternalStore } from "react";
import { Banner } from "@/components/ui/banner";
import { onDemand } from "@/components/ui/on-demand";
import type { Desk } from "./commands";
import { WaysOn } from "./ways-on";

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

// Reviewers see the first, and annotators the second when they go back to a sample.
const OthersWork = onDemand(() => import("./review-bar").then((file) => file.OthersWork));
const StatusNotice = onDemand(() => import("./status-notice").then((file) => file.StatusNotice));

/** Notices about the whole sample: it was submitted, skipped or lost, or work cannot be saved. */
export function AssignmentNotices({ desk }: { desk: Desk }) {
  const { trouble, unkept, save } = desk.save;
  const offline = useSyncExternalStore(
    watchConnection,
    () => !navigator.onLine,
    () => false,
  );
  const { status, returnedAt, editable } = desk.opened;
  if (!editable) return <OthersWork opened={desk.opened} />;
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
      {(returnedAt !== null || !["open", "prepared"].includes(status)) && <StatusNotice desk={desk} />}
    </div>
  );
}
