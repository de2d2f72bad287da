"use client";

import { type FormEvent, useState } from "react";
import { toast } from "@/components/ui/toast";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { Comment } from "@/lib/domain/criteria-round";
import { Button } from "../ui/button";
import { Moment } from "../ui/moment";
import { Textarea } from "../ui/textarea";

interface CriterionThreadProps {
  roundId: string;
  lineId: string;
  name: string;
  comments: readonly Comment[];
  /** Whether messages can be added. */
  open: boolean;
}

/** The discussion of one criterion. */
export function CriterionThread({ roundId, lineId, name, comments, open }: CriterionThreadProps) {
  const [text, setText] = useState("");
  const send = useEndpointMutation("commentOnCriterion", { refresh: ["getCriteriaRound"] });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate(
      { params: { roundId }, body: { lineId, text } },
      { onSuccess: () => setText(""), onError: (error) => toast(error.message) },
    );
  };
  if (!open && comments.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      {comments.length > 0 && (
        <ul className="flex flex-col gap-2 border-l-2 pl-3 text-small" aria-label={`Discussion of ${name}`}>
          {comments.map((comment) => (
            <li key={comment.id}>
              <p className="text-soft">
                <span className="font-medium text-ink">{comment.by}</span>, <Moment at={comment.at} />
              </p>
              <p className="max-w-measure whitespace-pre-line wrap-anywhere" dir="auto">
                {comment.text}
              </p>
            </li>
          ))}
        </ul>
      )}
      {open && (
        <form onSubmit={submit} className="flex max-w-measure flex-wrap items-start gap-2">
          <Textarea
            aria-label={`Message about ${name}`}
            placeholder="Say why"
            rows={1}
            dir="auto"
            className="min-h-9 min-w-0 grow basis-60 py-1.5"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" busy={send.isPending} disabled={text.trim() === ""}>
            Send
          </Button>
        </form>
      )}
    </div>
  );
}
