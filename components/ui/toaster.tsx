"use client";

import { lazy, Suspense, useSyncExternalStore } from "react";
import { notices } from "./toast";

const NoticeList = lazy(() => import("./notice-list").then((file) => ({ default: file.NoticeList })));

/** Where short notices appear; say them with `toast`. Its code is fetched with the first one. */
export function Toaster() {
  const wanted = useSyncExternalStore(notices.subscribe, notices.wanted, () => false);
  if (!wanted) return null;
  return (
    <Suspense>
      <NoticeList />
    </Suspense>
  );
}
