import "server-only";
import { inTransaction } from "@/lib/db/client";
import { appendComment, getThread, listComments, listThreadPeople } from "@/lib/db/comments";
import { isCriterionOf } from "@/lib/db/criteria";
import type { ThreadTarget } from "@/lib/domain/comment";
import { AppError } from "@/lib/domain/errors";
import { storeMentions } from "@/lib/domain/mentions";
import type { Actor } from "@/lib/domain/policy";
import { calledBy, demandReadableThread, mayMention } from "@/lib/domain/thread";
import { swapText } from "@/lib/review/swap-pair";

interface Input {
  on: ThreadTarget;
  id: string;
  criterionId?: string | undefined;
  text: string;
}

/** Adds a comment to a thread that the actor may read. "@Name" mentions a member whom the actor knows by that name. */
export async function addComment(actor: Actor, input: Input): Promise<{ id: string }> {
  const thread = await getThread(input, actor.userId);
  demandReadableThread(actor, thread);
  const place = input.criterionId ?? null;
  if (place !== null && (thread.criteriaSetId === null || !(await isCriterionOf(thread.criteriaSetId, place))))
    throw new AppError("not_found", "There is no such criterion in this work.");
  const rows = await listComments(input.on, [input.id]);
  const authors = rows.map(({ userId }) => userId);
  const people = await listThreadPeople(
    thread.projectId,
    authors.filter((id) => id !== null),
  );
  const mentionable = people
    .filter((person) => mayMention(actor, thread.projectId, person, authors))
    .map((person) => ({ userId: person.userId, called: calledBy(actor, thread, person) }));
  const { text, userIds } = storeMentions(swapText(input.text, thread.swapped && thread.ownerId === actor.userId), mentionable);
  const comment = { taskId: thread.taskId, targetKind: input.on, targetId: input.id, place, userId: actor.userId, text };
  return { id: await inTransaction((tx) => appendComment(tx, comment, userIds)) };
}
