import { expect, test } from "vitest";
import { inTransaction, pool } from "@/lib/db/client";
import { listReportTasks } from "@/lib/db/report-tasks";
import { findStoredReport, storeReport } from "@/lib/db/stored-reports";
import type { Report, TaskReport } from "@/lib/domain/report";
import type { ReportFilter } from "@/lib/domain/report-filter";
import { planSizeBody } from "@/lib/domain/study-plan";
import { temporaryDatabase } from "@/lib/testing/database";
import { drafts, ratedStudy } from "@/lib/testing/rated-study";
import { refusal } from "@/lib/testing/refusal";
import { acceptAll, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { computeReport } from "./compute-report";
import { nextAssignment } from "./next-assignment";
import { readReport } from "./read-report";
import { readTaskPeople } from "./read-task-people";
import { reopenAssignment } from "./reopen-assignment";
import { saveActions } from "./save-actions";
import { serveReport } from "./serve-report";
import { sizePlan } from "./size-plan";
import { submitAssignment } from "./submit-assignment";

temporaryDatabase();

const versionOf = async (projectId: string) => (await listReportTasks(projectId, null))[0]?.dataVersion;
const addRating = (taskId: string, from: number) =>
  pool().query(
    `with made as (insert into assignments (task_id, sample_id, annotator_id, criteria_set_id, arm, status, submitted_at)
       select a.task_id, s.id, a.annotator_id, a.criteria_set_id, 'blind', 'submitted', now() + interval '1 second'
       from assignments a join samples s on s.task_id = a.task_id and s.position = $2 where a.task_id = $1 limit 1 returning id)
     insert into evaluations (assignment_id, criterion_id, score, complete) select made.id, c.id, 2, true from made, criteria c
       join criteria_sets cs on cs.id = c.criteria_set_id where cs.task_id = $1`,
    [taskId, from],
  );

/** Serves a study's report, and counts how often one was computed. */
async function served(annScores: number[]) {
  const study = await ratedStudy("pointwise", annScores);
  const seen = { computed: 0 };
  const compute = (job: Parameters<typeof computeReport>[0]) => {
    seen.computed++;
    return computeReport(job);
  };
  const serve = async (stale = false): Promise<Report> =>
    JSON.parse(await serveReport(instanceAdmin, { projectId: study.projectId, excluded: "without", stale }, compute));
  return { ...study, seen, serve };
}

test("a report that is asked for again is not computed again until its data change", async () => {
  const { projectId, taskId, seen, serve } = await served([3, 4]);
  const first = await serve();
  const { computed: _, ...own } = (await readReport(instanceAdmin, { projectId })).tasks[0] ?? {};
  expect(first.tasks[0]).toMatchObject(JSON.parse(JSON.stringify(own)));
  expect(first.tasks[0]?.counts.ratings).toBe(2);
  expect((await serve()).dataVersion).toBe(first.dataVersion);
  expect(seen.computed).toBe(1);
  await addRating(taskId, 2);
  const second = await serve();
  expect(second.tasks[0]).toMatchObject({ counts: { ratings: 3 }, computed: { current: true, newerRatings: 0 } });
  expect(seen.computed).toBe(2);
});

test("an older report is served at once with the number of ratings since, while the new one is computed", async () => {
  const { taskId, serve } = await served([3, 4]);
  await serve();
  await addRating(taskId, 2);
  await addRating(taskId, 3);
  const old = await serve(true);
  expect(old.tasks[0]).toMatchObject({ counts: { ratings: 2 }, computed: { current: false, newerRatings: 2 } });
  await expect.poll(async () => (await serve(true)).tasks[0]).toMatchObject({ counts: { ratings: 4 }, computed: { current: true } });
});

test("a report asked for while an older one is being computed covers what was submitted before it was asked for", async () => {
  const { projectId, taskId } = await served([3]);
  let asked = 0;
  // The first computation, shared by both, has read its data before the second rating.
  const underWay = computeReport({ projectId, taskId, view: "without" });
  await expect.poll(() => findStoredReport({ taskId, view: "without" })).not.toBeNull();
  await addRating(taskId, 1);
  const text = serveReport(instanceAdmin, { projectId, excluded: "without", stale: false }, (job) =>
    asked++ === 0 ? underWay : computeReport(job),
  );
  expect((JSON.parse(await text) as Report).tasks[0]?.counts.ratings).toBe(2);
  expect(asked).toBe(2);
});

test("several processes that are asked at once compute once", async () => {
  const { projectId, taskId } = await served([3, 4]);
  await Promise.all([1, 2, 3].map(() => computeReport({ projectId, taskId, view: "without" })));
  const first = await findStoredReport({ taskId, view: "without" });
  await computeReport({ projectId, taskId, view: "without" });
  expect(await findStoredReport({ taskId, view: "without" })).toEqual(first);
});

test("reports of more tasks than there are connections are computed at once by one process", async () => {
  const studies = await Promise.all([1, 2, 3, 4, 5, 6].map((score) => served([(score % 5) + 1])));
  const computed = Promise.all(studies.map(({ projectId, taskId }) => computeReport({ projectId, taskId, view: "without" })));
  const late = new Promise((resolve) => setTimeout(resolve, 20_000, "late"));
  expect(await Promise.race([computed.then(() => "computed"), late])).toBe("computed");
});

test("the version moves with what changes a figure, and not with a save of open work", async () => {
  const { projectId, taskId, criteria } = await loadSmallStudy(smallBundle(2));
  const annotator = await member(projectId, "annotator");
  const assignmentId = (await nextAssignment(annotator, { taskId })).assignmentId ?? "";
  const versions = [await versionOf(projectId)];
  for (const criterionId of criteria) await saveActions(annotator, { assignmentId, criterionId, actions: acceptAll() });
  expect(await versionOf(projectId)).toBe(versions[0]);
  const moves = async (change: Promise<unknown>) => {
    await change;
    const version = await versionOf(projectId);
    expect(versions).not.toContain(version);
    versions.push(version);
  };
  await moves(submitAssignment(annotator, { assignmentId }));
  await moves(reopenAssignment(annotator, { assignmentId }));
  await moves(pool().query("update samples set system = 'gamma' where task_id = $1 and position = 0", [taskId]));
  await moves(pool().query("delete from samples where task_id = $1 and position = 1", [taskId]));
});

test("a run's drafts move the version", async () => {
  const { projectId, addJudge, addRun } = await ratedStudy("pointwise", [3]);
  const judge = await addJudge("judge");
  const before = await versionOf(projectId);
  await addRun({ judge, drafts: drafts([1, 2, 3, 4]) });
  expect(await versionOf(projectId)).not.toBe(before);
});

test("one transaction counts all its changes of a task in one row: two of them never wait for each other's", async () => {
  const { taskId } = await ratedStudy("pointwise", [1, 2, 3, 4]);
  const rows = async () => (await pool().query("select shard from task_changes where task_id = $1", [taskId])).rows.length;
  await pool().query("delete from task_changes where task_id = $1", [taskId]);
  await inTransaction(async (tx) => {
    for (let turn = 0; turn < 20; turn++)
      await tx
        .updateTable("samples")
        .set({ subset: `turn ${turn}` })
        .where("taskId", "=", taskId)
        .where("position", "=", 0)
        .execute();
  });
  expect(await rows()).toBe(1);
});

test("an annotator is refused", async () => {
  const { projectId } = await ratedStudy("pointwise", [3]);
  const annotator = await member(projectId, "annotator");
  expect((await refusal(serveReport(annotator, { projectId, excluded: "without", stale: true }, computeReport))).code).toBe("forbidden");
});

test("a narrowed report is computed and kept beside the whole one, and a name that no task has is refused", async () => {
  const { projectId, taskId, seen, serve } = await served([3, 4]);
  await pool().query("update samples set subset = 'own' where id = (select id from samples where task_id = $1 order by position limit 1)", [
    taskId,
  ]);
  await serve();
  const narrowed = async (filter: ReportFilter): Promise<Report> =>
    JSON.parse(
      await serveReport(instanceAdmin, { projectId, excluded: "without", stale: false, filter }, (job) => {
        seen.computed++;
        return computeReport(job);
      }),
    );
  const hard = await narrowed({ subset: "own" });
  expect(hard.tasks[0]).toMatchObject({ filter: { subset: "own" }, counts: { samples: 1, ratings: 1 } });
  await narrowed({ subset: "own", finished: false });
  expect((await serve()).tasks[0]).toMatchObject({ filter: {}, counts: { samples: 4, ratings: 2 } });
  expect(seen.computed).toBe(2);
  const direct = await readReport(instanceAdmin, { projectId, filter: { from: "2000-01-01", to: "2000-01-02" } });
  expect(direct.tasks[0]?.counts).toMatchObject({ samples: 4, annotators: 0, ratings: 0 });
  for (const field of ["judge", "system", "subset", "annotator"]) {
    const { code, details } = await refusal(narrowed({ [field]: "nobody" }));
    expect([code, details]).toEqual(["invalid_input", { field, value: "nobody" }]);
  }
});

test("a report is narrowed to a judge only by the name that it gives this judge", async () => {
  const { projectId, addJudge, addRun } = await served([3, 4]);
  await addRun({ judge: await addJudge("Ann"), drafts: drafts([3, 5, 2, 4]) });
  await addRun({ judge: await addJudge("other"), drafts: drafts([2, 3, 2, 5]) });
  const judges = async (judge: string) =>
    (await readReport(instanceAdmin, { projectId, filter: { judge } })).tasks[0]?.raters.flatMap(({ kind, name }) =>
      kind === "judge" ? [name] : [],
    );
  expect([await judges("Ann (judge)"), await judges("other")]).toEqual([["Ann (judge)"], ["other"]]);
  for (const judge of ["Ann", "other (judge)"]) expect((await refusal(judges(judge))).details).toEqual({ field: "judge", value: judge });
});

test("the newest narrowed reports are kept, and the whole one always", async () => {
  const { taskId, serve } = await served([3]);
  await serve();
  const report = (day: number) => ({ dataVersion: "v", body: "{}", readAt: new Date(Date.UTC(2030, 0, day)) });
  for (let day = 1; day <= 42; day++) await storeReport({ taskId, view: "without", filter: { system: `s${day}` } }, report(day));
  const kept = async (day: number) => (await findStoredReport({ taskId, view: "without", filter: { system: `s${day}` } })) !== null;
  expect([await kept(2), await kept(3), await kept(42)]).toEqual([false, true, true]);
  expect(await findStoredReport({ taskId, view: "without" })).not.toBeNull();
});

test("a filter is applied to the table in memory until the data change", async () => {
  const { projectId, taskId } = await served([3, 4]);
  const meanOf = async (filter: ReportFilter) => {
    await computeReport({ projectId, taskId, view: "without", filter });
    const { body = "{}" } = (await findStoredReport({ taskId, view: "without", filter })) ?? {};
    return (JSON.parse(body) as TaskReport).scores.perCriterion.Overall?.annotators?.mean;
  };
  expect(await meanOf({})).toBe(3.5);
  // Behind the back of the triggers that count changes.
  await pool().query(`begin; set local session_replication_role = replica;
    update evaluations set score = 1 where assignment_id in (select id from assignments where task_id = '${taskId}'); commit`);
  expect(await meanOf({ from: "2000-01-01" })).toBe(3.5);
  await addRating(taskId, 2);
  expect(await meanOf({ from: "2000-01-01" })).toBeCloseTo(4 / 3, 12);
});

test("what is kept of a task in memory is not taken for that of one that was deleted and imported again", async () => {
  const { projectId, taskId } = await ratedStudy("pointwise", [3, 4]);
  await pool().query(
    `with ben as (insert into annotators (project_id, name) values ($2, 'Ben') returning id),
       work as (insert into assignments (task_id, sample_id, annotator_id, criteria_set_id, arm, status, submitted_at)
         select a.task_id, a.sample_id, ben.id, a.criteria_set_id, 'blind', 'submitted', now() from assignments a, ben where a.task_id = $1 returning id)
     insert into evaluations (assignment_id, criterion_id, score, complete) select work.id, c.id, 3 + row_number() over () % 2, true from work, criteria c
       join criteria_sets s on s.id = c.criteria_set_id where s.task_id = $1`,
    [taskId, projectId],
  );
  const read = async () => {
    await computeReport({ projectId, taskId, view: "without" });
    const report: TaskReport = JSON.parse((await findStoredReport({ taskId, view: "without" }))?.body ?? "{}");
    const people = await readTaskPeople(instanceAdmin, { taskId });
    const size = await sizePlan(instanceAdmin, { taskId, ...planSizeBody.parse({ plan: {} }) });
    return [report.counts.ratings, people.items[0]?.agreement.n, size.pilot?.ratings ?? 0];
  };
  const before = await read();
  // As if imported again from a bundle: another row of the same id, without ratings, whose counter has come to the same number.
  await pool().query(`begin; set local session_replication_role = replica; delete from evaluations using assignments a
    where a.id = assignment_id and a.task_id = '${taskId}'; delete from stored_reports; update tasks set id = id where id = '${taskId}'; commit`);
  expect([before, await read()]).toEqual([
    [4, 4, 4],
    [0, 0, 0],
  ]);
});

test("a large report's values are served first, and its intervals once they are computed", async () => {
  const { projectId, taskId } = await ratedStudy("pointwise", [3, 4, 5]);
  const whole = new EventTarget();
  const mayCompute = new Promise((resolve) => whole.addEventListener("now", resolve));
  const asked: (string | undefined)[] = [];
  const serve = async (stale: boolean): Promise<Report> =>
    JSON.parse(
      await serveReport(instanceAdmin, { projectId, excluded: "without", stale, chapter: "scores" }, async (job) => {
        asked.push(job.valuesFor);
        if (!job.valuesFor) await mayCompute;
        await computeReport(job, 3);
      }),
    );
  const values = await serve(true);
  expect(values.tasks[0]).toMatchObject({
    computed: { current: false, newerRatings: 0, complete: false, valuesFor: "scores" },
    scores: { perCriterion: { Overall: { annotators: { mean: 4 } } } },
    chapters: { people: { raters: {} } },
  });
  expect((await serve(true)).dataVersion).toBe(values.dataVersion);
  expect(asked).toEqual(["scores", undefined, undefined]);
  const newest = serve(false);
  whole.dispatchEvent(new Event("now"));
  const complete = await newest;
  expect(complete.tasks[0]).toMatchObject({ counts: { ratings: 3 }, computed: { current: true, complete: true, valuesFor: null } });
  expect(complete.dataVersion).toBe(await versionOf(projectId));
  expect(values.dataVersion).not.toBe(complete.dataVersion);
  // Values never take the place of a complete report of the same data.
  await computeReport({ projectId, taskId, view: "without", valuesFor: "verdict" }, 3);
  expect((await findStoredReport({ taskId, view: "without" }))?.dataVersion).toBe(complete.dataVersion);
});

test("the open chapter is stored with its intervals before the rest of a large report, but never in place of a whole report", async () => {
  const { projectId, taskId, addJudge, addRun } = await served([3, 4, 5]);
  await addRun({ judge: await addJudge("judge"), drafts: drafts([4, 4, 5, 2]) });
  await pool().query(`create table stored_in_turn (place serial, version text, body jsonb);
    create function note_report() returns trigger language plpgsql as $$ begin
      insert into stored_in_turn (version, body) values (new.data_version, new.body::jsonb); return new; end $$;
    create trigger note_report after insert or update on stored_reports for each row execute function note_report()`);
  const inTurn = async () => {
    const { rows } = await pool().query("delete from stored_in_turn returning place, version, body");
    return rows.sort((a, b) => a.place - b.place) as { version: string; body: TaskReport }[];
  };
  const job = { projectId, taskId, view: "without" as const };
  await computeReport({ ...job, valuesFor: "people" }, 3);
  await computeReport({ ...job, first: "people" }, 3);
  const version = await versionOf(projectId);
  const stored = await inTurn();
  expect(stored.map((one) => one.version)).toEqual([`values for people of ${version}`, `chapter people of ${version}`, version]);
  const whyNoInterval = stored.map(({ body }) => body.agreement.perCriterion.Overall?.withJudge.judge?.ordinal.intervalWhy);
  expect(whyNoInterval[0]).toBe("being-computed");
  expect(whyNoInterval[1]).toBe(whyNoInterval[2]);
  expect(whyNoInterval[1]).not.toBe("being-computed");
  expect(stored.map(({ body }) => Object.keys(body.chapters.people.raters))).toEqual([["Ann"], ["Ann"], ["Ann"]]);
  expect(stored.map(({ body }) => Object.keys(body.correlation))).toEqual([[], [], ["judge"]]);
  await addRating(taskId, 3);
  await computeReport({ ...job, first: "people" }, 3);
  expect((await inTurn()).map((one) => one.version)).toEqual([await versionOf(projectId)]);
});

test("a report of few ratings is computed as a whole at once", async () => {
  const { projectId, taskId } = await ratedStudy("pointwise", [3, 4]);
  await computeReport({ projectId, taskId, view: "without", valuesFor: "verdict" });
  expect((await findStoredReport({ taskId, view: "without" }))?.dataVersion).toBe(await versionOf(projectId));
});
