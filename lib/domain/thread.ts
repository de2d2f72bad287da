import type { ThreadTarget } from "./comment";
import { AppError } from "./errors";
import { type Actor, demand, leadsStudy, may, type Role, seesTask } from "./policy";
import { withheldWork } from "./withheld";

/** Where a thread is, and what decides who may read it. */
export interface ThreadPlace {
  on: ThreadTarget;
  projectId: string;
  taskId: string;
  /** Whose work it is about; null: nobody's in particular. */
  ownerId: string | null;
  /** Whether the task or its project is archived, and how many of its studies run and are closed. */
  archived: boolean;
  running: number;
  closed: number;
  /** How many of the reader's samples in the task are open. */
  open: number;
  /** Whether it is about a sample of a closed calibration round, all of which the reader has rated, and of no open one. */
  calibrated: boolean;
  /** Whether it is about a sample, or work on one, that the reader has open themselves. */
  withheld: boolean;
  /** Whether a study of the task that has started promised its people that they go by code. */
  byCode: boolean;
}

/** Whether somebody may still give ratings in a task: until it is archived, or its study is closed and they have nothing open. */
export const isCollecting = ({ archived, running, closed, open }: ThreadPlace): boolean =>
  !archived && (running > 0 || closed === 0 || open > 0);

/**
 * Who may read and write in a thread. Researchers and admins: all. Annotators: threads on their own work at any time, threads on samples and
 * criteria of tasks that they see only when collecting is over for them or, on a calibration sample, when they have rated its round and it is closed;
 * threads on others' work never. Experts discuss criteria in their rounds. Nobody: those about a sample that they have open, but on their own work.
 */
export function mayReadThread(actor: Actor, thread: ThreadPlace): boolean {
  if (isWithheld(actor, thread)) return false;
  if (may(actor, "review.do", thread.projectId)) return true;
  if (!may(actor, "work.do", thread.projectId) || !seesTask(actor, thread.taskId)) return false;
  return thread.on === "assignment" ? thread.ownerId === actor.userId : thread.calibrated || !isCollecting(thread);
}

const isWithheld = (actor: Actor, { withheld, ownerId }: ThreadPlace): boolean => withheld && ownerId !== actor.userId;

/** Throws not_found for outsiders and for others' work, and forbidden for a thread that opens later or is not for this role. */
export function demandReadableThread(actor: Actor, thread: ThreadPlace): void {
  if (mayReadThread(actor, thread)) return;
  demand(actor, "work.do", thread.projectId, thread.on);
  if (isWithheld(actor, thread) && may(actor, "review.do", thread.projectId)) throw withheldWork();
  if (thread.on === "assignment") throw new AppError("not_found", "There is no such assignment.");
  throw new AppError("forbidden", "This discussion opens to annotators once collecting is over.");
}

/** A member or former member, as threads need to name them. */
export interface ThreadPerson {
  userId: string;
  name: string;
  /** Null: no longer a member. */
  role: Role | null;
  instanceAdmin: boolean;
  /** As an annotator of the project; null: they have never rated. */
  code: string | null;
}

/** What a reader calls somebody: by name; but annotators know each other by code only, and so does everybody where a study promised codes. */
export function calledBy(
  actor: Actor,
  { projectId, byCode }: Pick<ThreadPlace, "projectId" | "byCode">,
  person: ThreadPerson | undefined,
): string {
  if (person === undefined) return "A former member";
  if (person.userId === actor.userId || person.instanceAdmin || (person.role !== null && leadsStudy(person.role))) return person.name;
  if (may(actor, "review.do", projectId)) return (byCode ? person.code : null) ?? person.name;
  return person.code ?? "A member";
}

/** Whether a writer may call somebody in a thread. Annotators may call those who lead the study and those who have written in the thread. */
export function mayMention(actor: Actor, projectId: string, person: ThreadPerson, authors: readonly (string | null)[]): boolean {
  if (person.userId === actor.userId || person.role === null) return false;
  return may(actor, "review.do", projectId) || leadsStudy(person.role) || authors.includes(person.userId);
}
