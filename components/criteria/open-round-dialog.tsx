"use client";

import { type FormEvent, useId, useState } from "react";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { PanelCandidate } from "@/lib/domain/criteria-round";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Dialog, DialogClose, DialogContent } from "../ui/dialog";
import { FieldError } from "../ui/field";

interface OpenRoundDialogProps {
  taskId: string;
  /** What the round redlines. */
  source: { proposalDraftId: string } | { previousRoundId: string };
  candidates: readonly PanelCandidate[];
  /** Who is ticked from the start: experts, unless a round before had its own panel. */
  invited?: readonly string[];
  anonymous?: boolean;
  onClose: () => void;
}

/** Invites experts to a round. */
export function OpenRoundDialog({ taskId, source, candidates, invited, anonymous: before = false, onClose }: OpenRoundDialogProps) {
  const formId = useId();
  const open = useEndpointMutation("openCriteriaRound", { refresh: ["listCriteriaRounds", "getCriteriaRound"] });
  const first = invited ?? candidates.filter(({ role }) => role === "expert").map(({ userId }) => userId);
  const [experts, setExperts] = useState<readonly string[]>(first);
  const [anonymous, setAnonymous] = useState(before);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    open.mutate({ params: { taskId }, body: { ...source, experts: [...experts], anonymous } }, { onSuccess: onClose });
  };
  const toggle = (userId: string, on: boolean) => setExperts(on ? [...experts, userId] : experts.filter((other) => other !== userId));
  const footer = (
    <>
      <DialogClose asChild>
        <Button>Cancel</Button>
      </DialogClose>
      <Button type="submit" form={formId} variant="primary" busy={open.isPending} disabled={experts.length === 0}>
        Open the round
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={(shown) => !shown && onClose()}>
      <DialogContent
        title="Open a round"
        description="Everybody you tick redlines the list alone. Nobody sees another's work until you show all redlines."
        footer={footer}
      >
        <form id={formId} onSubmit={submit} className="flex flex-col gap-5" noValidate>
          <fieldset className="flex flex-col gap-2.5">
            <legend className="mb-2 text-small font-medium">Who redlines</legend>
            {candidates.map(({ userId, name, email, role }) => (
              <label key={userId} className="flex items-start gap-2.5 text-body" htmlFor={`${formId}-${userId}`}>
                <Checkbox
                  id={`${formId}-${userId}`}
                  className="mt-0.5"
                  checked={experts.includes(userId)}
                  onCheckedChange={(on) => toggle(userId, on === true)}
                />
                <span className="min-w-0 wrap-anywhere">
                  {name} <span className="text-small text-soft">{`${email}, ${role}`}</span>
                </span>
              </label>
            ))}
            {!candidates.some(({ role }) => role === "expert") && (
              <p className="max-w-measure text-small text-soft">Nobody has the expert role yet. Admins assign roles under People.</p>
            )}
          </fieldset>
          <label className="flex items-start gap-2.5 text-body" htmlFor={`${formId}-anonymous`}>
            <Checkbox
              id={`${formId}-anonymous`}
              className="mt-0.5"
              checked={anonymous}
              onCheckedChange={(on) => setAnonymous(on === true)}
            />
            <span>
              Experts see each other as codes
              <span className="block text-small text-soft">Expert 1, Expert 2 and so on, in the union and its threads.</span>
            </span>
          </label>
          {open.isError && <FieldError>{open.error.message}</FieldError>}
        </form>
      </DialogContent>
    </Dialog>
  );
}
