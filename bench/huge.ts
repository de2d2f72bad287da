/**
 * A huge study, made inside the database: `npm run bench -- huge -- --samples 1000000 --raters 5 --criteria 2`. What annotators do (next, open, save,
 * submit) is timed beside the study and, in turn with it, in an almost empty database of the same server, so that what else the machine does meanwhile
 * slows both: next and save may take twice as long, and no statement may read a large table whole. What researchers do (list, filter, search, a sample, the report's values, whole exports, deletion and its work in the background) is timed too.
 * For each, the indexes by which its plans read the large tables are printed, and the tables that they read whole. `-- --short`: 3,000 samples, for the tests; no time is judged.
 */

import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { disconnect, longPool, pool } from "@/lib/db/client";
import { removeSome } from "@/lib/db/deletions";
import { figureUnits, type NamedRater } from "@/lib/domain/figure-units";
import { ownWords } from "@/lib/domain/own-words";
import type { Actor } from "@/lib/domain/policy";
import type { UnitQuery } from "@/lib/domain/unit-query";
import { unitSelection } from "@/lib/domain/unit-selection";
import { growingTables, type ReadPlan, readPlans, recordStatements, type Statement } from "@/lib/testing/plans";
import { acceptAll, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { computeReport } from "@/lib/workflows/compute-report";
import { deleteProject } from "@/lib/workflows/delete-project";
import { exportProject } from "@/lib/workflows/export-project";
import { getSample } from "@/lib/workflows/get-sample";
import { getTask } from "@/lib/workflows/get-task";
import { listSamples } from "@/lib/workflows/list-samples";
import { listUnits } from "@/lib/workflows/list-units";
import { nextAssignment } from "@/lib/workflows/next-assignment";
import { openAssignment } from "@/lib/workflows/open-assignment";
import { saveActions } from "@/lib/workflows/save-actions";
import { submitAssignment } from "@/lib/workflows/submit-assignment";
import { hugeScenario, hugeSentences } from "../prisma/seed/huge";
import { insertGeneratedStudy } from "../prisma/seed/insert-generated-study";
import { median } from "./support/annotators";
import { atLeast, atMost, conclude } from "./support/conclude";

const { values: given } = parseArgs({
  options: {
    ...{ samples: { type: "string" }, criteria: { type: "string" }, annotators: { type: "string" }, raters: { type: "string" } },
    short: { type: "boolean", default: false },
    /** The process that works in the almost empty database. */
    empty: { type: "boolean", default: false },
  },
});
const size = {
  samples: Number(given.samples ?? (given.short ? 3000 : hugeScenario.samples)),
  criteria: Number(given.criteria ?? hugeScenario.criteria),
  annotators: Number(given.annotators ?? hugeScenario.annotators),
  ratersPerSample: Number(given.raters ?? hugeScenario.ratersPerSample),
};
/** Samples before anything is timed, then in each round, and rounds. */
const [warmUp, perRound, rounds] = given.short ? [2, 3, 2] : [20, 10, 10];
const mostTimes = 2;
const shortfalls: string[] = [];

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const start = performance.now();
  return { result: await work(), ms: performance.now() - start };
}

