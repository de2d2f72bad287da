import "server-only";
import { setImmediate as turnOfOthers } from "node:timers/promises";
import { type Ratings, readRatings } from "@/lib/db/ratings";
import { listReportTasks, type ReportTask } from "@/lib/db/report-tasks";
import { addSampleTraits } from "@/lib/db/sample-traits";
import { chapterOf, findStoredVersion, heldChapter, type ReportJob, storeReport, valuesOf, whileAlone } from "@/lib/db/stored-reports";
import { found } from "@/lib/domain/errors";
import type { TaskReport } from "@/lib/domain/report";
import { type ChapterChoice, chapterNames, restOnDraftWork, valuesInclude } from "@/lib/domain/report-chapter-names";
import { reportOf, reportValues } from "@/lib/report/build-report";

/** A report of fewer ratings is computed as a whole at once. */
const leastForValues = 5_000;

/**
 * Computes a task's report and stores it for all processes; does nothing if the stored one covers the newest data. A large one is computed in steps:
 * the values that a reader of a chapter needs, if asked for (`valuesFor`); else the chapter that is open (`first`) with its intervals, stored unless
 * it would replace a whole report, then chapter by chapter the rest. Other work of this process gets its turn between two chapters. When several
 * processes ask at once, one computes. Takes seconds of processor time for a large study: call it where nobody waits for anything else. Throws
 * not_found.
 */
export async function computeReport({ projectId, valuesFor, first = "all", ...key }: ReportJob, least = leastForValues): Promise<void> {
  await whileAlone(key, async () => {
    // The version is read before the data, so a change between the two makes the report count as old, never as newer than it is.
    const task = found((await listReportTasks(projectId, key.taskId, key.filter?.criteriaSet))[0], "task");
    const { dataVersion } = task;
    const known = await findStoredVersion(key);
    const part = valuesFor && valuesOf(dataVersion, valuesFor);
    if (known === dataVersion || known === part) return;
    const table = await tableOf(task);
    const { data, readAt } = table;
    const build = reportOf(data, key.view, key.filter);
    const store = (version: string, report: TaskReport) => storeReport(key, { dataVersion: version, body: JSON.stringify(report), readAt });
    const isLarge = data.ratings.score.length >= least;
    const prepare = async (chapter: ChapterChoice) => {
      if (restOnDraftWork(chapter)) await table.readDraftWork();
    };
    if (isLarge && valuesFor && part) {
      await prepare(valuesFor);
      return store(part, reportValues(build, valuesFor));
    }
    const step = async (chapter: ChapterChoice) => {
      await prepare(chapter);
      if (valuesInclude(chapter, "bias")) await withTraits(table);
      return build({}, chapter);
    };
    if (isLarge) {
      const wanted = chapterOf(dataVersion, first);
      if (first !== "all" && known !== wanted && isPart(known)) await store(wanted, await step(first));
      for (const chapter of chapterNames) {
        await step(chapter);
        await turnOfOthers();
      }
    }
    await store(dataVersion, await step("all"));
  });
}

const isPart = (version: string | null): boolean => version === null || heldChapter({ dataVersion: version }) !== null;

interface ReadTable extends Ratings {
  /** Under way or done: reading what the chapter on bias alone needs, which takes long. */
  traits?: Promise<unknown>;
  readAt: Date;
}

/** The table last read, so that each filter of a report works on the one in memory. One alone: a large study has tens of megabytes. */
let held: { version: string; table: Promise<ReadTable> } | null = null;

function tableOf(task: ReportTask): Promise<ReadTable> {
  const version = `${task.id} ${task.rowVersion} ${task.dataVersion}`;
  if (held?.version === version) return held.table;
  const readAt = new Date();
  const own = { version, table: readRatings(task).then((ratings) => ({ ...ratings, readAt })) };
  held = own;
  own.table.catch(() => {
    if (held === own) held = null;
  });
  return own.table;
}

/** Reads what the samples of a table are like once, however many reports need them. */
function withTraits(table: ReadTable): Promise<unknown> {
  table.traits ??= addSampleTraits(table.data).catch((error) => {
    delete table.traits;
    throw error;
  });
  return table.traits;
}
