import "server-only";
import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { db } from "./client";
import type { setAsideIn } from "./set-aside";

type Ref<T> = Expression<T>;
const sub = expressionBuilder<DB>();

/** A task with its published criteria set, as counts need it. */
export interface Place {
  id: Ref<string>;
  setId: Ref<string | null>;
  annotatorsPerSample: Ref<number>;
}

/** How many assignments of a task that are work have this status. */
export const workIn = (taskId: Ref<string>, status: "open" | "submitted") =>
  sub
    .selectFrom("assignments as a")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .where("a.taskId", "=", taskId)
    .where("a.purpose", "=", "work")
    .where("a.status", "=", status);

/** How many samples (all, or those `among` these) have as many submitted assignments as the task wants. */
export function finishedOf({ id, setId, annotatorsPerSample }: Place, among?: ReturnType<typeof setAsideIn>) {
  const submitted = workIn(id, "submitted").where("a.criteriaSetId", "=", setId);
  const often = (among === undefined ? submitted : submitted.where("a.sampleId", "in", among))
    .groupBy("a.sampleId")
    .having(({ fn }) => fn.countAll(), ">=", annotatorsPerSample);
  return sub.selectFrom(often.as("finished")).select(({ fn }) => fn.countAll<number>().as("n"));
}

/** Changes whenever a sample, a draft or submitted work of the task does. */
export const changesOf = (taskId: Ref<string>) =>
  sub
    .selectFrom("taskChanges as x")
    .select(({ fn }) => fn.sum<string>("x.count").as("changes"))
    .where("x.taskId", "=", taskId);

const inputsOf = (taskId: Ref<string>) =>
  sub
    .selectFrom(sub.selectFrom("samples as s").select("s.inputKey").where("s.taskId", "=", taskId).groupBy("s.inputKey").as("k"))
    .select(({ fn }) => fn.countAll<number>().as("n"));

/** Whether some of the task's work was imported. */
const hasImported = (taskId: Ref<string>) =>
  sub.exists(
    sub
      .selectFrom("tasks as t")
      .innerJoin("imports as i", "i.projectId", "t.projectId")
      .innerJoin("assignments as a", "a.importId", "i.id")
      .select("a.id")
      .where("t.id", "=", taskId)
      // Those of an import that brought none would be looked for among all.
      .where(({ ref }) => sql<SqlBool>`coalesce((${ref("i.counts")} ->> 'ratings')::int, 1) > 0`)
      .where("a.taskId", "=", taskId),
  );

interface CountedTask {
  id: string;
  setId: string | null;
  annotatorsPerSample: number;
  /** By `changesOf`, read before. */
  changes: string | null;
  rowVersion: string;
}

export interface WorkCounts {
  inputs: number;
  submitted: number;
  /** Samples with as many submitted assignments as the task wants, where some were imported, which take no slots; null where none were. */
  finished: number | null;
}

const known = new Map<string, WorkCounts>();
const mostKnown = 10_000;
const keyOf = ({ id, setId, annotatorsPerSample, changes, rowVersion }: CountedTask) =>
  `${id} ${setId} ${annotatorsPerSample} ${changes} ${rowVersion}`;

const statementFor = (task: CountedTask) => {
  const id = sub.cast<string>(sub.val(task.id), "uuid");
  const place = { id, setId: sub.cast<string | null>(sub.val(task.setId), "uuid"), annotatorsPerSample: sub.val(task.annotatorsPerSample) };
  return db().selectNoFrom((eb) => [
    id.as("id"),
    inputsOf(id).$asScalar().$notNull().as("inputs"),
    workIn(id, "submitted").$asScalar().$notNull().as("submitted"),
    eb.case().when(hasImported(id)).then(finishedOf(place).$asScalar().$notNull()).end().as("finished"),
  ]);
};

/** By task, the counts that take long in large tasks; they are taken again only after a change. One query at most. */
export async function countWork(tasks: readonly CountedTask[]): Promise<ReadonlyMap<string, WorkCounts>> {
  const counts = new Map<string, WorkCounts>();
  const unknown = new Map<string, CountedTask>();
  for (const task of tasks) {
    const found = known.get(keyOf(task));
    if (found === undefined) unknown.set(task.id, task);
    else counts.set(task.id, found);
  }
  const [first, ...others] = [...unknown.values()].map(statementFor);
  if (first === undefined) return counts;
  if (known.size > mostKnown) known.clear();
  for (const { id, ...counted } of await others.reduce((all, one) => all.unionAll(one), first).execute()) {
    counts.set(id, counted);
    known.set(keyOf(unknown.get(id) as CountedTask), counted);
  }
  return counts;
}
