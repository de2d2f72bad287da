import "server-only";
import { getThread, listMentioned, listComments as listRows, listThreadPeople } from "@/lib/db/comments";
import type { Thread, ThreadTarget } from "@/lib/domain/comment";
import { showMentions } from "@/lib/domain/mentions";
import type { Actor } from "@/lib/domain/policy";
import { calledBy, demandReadableThread, mayMention } from "@/lib/domain/thread";
import { swapText } from "@/lib/review/swap-pair";

/** A thread, oldest comment first, with those whom the reader may mention. Annotators read other annotators' codes instead of names. */
export async function listComments(actor: Actor, input: { on: ThreadTarget; id: string }): Promise<Thread> {
  const thread = await getThread(input, actor.userId);
  demandReadableThread(actor, thread);
  const rows = await listRows(input.on, [input.id]);
  const mentioned = await listMentioned(rows.map(({ id }) => id));
  const involved = [...rows.map(({ userId }) => userId), ...[...mentioned.values()].flatMap((ids) => [...ids])];
  const people = await listThreadPeople(
    thread.projectId,
    involved.filter((id) => id !== null),
  );
  const called = (userId: string | null) =>
    calledBy(
      actor,
      thread,
      people.find((person) => person.userId === userId),
    );
  const swapped = thread.swapped && thread.ownerId === actor.userId;
  return {
    items: rows.map(({ id, userId, text, at, place }, index) => ({
      id,
      by: called(userId),
      mine: userId === actor.userId,
      deletable: userId === actor.userId && !rows.slice(index + 1).some((later) => later.place === place && later.userId !== userId),
      text: swapText(
        showMentions(text, (named) => (mentioned.get(id)?.has(named) ? called(named) : null)),
        swapped,
      ),
      at: at.toISOString(),
      criterionId: place,
    })),
    people: people
      .filter((person) =>
        mayMention(
          actor,
          thread.projectId,
          person,
          rows.map(({ userId }) => userId),
        ),
      )
      .map(({ userId }) => called(userId))
      // Not in the order of names, which would tell who is behind a code.
      .sort((a, b) => a.localeCompare(b, "en")),
  };
}