const asTime = (ms: number) => (ms < 10 ? `${ms.toFixed(1)} ms` : ms < 10_000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`);
const wholeOf = (plans: readonly ReadPlan[]) =>
  [...new Set(plans.flatMap(({ readWhole }) => readWhole))].filter((name) => growingTables.includes(name));

/** How plans read the large tables: by which indexes, and which of them whole. */
function readsOf(plans: readonly ReadPlan[]): string {
  const isLarge = (read: string) => growingTables.some((table) => read.startsWith(`${table} by `) || read.startsWith(`by ${table}_`));
  const indexes = [...new Set(plans.flatMap(({ reads }) => reads))].filter(isLarge);
  const whole = wholeOf(plans);
  return [...indexes, ...(whole.length > 0 ? [`whole: ${whole.join(", ")}`] : [])].join(" · ") || "no large table";
}

/** Times a piece of researchers' work, prints what `describe` says about its result, and how it reads the large tables. */
async function look<T>(name: string, work: () => Promise<T>, describe: (result: T) => string = () => ""): Promise<void> {
  const { ms, result } = await timed(() => recordStatements(work).catch((error: Error) => error));
  if (result instanceof Error) {
    shortfalls.push(name);
    console.log(`  ${name.padEnd(36)} ${asTime(ms).padStart(8)}  ${result.message.slice(0, 120)}`);
    return;
  }
  console.log(`  ${name.padEnd(36)} ${asTime(ms).padStart(8)}  ${describe(result.result)}`.trimEnd());
  console.log(`    ${readsOf(await readPlans(result.statements))}`);
}

/** Reads an export to its end. */
async function readExport(projectId: string, taskId: string, format: "long-csv" | "jsonl") {
  const begun = performance.now();
  const { body } = await exportProject(instanceAdmin, { projectId, taskId, format });
  const read = { firstMs: Number.NaN, bytes: 0, lines: 0 };
  for await (const piece of body) {
    if (read.bytes === 0) read.firstMs = performance.now() - begun;
    const bytes = Buffer.from(piece);
    read.bytes += bytes.length;
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) read.lines++;
  }
  return read;
}

/** Waits until PostgreSQL has written what the study's making left in memory and vacuumed its tables: neither is part of an annotator's work. */
async function settled(): Promise<void> {
  await longPool().query("checkpoint");
  const vacuums = async () => (await pool().query("select pid from pg_stat_progress_vacuum")).rows.length;
  // Between two tables none runs for a moment.
  for (let quiet = 0; quiet < 3; quiet = (await vacuums()) === 0 ? quiet + 1 : 0) await sleep(given.short ? 10 : 30_000);
}

const steps = ["next", "open", "save", "submit"] as const;
type Step = (typeof steps)[number];

type Times = Record<Step, number[]>;

const ofSteps = <T>(make: (step: Step) => T): Record<Step, T> => ({
  ...{ next: make("next"), open: make("open"), save: make("save"), submit: make("submit") },
});

/** One annotator's work on some samples: the time of each step, and what was asked of the database in it. */
async function annotate(actor: Actor, taskId: string, samples: number): Promise<{ times: Times; statements: Record<Step, Statement[]> }> {
  const times = ofSteps((): number[] => []);
  const statements = ofSteps((): Statement[] => []);
  const take = async <T>(step: Step, work: () => Promise<T>): Promise<T> => {
    const recorded = await recordStatements(() => timed(work));
    times[step].push(recorded.result.ms);
    statements[step].push(...recorded.statements);
    return recorded.result.result;
  };
  for (let n = 0; n < samples; n++) {
    const next = await take("next", () => nextAssignment(actor, { taskId }));
    const assignmentId = next.assignmentId ?? "";
    const { units } = await take("open", () => openAssignment(actor, { assignmentId }));
    for (const { criterionId, draft } of units) {
      const actions = acceptAll(draft?.items.length);
      await take("save", () => saveActions(actor, { assignmentId, criterionId, actions }));
    }
    await take("submit", () => submitAssignment(actor, { assignmentId }));
  }
  return { times, statements };
}

/** Annotates in an almost empty database whenever the parent process asks for some samples, until it lets go. */
async function workInEmpty(): Promise<void> {
  const { projectId, taskId } = await loadSmallStudy(smallBundle(warmUp + perRound * rounds));
  await pool().query("update tasks set annotators_per_sample = 1 where id = $1", [taskId]);
  await pool().query("analyze");
  const annotator = await member(projectId, "annotator");
  process.on("message", (samples: number) => {
    annotate(annotator, taskId, samples).then(
      ({ times }) => process.send?.(times),
      (error: Error) => process.send?.({ error: error.message }),
    );
  });
  process.send?.("ready");
  await once(process, "disconnect");
}

/** Such a process: what gives the times of so many samples, and what ends it. */
async function emptyDatabase() {
  const child = fork(import.meta.filename, [...process.argv.slice(2), "--empty"], {
    env: { ...process.env, DATABASE_URL: process.env.REDLINE_BENCH_EMPTY_URL },
  });
  await once(child, "message");
  return {
    annotate: async (samples: number): Promise<Times> => {
      child.send(samples);
      const [reply] = (await once(child, "message")) as [Times | { error: string }];
      if ("error" in reply) throw new Error(reply.error);
      return reply;
    },
    end: () => child.disconnect(),
  };
}

/** Both at work in turn. */
async function inTurn(taskId: string, annotator: Actor) {
  const empty = await emptyDatabase();
  await annotate(annotator, taskId, warmUp);
  await empty.annotate(warmUp);
  const [times, emptyTimes, statements] = [ofSteps((): number[] => []), ofSteps((): number[] => []), ofSteps((): Statement[] => [])];
  for (let round = 0; round < rounds; round++) {
    const [own, others] = [await annotate(annotator, taskId, perRound), await empty.annotate(perRound)];
    for (const step of steps) {
      times[step].push(...own.times[step]);
      emptyTimes[step].push(...others[step]);
      statements[step].push(...own.statements[step]);
    }
  }
  empty.end();
  return {
    ...{ ms: (step: Step) => median(times[step]), emptyMs: (step: Step) => median(emptyTimes[step]) },
    plans: (step: Step) => readPlans(statements[step]),
  };
}

/** Opens the list of units behind a figure of each kind that the study's report has. */
async function lookAtUnits(taskId: string): Promise<void> {
  const [criterion, also] = ["Criterion 1", "Criterion 2"];
  const [judge, person, other] = ["Generated judge", "Annotator 0001", "Annotator 0002"];
  const [ann, ben] = [person, other].map((name) => ({ kind: "annotator" as const, name })) as [NamedRater, NamedRater];
  const kinds: Record<string, UnitQuery> = {
    "alpha of people": figureUnits.people(criterion),
    "alpha with a judge": figureUnits.withJudge(criterion, judge),
    "bias of a judge": figureUnits.judged(criterion, judge),
    "scores of people": figureUnits.given(criterion, { kind: "people" }, 4),
    "scores of a person": figureUnits.given(criterion, ann, 4),
    "what most say, by a judge": figureUnits.confused(criterion, judge, { most: 4, judge: 3 }),
    "medians by a judge": figureUnits.met(criterion, judge, { from: 4, below: 5 }, { from: 3, below: 4 }),
    "judge below people": figureUnits.apart(criterion, judge, "below", 2),
    "units of everybody": figureUnits.complete(criterion),
    "a person and others": figureUnits.withOthers(person),
    "a person, others and a judge": figureUnits.besideOthers(criterion, person, judge),
    "two people": figureUnits.both(undefined, ann, ben),
    "a person and a judge": figureUnits.both(criterion, ann, { kind: "judge", name: judge }),
    "people far apart": figureUnits.spread(criterion, "split"),
    "times of all": figureUnits.timed(null),
    "times of whole samples": figureUnits.timedWhole(null),
    "scores on two criteria": figureUnits.onBoth(criterion, also),
    "outputs of an input": figureUnits.inputs(criterion, judge),
    "ratings without a draft": figureUnits.inArm(criterion, "blind", { undrafted: "true" }),
    "ratings beside a draft": figureUnits.inArm(null, "drafted"),
    "changed drafts": figureUnits.changed(criterion, judge, "changed"),
    "all lines": figureUnits.lines(judge, "all"),
    "accepted lines": figureUnits.lines(judge, "all", "accept"),
    "revised scores": figureUnits.lines(judge, "score", "revise", criterion),
    "lines overruled in own words": figureUnits.overruled(judge, ownWords),
    "wrong drafts kept": figureUnits.besideDraft(criterion, judge, "drafted", { fate: "wrong-kept" }),
    "corrected drafts": figureUnits.besideDraft(criterion, judge, "drafted", { behaviour: "correction" }),
    "ratings of a person": figureUnits.by(person),
  };
  for (const [name, units] of Object.entries(kinds)) {
    const list = () => listUnits(instanceAdmin, { taskId, limit: 50, selection: unitSelection.parse(units) });
    await look(`units: ${name}`, list, ({ counts }) => `${counts.units} units, ${counts.ratings} ratings, ${counts.lines} lines`);
  }
}

async function measure(): Promise<void> {
  const made = await timed(() => insertGeneratedStudy("Huge", size, hugeSentences()));
  const { projectId, taskId } = made.result;
  const counts = await pool().query<{ samples: number; drafts: number; ratings: number; actions: number; bytes: number }>(
    `select (select count(*) from samples) as samples, (select count(*) from drafts) as drafts, (select count(*) from evaluations) as ratings,
       (select count(*) from actions) as actions, pg_database_size(current_database()) as bytes`,
  );
  const [{ samples, drafts, ratings, actions, bytes } = { samples: 0, drafts: 0, ratings: 0, actions: 0, bytes: 0 }] = counts.rows;
  console.log(
    `  ${samples} samples, ${drafts} drafts of five lines, ${ratings} ratings, ${actions} actions in ${asTime(made.ms)}, ${(bytes / 1e9).toFixed(1)} GB`,
  );

  const { ms: settledMs } = await timed(settled);
  console.log(`  written to disk and vacuumed ${asTime(settledMs)} later`);
  const annotator = await member(projectId, "annotator");
  const both = await inTurn(taskId, annotator);
  for (const step of steps) {
    const [ms, emptyMs] = [both.ms(step), both.emptyMs(step)];
    if (!given.short && (step === "next" || step === "save"))
      shortfalls.push(...atMost(`${step}, times that in the empty database`, ms / emptyMs, mostTimes));
    console.log(`  ${step.padEnd(36)} ${asTime(ms).padStart(8)}, ${(ms / emptyMs).toFixed(2)} of ${asTime(emptyMs)} in the empty database`);
    const plans = await both.plans(step);
    console.log(`    ${readsOf(plans)}`);
    const whole = wholeOf(plans);
    if (whole.length > 0) shortfalls.push(`${step} reads whole: ${whole.join(", ")}`);
  }

  await look("the task with its counts", () => getTask(instanceAdmin, { taskId }));
  await look("the task again, unchanged", () => getTask(instanceAdmin, { taskId }));
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
  await lookAtUnits(taskId);
  await look("report, values", () => computeReport({ projectId, taskId, view: "without", filter: {}, valuesFor: "verdict" }));
  for (const format of ["long-csv", "jsonl"] as const)
    await look(
      `export as ${format}, whole`,
      () => readExport(projectId, taskId, format),
      ({ firstMs, bytes, lines }) => {
        shortfalls.push(...atLeast(`lines of the export as ${format}`, lines, Number(ratings)));
        return `${lines} lines, ${(bytes / 1e6).toFixed(1)} MB, the first after ${asTime(firstMs)}`;
      },
    );
  await look("delete the project", () => deleteProject(instanceAdmin, { projectId, confirmName: "Huge" }));
  await look("remove its first part", () => removeSome());
  const parts: number[] = [];
  const { ms: restMs } = await timed(async () => {
    for (let left = true; left; ) {
      const { ms, result } = await timed(() => removeSome());
      parts.push(ms);
      left = result;
    }
  });
  console.log(
    `  ${"remove the rest".padEnd(36)} ${asTime(restMs).padStart(8)}, in ${parts.length} parts, the longest ${asTime(Math.max(...parts))}`,
  );
  const left = await pool().query("select id from samples where task_id = $1 union all select id from projects where id = $2", [
    taskId,
    projectId,
  ]);
  shortfalls.push(...atMost("rows left of the deleted project", left.rows.length, 0));
  conclude(shortfalls);
}

try {
  await (given.empty ? workInEmpty() : measure());
} finally {
  await disconnect();
}
