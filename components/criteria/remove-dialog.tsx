"use client";

import { useState } from "react";
import type { CodebookEntry } from "@/lib/domain/reason-codes";
import { Button } from "../ui/button";
import { Dialog, DialogClose, DialogContent } from "../ui/dialog";
import type { Reason } from "./criteria-action";
import { ReasonFields } from "./reason-fields";

interface RemoveDialogProps {
  name: string;
  reasons: readonly CodebookEntry[];
  onClose: () => void;
  onRemove: (reason: Reason) => void;
}

/** Asks why a proposed criterion is removed. */
export function RemoveDialog({ name, reasons, onClose, onRemove }: RemoveDialogProps) {
  const [reason, setReason] = useState<Reason>({ reasonCode: null, reason: null });
  const footer = (
    <>
      <DialogClose asChild>
        <Button>Keep it</Button>
      </DialogClose>
      <Button variant="danger" onClick={() => onRemove(reason)}>
        Remove
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={`Remove “${name}”`} description="It stays in the history, struck through." footer={footer}>
        <ReasonFields reasons={reasons} value={reason} onChange={setReason} />
      </DialogContent>
    </Dialog>
  );
}
