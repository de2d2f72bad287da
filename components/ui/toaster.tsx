"use client";

import { useSyncExternalStore } from "react";
import { onDemand } from "./on-demand";
import { notices } from "./toast";

const NoticeList = onDemand(() => import("./notice-list").then((file) => file.NoticeList));

/** Prefetches the code of notices, which a page that works offline needs to report it. */
export const prepareNotices = NoticeList.prepare;

/** Renders notices sent with `toast`. Its code is fetched with the first one. */
export function Toaster() {
  const wanted = useSyncExternalStore(notices.subscribe, notices.wanted, () => false);
  return wanted ? <NoticeList missing={<PlainNotice />} /> : null;
}

/** Shows the last notice unstyled if the code that renders notices could not be fetched. */
function PlainNotice() {
  const last = useSyncExternalStore(notices.subscribe, notices.last, () => null);
  return (
    <p role="status" className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-md rounded-panel border bg-card px-4 py-3 text-small">
      {last?.text}
    </p>
  );
}
