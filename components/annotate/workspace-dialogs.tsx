"use client";

import { useState } from "react";
import { onDemand } from "@/components/ui/on-demand";
import { toast } from "@/components/ui/toast";
import type { DialogsProps } from "./open-dialog";

const OpenDialog = onDemand(() => import("./open-dialog").then((file) => file.OpenDialog));

/** Prefetches the dialogs' code, so that they open at once and offline. */
export const prepareDialogs = OpenDialog.prepare;

/** The dialogs of the workspace; at most one is open. */
export function WorkspaceDialogs(props: Omit<DialogsProps, "notes">) {
  const { desk } = props;
  const [notes] = useState(() => new Map<string, string>());
  if (desk.dialog === null) return null;
  const close = () => {
    desk.setDialog(null);
    toast.error("This cannot be opened without a connection.");
  };
  return <OpenDialog {...props} notes={notes} onMissing={close} />;
}
