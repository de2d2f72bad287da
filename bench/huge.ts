/**
 * A huge study, made inside the database: `npm run bench -- huge -- --samples 1000000 --raters 5 --criteria 2`. What annotators do (next, open, save,
 * submit) is timed in an almost empty database and then beside the study: next and save may take twice as long, and no statement may read a large table
 * whole. What researchers do (list, filter, search, a sample, the report's values, the start of an export, deletion) is timed too, with the tables
 * that its plans read whole.
 */
import { parseArgs } from "node:util";
import { disconnect, pool } from "@/lib/db/client";
import type { Actor } from "@/lib/domain/policy";
import { type ReadPlan, readPlans, recordStatements } from "@/lib/testing/plans";
import { acceptAll, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { computeReport } from "@/lib/workflows/compute-report";
import { deleteProject } from "@/lib/workflows/delete-project";
import { exportProject } from "@/lib/workflows/export-project";
import { generateStudy } from "@/lib/workflows/generate-study";
import { getSample } from "@/lib/workflows/get-sample";
import { listSamples } from "@/lib/workflows/list-samples";
import { nextAssignment } from "@/lib/workflows/next-assignment";
import { openAssignment } from "@/lib/workflows/open-assignment";
import { saveActions } from "@/lib/workflows/save-actions";
import { submitAssignment } from "@/lib/workflows/submit-assignment";
import { hugeScenario, hugeSentences } from "../prisma/seed/huge";
import { median } from "./support/annotators";
import { atMost, conclude } from "./support/conclude";

const { values: given } = parseArgs({
  options: { samples: { type: "string" }, criteria: { type: "string" }, annotators: { type: "string" }, raters: { type: "string" } },
});
const size = {
  samples: Number(given.samples ?? hugeScenario.samples),
  criteria: Number(given.criteria ?? hugeScenario.criteria),
  annotators: Number(given.annotators ?? hugeScenario.annotators),
  ratersPerSample: Number(given.raters ?? hugeScenario.ratersPerSample),
};
const repeats = 100;
const mostTimes = 2;
const large = new Set(["samples", "assignments", "evaluations", "actions", "drafts"]);
const shortfalls: string[] = [];

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const start = performance.now();
  return { result: await work(), ms: performance.now() - start };
}

