"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { ThreadComment, ThreadTarget } from "@/lib/domain/comment";
import { Button } from "../ui/button";
import { ErrorState } from "../ui/error-state";
import { Moment } from "../ui/moment";
import { SkeletonRows } from "../ui/skeleton";
import { Textarea } from "../ui/textarea";
import { toast } from "../ui/toast";

interface ThreadProps {
  on: ThreadTarget;
  id: string;
  /** The criterion that is looked at in somebody's work: its comments and those on the whole work are shown. */
  place?: { criterionId: string; name: string };
}

/** A thread: its comments, and a field to add one. "@" and a name mention a member. */
export function Thread({ on, id, place }: ThreadProps) {
  const thread = useQuery(endpointQuery("listComments", { query: { on, id } }));
  if (thread.isPending) return <SkeletonRows label="Loading the comments" rows={2} />;
  if (thread.isError)
    return <ErrorState title="The comments could not be loaded" error={thread.error} onRetry={() => void thread.refetch()} />;
  const items = thread.data.items.filter(({ criterionId }) => !place || criterionId === null || criterionId === place.criterionId);
  return (
    <div className="flex flex-col gap-3">
      {items.length === 0 && <p className="text-small text-soft">No comments yet.</p>}
      {items.length > 0 && (
        <ul className="flex flex-col gap-3 border-l-2 pl-3 text-small">
          {items.map((comment) => (
            <Comment key={comment.id} comment={comment} whole={place !== undefined && comment.criterionId === null} />
          ))}
        </ul>
      )}
      <NewComment on={on} id={id} place={place} people={thread.data.people} />
    </div>
  );
}

function Comment({ comment, whole }: { comment: ThreadComment; whole: boolean }) {
  const remove = useEndpointMutation("deleteComment", { refresh: ["listComments"] });
  return (
    <li>
      <p className="flex flex-wrap items-baseline gap-x-2 text-soft">
        <span className="font-medium text-ink">{comment.by}</span>
        <Moment at={comment.at} />
        {whole && <span>on the whole sample</span>}
        {comment.deletable && (
          <button
            type="button"
            className="rounded-mark underline underline-offset-2 hover:text-ink pointer-coarse:py-2"
            disabled={remove.isPending}
            onClick={() => remove.mutate({ params: { commentId: comment.id } }, { onError: (error) => toast.error(error.message) })}
          >
            Delete
          </button>
        )}
      </p>
      <p className="max-w-measure whitespace-pre-line wrap-anywhere" dir="auto">
        {comment.text}
      </p>
    </li>
  );
}

function NewComment({ on, id, place, people }: ThreadProps & { people: string[] }) {
  const [text, setText] = useState("");
  const hintId = useId();
  const send = useEndpointMutation("addComment", { refresh: ["listComments", "listReviews"] });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { on, id, text, ...(place && { criterionId: place.criterionId }) };
    send.mutate({ body }, { onSuccess: () => setText(""), onError: (error) => toast.error(error.message) });
  };
  const typed = /@([^@\n]*)$/.exec(text)?.[1]?.toLowerCase();
  const offered = typed === undefined ? [] : people.filter((name) => name.toLowerCase().startsWith(typed) && name.toLowerCase() !== typed);
  return (
    <form onSubmit={submit} className="flex max-w-measure flex-wrap items-start gap-2">
      <Textarea
        aria-label={place ? `Comment on ${place.name}` : "Comment"}
        aria-describedby={hintId}
        placeholder="Add a comment"
        rows={1}
        className="min-h-9 min-w-0 grow basis-48 py-1.5"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" busy={send.isPending} disabled={text.trim() === ""}>
        Comment
      </Button>
      <p id={hintId} className="basis-full text-label text-soft" hidden={people.length === 0}>
        {offered.length === 0 ? "@ and a name mention somebody." : "Mention "}
        {offered.slice(0, 5).map((name) => (
          <button
            key={name}
            type="button"
            className="mr-2 rounded-mark text-accent underline underline-offset-2 pointer-coarse:py-2"
            onClick={() => setText(`${text.replace(/@[^@\n]*$/, "")}@${name} `)}
          >
            {name}
          </button>
        ))}
      </p>
    </form>
  );
}
