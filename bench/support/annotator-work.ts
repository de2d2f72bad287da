import { randomUUID } from "node:crypto";
import { getOrCreateAnnotator } from "@/lib/db/assignments";
import { pool } from "@/lib/db/client";
import { claimAssignment } from "@/lib/db/queue";
import { getTaskForWork } from "@/lib/db/task-for-work";
import type { Actor } from "@/lib/domain/policy";
import type { makeTask, Send } from "./annotators";

export type Study = Awaited<ReturnType<typeof makeTask>>;

/** One request of an annotator's work; `actionId` is what a save stores. */
interface Request {
  kind: "save" | "submit";
  path: string;
  body: object;
  actionId: string | null;
}

/** Assigns this many samples to an annotator in advance. */
export async function giveOut(study: Study, actor: Actor, samples: number): Promise<string[]> {
  const task = await getTaskForWork(study.taskId);
  const annotatorId = await getOrCreateAnnotator(study.projectId, { id: actor.userId, name: actor.name, email: actor.email });
  const claim = { ...task, taskId: task.id, annotatorId, criteriaSetId: task.criteriaSetId ?? "", status: "open" as const };
  const given: string[] = [];
  for (let n = 0; n < samples; n++) {
    const id = await claimAssignment(claim);
    if (id === null) throw new Error("There are too few samples to give out.");
    given.push(id);
    // A person is given one fresh sample at a time.
    await pool().query("update assignments set fresh = false where id = $1", [id]);
  }
  return given;
}

/** An annotator's requests: each line of each draft accepted, the score set, the sample submitted. */
export function* work(assignments: string[], { criteria }: Study): Generator<Request> {
  for (const assignmentId of assignments) {
    for (const criterionId of criteria) {
      let parentId: string | null = null;
      let activeMs = 0;
      for (const itemId of ["0", "1", "2", "4", "5", "6", null]) {
        const made = itemId === null ? { kind: "set-score", score: 3 } : { kind: "accept", itemId };
        const id: string = randomUUID();
        const action = { id, parentId, at: new Date().toISOString(), ...made };
        activeMs += 2500;
        yield {
          kind: "save",
          path: `/api/v1/assignments/${assignmentId}/actions`,
          body: { criterionId, actions: [action], activeMs },
          actionId: id,
        };
        parentId = id;
      }
    }
    yield { kind: "submit", path: `/api/v1/assignments/${assignmentId}/submit`, body: {}, actionId: null };
  }
}

/** How many of these actions, whose saves were answered, the database does not have. */
export async function countLost(actionIds: readonly string[]): Promise<number> {
  const { rows } = await pool().query<{ n: number }>("select count(*)::int as n from actions where id = any($1::uuid[])", [actionIds]);
  return actionIds.length - (rows[0]?.n ?? 0);
}

/** Sends the next request of an annotator's work; call it repeatedly. */
export type Step = () => Promise<"save" | "submit">;

/** Works on these assignments, request by request. */
export function workOn(assignments: string[], study: Study, send: Send, cookie: string): Step {
  const requests = work(assignments, study);
  return async () => {
    const { value } = requests.next();
    if (!value) throw new Error("An annotator has nothing left to do; assign more samples.");
    await send(value.path, cookie, value.body);
    return value.kind;
  };
}
