"use client";

import { Snowflake } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/button";
import { closeUnopened, onDemand } from "../ui/on-demand";
import type { Order } from "./freeze-dialog";

const FreezeDialog = onDemand(async () => (await import("./freeze-dialog")).FreezeDialog);

/** Opens the dialog that freezes the report as it is looked at. */
export function FreezeButton({ projectId, order }: { projectId: string; order: Order }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="quiet" onPointerEnter={FreezeDialog.prepare} onClick={() => setOpen(true)}>
        <Snowflake aria-hidden />
        Freeze
      </Button>
      {open && <FreezeDialog projectId={projectId} order={order} onClose={close} onMissing={closeUnopened(close)} />}
    </>
  );
}
