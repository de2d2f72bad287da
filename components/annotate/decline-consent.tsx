"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { FieldError } from "@/components/ui/field";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";

/** Declines a study's consent text, after asking once more: the place goes to somebody else. */
export function DeclineConsent({ taskId, projectId }: { taskId: string; projectId: string }) {
  const [asking, setAsking] = useState(false);
  const router = useRouter();
  const decline = useEndpointMutation("declineConsent", { refresh: ["listTasks", "readOwnParticipation"] });
  const confirm = () =>
    decline.mutate(
      { params: { taskId } },
      {
        onSuccess: () => {
          setAsking(false);
          router.push(`/projects/${projectId}/annotate`);
        },
      },
    );
  const footer = (
    <>
      <DialogClose asChild>
        <Button disabled={decline.isPending}>Cancel</Button>
      </DialogClose>
      <Button variant="destroy" busy={decline.isPending} onClick={confirm}>
        Decline
      </Button>
    </>
  );
  return (
    <>
      <Button onClick={() => setAsking(true)}>I do not agree</Button>
      <Dialog open={asking} onOpenChange={setAsking}>
        <DialogContent title="Decline to take part?" footer={footer} width="narrow">
          <p className="text-body">You will get no samples, and your place goes to somebody else.</p>
          {decline.isError && <FieldError>{decline.error.message}</FieldError>}
        </DialogContent>
      </Dialog>
    </>
  );
}
