"use client";

import { type ReactNode, useState } from "react";
import { Button } from "../ui/button";
import { Dialog, DialogClose, DialogContent } from "../ui/dialog";
import { ErrorState } from "../ui/error-state";

interface ConfirmDialogProps {
  title: string;
  label: string;
  children: ReactNode;
  onClose: () => void;
  onConfirm: () => Promise<unknown>;
}

/** Asks before something that cannot be undone, and says why if it could not be done. */
export function ConfirmDialog({ title, label, children, onClose, onConfirm }: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<unknown>(null);
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setFailed(error);
      setBusy(false);
    }
  };
  const footer = (
    <>
      <DialogClose asChild>
        <Button disabled={busy}>Cancel</Button>
      </DialogClose>
      <Button variant="primary" busy={busy} onClick={() => void confirm()}>
        {label}
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={(open) => !open && !busy && onClose()}>
      <DialogContent title={title} footer={footer} width="narrow">
        <p className="text-body">{children}</p>
        {failed !== null && <ErrorState className="mt-4" title="It could not be done" error={failed} />}
      </DialogContent>
    </Dialog>
  );
}
