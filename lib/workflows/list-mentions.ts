import "server-only";
import { listMentioned, listThreadPeople } from "@/lib/db/comments";
import { listMentionRows } from "@/lib/db/mentions";
import type { MentionOfYou } from "@/lib/domain/comment";
import { showMentions } from "@/lib/domain/mentions";
import type { Actor } from "@/lib/domain/policy";
import { calledBy, mayReadThread } from "@/lib/domain/thread";
import { swapText } from "@/lib/review/swap-pair";

const newest = 100;

/** The newest comments that mention the actor, in threads that they may read now, and how many of these they have not seen. */
export async function listMentions(actor: Actor): Promise<{ items: MentionOfYou[]; unseen: number }> {
  const rows = (await listMentionRows(actor.userId, newest)).filter((row) => mayReadThread(actor, row));
  const mentioned = await listMentioned(rows.map(({ commentId }) => commentId));
  const projects = [...new Set(rows.map(({ projectId }) => projectId))];
  const involved = [...new Set(rows.flatMap(({ commentId, userId }) => [userId ?? "", ...(mentioned.get(commentId) ?? [])]))];
  const people = new Map(await Promise.all(projects.map(async (id) => [id, await listThreadPeople(id, involved)] as const)));
  const items = rows.map((row): MentionOfYou => {
    const called = (userId: string | null) =>
      calledBy(
        actor,
        row,
        people.get(row.projectId)?.find((person) => person.userId === userId),
      );
    const text = showMentions(row.text, (userId) => (mentioned.get(row.commentId)?.has(userId) ? called(userId) : null));
    return {
      commentId: row.commentId,
      project: { id: row.projectId, name: row.projectName },
      task: { id: row.taskId, name: row.taskName },
      on: row.on,
      targetId: row.targetId,
      criterionId: row.on === "assignment" ? row.place : null,
      by: called(row.userId),
      text: swapText(text, row.swapped && row.ownerId === actor.userId),
      at: row.at.toISOString(),
      seen: row.seenAt !== null,
    };
  });
  return { items, unseen: items.filter(({ seen }) => !seen).length };
}
