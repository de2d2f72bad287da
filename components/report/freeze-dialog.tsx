"use client";

import { type FormEvent, useId, useState } from "react";
import type { BodyOf } from "@/lib/client/request";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { FilterTexts } from "@/lib/domain/report-filter";
import { Button } from "../ui/button";
import { Dialog, DialogClose, DialogContent } from "../ui/dialog";
import { Field, FieldError } from "../ui/field";
import { Input } from "../ui/input";
import { toast } from "../ui/toast";

type Body = BodyOf<"freezeReport">;
/** A report's own filter is made of texts that were checked when it was computed. */
export type Order = Omit<Body, "name" | "filter"> & { filter: FilterTexts };

interface FreezeDialogProps {
  projectId: string;
  order: Order;
  onClose: () => void;
}

/** Asks for a name and keeps the report as it is now, with its data. */
export function FreezeDialog({ projectId, order, onClose }: FreezeDialogProps) {
  const formId = useId();
  const [name, setName] = useState("");
  const freeze = useEndpointMutation("freezeReport", { refresh: ["listFrozenReports"] });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const done = () => {
      onClose();
      toast("Frozen. It is listed under Methods.");
    };
    freeze.mutate({ params: { projectId }, body: { ...order, name } as Body }, { onSuccess: done });
  };
  const footer = (
    <>
      <DialogClose asChild>
        <Button disabled={freeze.isPending}>Cancel</Button>
      </DialogClose>
      <Button type="submit" form={formId} variant="primary" busy={freeze.isPending} disabled={name.trim() === ""}>
        Freeze
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={(open) => !open && !freeze.isPending && onClose()}>
      <DialogContent title="Freeze this report" footer={footer} width="narrow">
        <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
          <p className="text-body">
            Its figures, their settings and the ratings behind them are kept as they are now. Later ratings change nothing in it. Annotators
            are named by code; texts are left out.
          </p>
          <Field label="Name" required hint="For example: camera-ready, Table 2.">
            {(control) => <Input {...control} autoFocus maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />}
          </Field>
          {freeze.isError && <FieldError>{freeze.error.message}</FieldError>}
        </form>
      </DialogContent>
    </Dialog>
  );
}
