"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { Field, FieldError } from "@/components/ui/field";
import { Kbd } from "@/components/ui/kbd";
import { Moment } from "@/components/ui/moment";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { usePageKeys } from "@/components/ui/use-page-keys";
import { reviewStateWords } from "@/components/words/review-words";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { HeldStatus, OpenedAssignment } from "@/lib/domain/assignment";
import type { ReviewOfWork } from "@/lib/domain/review";
import { ReviewChanges } from "./review-changes";

const refresh = ["getReview", "listReviews", "readProgress", "listAssignments", "listComments"] as const;

const workWords: Record<HeldStatus, string> = {
  prepared: "not begun yet",
  open: "not submitted yet",
  submitted: "submitted",
  skipped: "skipped",
  released: "returned to the queue",
};

/** Whose work is shown and how far it is, with the reviewer's decision on it. */
export function OthersWork({ opened }: { opened: OpenedAssignment }) {
  return (
    <div className="shrink-0">
      <Banner className="rounded-none">
        {opened.annotator}'s work, {workWords[opened.status]}. You can read it, but only its annotator can change it.
        {opened.seenSwapped && " They see the outputs in the other order, with A and B swapped."}
      </Banner>
      <ReviewBar opened={opened} />
    </div>
  );
}

/** A reviewer's decision on somebody's work: approve it, or return it with a comment. */
function ReviewBar({ opened }: { opened: OpenedAssignment }) {
  const review = useQuery(endpointQuery("getReview", { params: { assignmentId: opened.id } })).data;
  if (review === undefined || review.state === null) return null;
  return <Decisions opened={opened} review={review} state={review.state} />;
}

interface DecisionsProps {
  opened: OpenedAssignment;
  review: ReviewOfWork;
  state: NonNullable<ReviewOfWork["state"]>;
}

function Decisions({ opened, review, state }: DecisionsProps) {
  const router = useRouter();
  const [returning, setReturning] = useState(false);
  const approve = useEndpointMutation("approveAssignment", { refresh });
  const last = review.history.at(-1);
  const toNext = () => {
    const queue = `/projects/${opened.project.id}/reviews?task=${opened.task.id}`;
    router.push(review.nextId === null ? queue : `/projects/${opened.project.id}/annotate/${review.nextId}`);
  };
  const onApprove = () =>
    approve.mutate({ params: { assignmentId: opened.id } }, { onSuccess: toNext, onError: (error) => toast.error(error.message) });
  const decidable = state !== "returned";
  usePageKeys({
    ...(decidable && { r: () => setReturning(true) }),
    ...(decidable && state !== "approved" && { a: () => approve.isPending || onApprove() }),
  });
  return (
    <section aria-label="Review" className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b bg-card px-4 py-2 sm:px-5">
      <Badge tone={reviewStateWords[state].tone}>{reviewStateWords[state].label}</Badge>
      {last && (
        <span className="text-small text-soft">
          {last.verdict === "approved" ? "Approved" : "Returned"} by {last.by}, <Moment at={last.at} />
        </span>
      )}
      <ReviewChanges opened={opened} review={review} />
      <span className="ml-auto flex flex-wrap gap-2">
        {review.nextId !== null && (
          <Button asChild variant="quiet">
            <Link href={`/projects/${opened.project.id}/annotate/${review.nextId}`}>Next in review</Link>
          </Button>
        )}
        {decidable && (
          <>
            <Button aria-keyshortcuts="r" onClick={() => setReturning(true)}>
              Return… <Kbd>R</Kbd>
            </Button>
            {state !== "approved" && (
              <Button variant="primary" aria-keyshortcuts="a" busy={approve.isPending} onClick={onApprove}>
                Approve <Kbd>A</Kbd>
              </Button>
            )}
          </>
        )}
      </span>
      {returning && <ReturnDialog opened={opened} onClose={() => setReturning(false)} onReturned={toNext} />}
    </section>
  );
}

function ReturnDialog({ opened, onClose, onReturned }: { opened: OpenedAssignment; onClose: () => void; onReturned: () => void }) {
  const [comment, setComment] = useState("");
  const give = useEndpointMutation("returnAssignment", { refresh });
  const submit = () => give.mutate({ params: { assignmentId: opened.id }, body: { comment } }, { onSuccess: onReturned });
  const footer = (
    <>
      <DialogClose asChild>
        <Button>Cancel</Button>
      </DialogClose>
      <Button variant="primary" busy={give.isPending} onClick={submit}>
        Return to {opened.annotator}
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Return this work"
        description="It is open again for its annotator, comes first in their work, and does not count until they submit it again."
        footer={footer}
      >
        <Field label="What should change?" hint="Not needed if your comments on the criteria say it already.">
          {(control) => <Textarea {...control} value={comment} onChange={(event) => setComment(event.target.value)} />}
        </Field>
        {give.isError && <FieldError>{give.error.message}</FieldError>}
      </DialogContent>
    </Dialog>
  );
}
