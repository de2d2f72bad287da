"use client";

import { lazy, Suspense } from "react";
import type { DialogsProps } from "./open-dialog";

const OpenDialog = lazy(() => import("./open-dialog").then((file) => ({ default: file.OpenDialog })));

/** The dialogs of the workspace; at most one is open. Their code is fetched with the first. */
export function WorkspaceDialogs(props: DialogsProps) {
  if (props.desk.dialog === null) return null;
  return (
    <Suspense>
      <OpenDialog {...props} />
    </Suspense>
  );
}
