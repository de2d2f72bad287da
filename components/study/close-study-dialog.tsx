"use client";

import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { StudyPlan } from "@/lib/domain/study-plan";
import { figuresOf } from "../charts/format";
import { Button } from "../ui/button";
import { Dialog, DialogClose, DialogContent } from "../ui/dialog";
import { FieldError } from "../ui/field";
import { toast } from "../ui/toast";

/** Closes a study after saying what becomes of the work that is open. */
export function CloseStudyDialog({ taskId, plan, onClose }: { taskId: string; plan: StudyPlan; onClose: () => void }) {
  const close = useEndpointMutation("closePlan", { refresh: ["listTaskPlans", "listTasks", "getTask"] });
  const sum = (of: "ratings" | "begun" | "submitted") => plan.seats.reduce((total, seat) => total + seat[of], 0);
  const left = { notBegun: sum("ratings") - sum("begun"), open: sum("begun") - sum("submitted") };
  const confirm = () =>
    close.mutate(
      { params: { taskId } },
      { onSuccess: ({ notBegun, open }) => toast.success(`The study is closed. ${fate({ notBegun, open })}`) },
    );
  const footer = (
    <>
      <DialogClose asChild>
        <Button disabled={close.isPending}>Cancel</Button>
      </DialogClose>
      <Button variant="destroy" busy={close.isPending} onClick={confirm}>
        Close the study
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Close the study?" footer={footer} width="narrow">
        <p className="text-body">
          {fate(left)} Afterwards the task gives out samples in order of import until another plan starts. A closed plan cannot be reopened.
        </p>
        {close.isError && <FieldError>{close.error.message}</FieldError>}
      </DialogContent>
    </Dialog>
  );
}

/** What becomes of the ratings that are left. */
function fate({ notBegun, open }: { notBegun: number; open: number }): string {
  const unbegun = notBegun === 0 ? "Every rating was begun." : `${figuresOf(notBegun, "rating")} not begun will not be given out.`;
  const begun = open === 0 ? "None is open." : `${figuresOf(open, "open rating")} can still be submitted.`;
  return `${unbegun} ${begun}`;
}
