import "server-only";
import { sql } from "kysely";
import type { ExcludedWork } from "@/lib/domain/exclusion";
import { type Db, db, type Tx } from "./client";
import { reportedSets } from "./report-tasks";

/** Few enough that their drafts' texts fit in memory, and enough to make each round trip worthwhile. */
export const samplesPerWindow = 250;

/**
 * A project's tasks in creation order, to be exported with the work of excluded people or without; the set is the one that its
 * report covers.
 */
export async function listExportTasks(projectId: string, taskId: string | null, excluded: ExcludedWork = "with") {
  const tasks = await selectTasks(projectId, taskId).execute();
  return tasks.map((task) => ({ ...task, excluded }));
}

const selectTasks = (projectId: string, taskId: string | null) =>
  db()
    .selectFrom("tasks as t")
    .leftJoinLateral(
      ({ ref }) => reportedSets().where("c.taskId", "=", ref("t.id")).as("cs"),
      (join) => join.onTrue(),
    )
    .select(["t.id", "t.name", "t.kind", "cs.id as criteriaSetId"])
    .where("t.projectId", "=", projectId)
    .$if(taskId !== null, (tasks) => tasks.where("t.id", "=", taskId ?? ""))
    .orderBy("t.createdAt")
    .orderBy("t.name");

/** A task to be exported, with the criteria set whose ratings go out; `onSamples` is called with the number of each window's samples. */
export type ExportTask = Awaited<ReturnType<typeof listExportTasks>>[number] & { onSamples?: (count: number) => void };

const selectSamples = (on: Db, taskId: string) =>
  on
    .selectFrom("samples")
    .select(["id as sampleId", "position", "externalId as id", "input", "output", "outputB", "system", "systemB", "goldLabel", "subset"])
    .select(["reference", "imageUrl", "inputId", "inputKey", "metadata"])
    .where("taskId", "=", taskId)
    .orderBy("position");

type SampleRow = Awaited<ReturnType<ReturnType<typeof selectSamples>["execute"]>>[number];

/**
 * A task's samples in import order, in windows, with what `load` makes of each. The next window is loaded while the reader is still at this one;
 * `load` has the connection to itself.
 */
export async function* sampleWindows<T>(
  tx: Tx,
  { id: taskId, onSamples }: Pick<ExportTask, "id" | "onSamples">,
  load: (ids: string[], samples: SampleRow[]) => Promise<T>,
): AsyncGenerator<T> {
  const window = async (after: number): Promise<{ made: T; last: number; count: number } | null> => {
    const samples = await selectSamples(tx, taskId).where("position", ">", after).limit(samplesPerWindow).execute();
    const last = samples.at(-1)?.position;
    if (last === undefined) return null;
    const ids = samples.map(({ sampleId }) => sampleId);
    return { made: await load(ids, samples), last, count: samples.length };
  };
  // Statistics of a small table, as that of criteria, are old for long; then a merge join can look cheap that reads all evaluations for each window.
  await sql`set local enable_mergejoin = off`.execute(tx);
  let next = window(-1);
  for (let current = await next; current !== null; current = await next) {
    next = window(current.last);
    // A reader that stops here never awaits this; its failure must not become an unhandled rejection.
    next.catch(() => undefined);
    yield current.made;
    onSamples?.(current.count);
  }
}
