"use client";

import { useState } from "react";
import { closeUnopened, onDemand } from "@/components/ui/on-demand";
import type { DialogsProps } from "./open-dialog";

const OpenDialog = onDemand(() => import("./open-dialog").then((file) => file.OpenDialog));

/** Prefetches the dialogs' code, so that they open at once and offline. */
export const prepareDialogs = OpenDialog.prepare;

/** The dialogs of the workspace; at most one is open. */
export function WorkspaceDialogs(props: Omit<DialogsProps, "notes">) {
  const { desk } = props;
  const [notes] = useState(() => new Map<string, string>());
  if (desk.dialog === null) return null;
  return <OpenDialog {...props} notes={notes} onMissing={closeUnopened(() => desk.setDialog(null))} />;
}