const wholeOf = (plans: readonly ReadPlan[]) => [...new Set(plans.flatMap(({ readWhole }) => readWhole))].filter((name) => large.has(name));
const asTime = (ms: number) => (ms < 10 ? `${ms.toFixed(1)} ms` : ms < 10_000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`);

/** Times a piece of researchers' work and says which large tables it reads whole. */
async function look(name: string, work: () => Promise<unknown>): Promise<void> {
  const { ms, result } = await timed(() => recordStatements(work).catch((error: Error) => error));
  if (result instanceof Error) {
    shortfalls.push(name);
    console.log(`  ${name.padEnd(36)} ${asTime(ms).padStart(8)}  ${result.message.slice(0, 120)}`);
    return;
  }
  const plans = await readPlans(result.statements).catch(() => []);
  const whole = wholeOf(plans);
  console.log(`  ${name.padEnd(36)} ${asTime(ms).padStart(8)}${whole.length === 0 ? "" : `  reads whole: ${whole.join(", ")}`}`);
}

interface Steps {
  next: number;
  open: number;
  save: number;
  submit: number;
}

/** One annotator's work on some samples: the median time of each step, and how the statements of the last sample read their tables. */
async function annotate(actor: Actor, taskId: string, samples: number) {
  const times: Record<keyof Steps, number[]> = { next: [], open: [], save: [], submit: [] };
  let plans: ReadPlan[] = [];
  for (let n = 0; n < samples; n++) {
    const { statements } = await recordStatements(async () => {
      const next = await timed(() => nextAssignment(actor, { taskId }));
      const assignmentId = next.result.assignmentId ?? "";
      const open = await timed(() => openAssignment(actor, { assignmentId }));
      for (const { criterionId, draft } of open.result.units) {
        const actions = acceptAll(draft?.items.length);
        times.save.push((await timed(() => saveActions(actor, { assignmentId, criterionId, actions }))).ms);
      }
      const submit = await timed(() => submitAssignment(actor, { assignmentId }));
      times.next.push(next.ms);
      times.open.push(open.ms);
      times.submit.push(submit.ms);
    });
    if (n === samples - 1) plans = await readPlans(statements);
  }
  const of = (name: keyof Steps) => median(times[name]);
  return { steps: { next: of("next"), open: of("open"), save: of("save"), submit: of("submit") }, plans };
}

try {
  const empty = await loadSmallStudy(smallBundle(repeats + 20));
  await pool().query("update tasks set annotators_per_sample = 1 where id = $1", [empty.taskId]);
  await pool().query("analyze");
  const first = await member(empty.projectId, "annotator");
  await annotate(first, empty.taskId, 20);
  const before = await annotate(first, empty.taskId, repeats);

  const made = await timed(() => generateStudy(instanceAdmin, { name: "Huge", size, sentences: hugeSentences() }));
  const { projectId, taskId } = made.result;
  const counts = await pool().query<{ samples: number; drafts: number; ratings: number; actions: number; bytes: number }>(
    `select (select count(*) from samples) as samples, (select count(*) from drafts) as drafts, (select count(*) from evaluations) as ratings,
       (select count(*) from actions) as actions, pg_database_size(current_database()) as bytes`,
  );
  const [{ samples, drafts, ratings, actions, bytes } = { samples: 0, drafts: 0, ratings: 0, actions: 0, bytes: 0 }] = counts.rows;
  console.log(
    `  ${samples} samples, ${drafts} drafts of five lines, ${ratings} ratings, ${actions} actions in ${asTime(made.ms)}, ${(bytes / 1e9).toFixed(1)} GB`,
  );

  const annotator = await member(projectId, "annotator");
  await annotate(annotator, taskId, 20);
  const after = await annotate(annotator, taskId, repeats);
  for (const name of ["next", "open", "save", "submit"] as const) {
    const times = after.steps[name] / before.steps[name];
    if (name === "next" || name === "save") shortfalls.push(...atMost(`${name}, times that in the empty database`, times, mostTimes));
    console.log(
      `  ${name.padEnd(36)} ${asTime(after.steps[name]).padStart(8)}, ${times.toFixed(2)} of ${asTime(before.steps[name])} in the empty database`,
    );
  }
  const whole = wholeOf(after.plans);
  if (whole.length > 0) shortfalls.push(`annotators' statements read whole: ${whole.join(", ")}`);
  console.log(`  annotators' statements read ${whole.length === 0 ? "no large table whole" : `whole: ${whole.join(", ")}`}`);

  const list = (filter: object) => () => listSamples(instanceAdmin, { taskId, limit: 50, ...filter });
  await look("list, first page", list({}));
  const middle = await pool().query<{ id: string }>("select id from samples where task_id = $1 and position = $2", [taskId, samples >> 1]);
  await look("list, a page in the middle", list({ cursor: `${samples >> 1}_${middle.rows[0]?.id}` }));
  await look("one sample", () => getSample(instanceAdmin, { sampleId: middle.rows[0]?.id ?? "" }));
  for (const [name, filter] of Object.entries({
    "filter: unrated": { state: "unrated" },
    "filter: finished": { state: "finished" },
    "filter: open": { state: "open" },
    "filter: skipped": { state: "skipped" },
    "filter: system": { system: "System B" },
    "filter: no such system": { system: "System C" },
    "filter: without a draft": { arm: "blind" },
    "filter: with a note": { flagged: true },
    "filter: wide disagreement": { disagreement: "wide" },
    "sort by disagreement": { sort: "disagreement" },
    "search: a frequent word": { search: "garden" },
    "search: one sample's id": { search: `s${samples - 5}` },
    "search: no match": { search: "zebra crossing" },
  }))
    await look(name, list(filter));
  await look("report, values", () => computeReport({ projectId, taskId, view: "without", filter: {}, valuesFor: "verdict" }));
  for (const format of ["long-csv", "jsonl"] as const)
    await look(`export as ${format}, first bytes`, async () => {
      const { body } = await exportProject(instanceAdmin, { projectId, taskId, format });
      for await (const _ of body) break;
    });
  await look("delete the project", () => deleteProject(instanceAdmin, { projectId, confirmName: "Huge" }));
  conclude(shortfalls);
} finally {
  await disconnect();
}
