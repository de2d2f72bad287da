import "server-only";
import { Command } from "commander";
import { type JudgeWatch, startWatchBody, type WatchAsk, watchFlagWords } from "@/lib/domain/judge-watch";
import type { Actor } from "@/lib/domain/policy";
import { advanceWatch } from "@/lib/workflows/advance-watch";
import { endJudgeWatch } from "@/lib/workflows/end-judge-watch";
import { getRun } from "@/lib/workflows/get-run";
import { listJudgeWatches } from "@/lib/workflows/list-judge-watches";
import { lookAtJudge } from "@/lib/workflows/look-at-judge";
import { startJudgeWatch } from "@/lib/workflows/start-judge-watch";
import { localActor } from "./local-actor";
import { print, printJson, remark, UsageError } from "./output";
import { getJudge, getProject, getTask } from "./projects";
import { readCount, readNumber } from "./read-number";
import { waitForRun } from "./wait-for-run";

interface Options {
  project: string;
  task?: string;
  name: string;
  start?: true;
  now?: true;
  end?: true;
  every?: number;
  samples?: number;
  repeats?: number;
  looks?: number;
  seed?: number;
  json?: true;
}

/** `redline judge watch`: whether a judge still scores as it did. */
export const watchJudgeCommand = (): Command =>
  new Command("watch")
    .description(
      "ask a judge about the same samples again and again, and say when its scores drift or its model is another; exit code 1 if so",
    )
    .requiredOption("--project <name>")
    .option("--task <name>", "required if the project has several")
    .requiredOption("--name <name>", "the judge")
    .option("--start", "begin to watch it")
    .option("--now", "ask now, and wait for what the look finds")
    .option("--end", "end the watch")
    .option("--every <hours>", "with --start: hours from one look to the next (24)", readNumber)
    .option("--samples <number>", "with --start: sentinel samples, one of each input (30)", readCount)
    .option("--repeats <number>", "with --start: how many times it is asked at the beginning (2)", readCount)
    .option("--looks <number>", "with --start: looks that share the 5 % of a false alarm (30)", readCount)
    .option("--seed <number>", "with --start: of the samples drawn", readNumber)
    .option("--json", "print one JSON document")
    .action(async (options: Options) => {
      const actor = await localActor();
      const project = await getProject(actor, options.project);
      const { id: taskId } = await getTask(actor, project, options.task);
      const judge = await getJudge(actor, options.project, options.name);
      const watch = await carryOut(actor, { taskId, judgeId: judge.id }, options);
      if (options.json) printJson({ watch });
      else printWatch(options.name, watch);
      if (watch !== null && watch.flags.length > 0) process.exitCode = 1;
    });

async function carryOut(actor: Actor, place: { taskId: string; judgeId: string }, options: Options): Promise<JudgeWatch | null> {
  if ([options.start, options.now, options.end].filter((given) => given === true).length > 1)
    throw new UsageError("give one of --start, --now and --end");
  if (options.start) {
    const { every: everyHours, samples, repeats, looks, seed } = options;
    const body = startWatchBody.safeParse({ judgeId: place.judgeId, everyHours, samples, repeats, looks, seed });
    if (!body.success) throw new UsageError(body.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "));
    const { id } = await startJudgeWatch(actor, { taskId: place.taskId, ...body.data });
    return follow(actor, place, id, body.data.repeats);
  }
  const known = await newestWatch(actor, place);
  if (known === null || (!options.now && !options.end)) return known;
  if (options.end) return endJudgeWatch(actor, { watchId: known.id });
  await lookAtJudge(actor, { watchId: known.id });
  return follow(actor, place, known.id, Math.max(known.asks.length, known.repeats) + 1);
}

async function newestWatch(actor: Actor, { taskId, judgeId }: { taskId: string; judgeId: string }): Promise<JudgeWatch | null> {
  const { items } = await listJudgeWatches(actor, { taskId });
  return items.find(({ judge }) => judge.id === judgeId) ?? null;
}

/** Sees a watch through until it has asked that many times and computed what the last one found. */
async function follow(
  actor: Actor,
  place: { taskId: string; judgeId: string },
  watchId: string,
  times: number,
): Promise<JudgeWatch | null> {
  for (;;) {
    await advanceWatch(watchId);
    const { items } = await listJudgeWatches(actor, place);
    const watch = items.find(({ id }) => id === watchId) ?? null;
    const last = watch?.asks.at(-1);
    if (watch === null || last === undefined) return watch;
    const isOver = ["done", "failed", "cancelled"].includes(last.run.status);
    const isKnown = isOver && (last.number <= watch.repeats || last.evidence !== null);
    if (watch.endedAt !== null || (last.number >= times && isKnown)) return watch;
    // Nothing is due: what was open has been seen through.
    const isWaiting = watch.nextAt === null || (last.number >= watch.repeats && Date.parse(watch.nextAt) > Date.now());
    if (isKnown && isWaiting) return watch;
    if (isOver) continue;
    const run = await getRun(actor, { runId: last.run.id });
    const ended = await waitForRun(
      actor,
      run,
      ({ status, units }) => `${nameOf(watch, last)} is ${status}: ${units.done} of ${units.total} drafted`,
    );
    if (ended.status === "paused") return watch;
  }
}

const nameOf = ({ repeats }: JudgeWatch, { number }: WatchAsk) =>
  number <= repeats ? `beginning ${number} of ${repeats}` : `look ${number - repeats}`;

const shown = (value: number | null | undefined) => (value === null || value === undefined ? "undefined" : value.toFixed(4));

function printWatch(name: string, watch: JudgeWatch | null): void {
  if (watch === null) {
    remark(`"${name}" is not watched in this task: begin with --start.`);
    return;
  }
  const { samples, everyHours, looks, nextAt, endedAt, flags } = watch;
  print(
    `${name}: ${samples} samples every ${everyHours} h, ${looks} looks; ${endedAt === null ? `next ${nextAt ?? "with --now"}` : `ended ${endedAt}`}`,
  );
  print(["asked", "at", "n", "shift", "interval", "p (Holm)", "change", "p (Holm)", "found"].join("\t"));
  for (const ask of watch.asks) {
    const { evidence } = ask;
    const cells = evidence === null ? [] : cellsOf(evidence);
    print([nameOf(watch, ask), ask.askedAt, ...(cells.length > 0 ? cells : ["", "", "", "", "", "", ask.run.status])].join("\t"));
  }
  print(flags.length === 0 ? "nothing found" : `found: ${flags.map((flag) => watchFlagWords[flag]).join(", ")}`);
}

function cellsOf({ n, shift, change, flags, models, why }: NonNullable<WatchAsk["evidence"]>): string[] {
  const { interval } = shift.shift;
  const between = interval ? `${shown(interval.low)} to ${shown(interval.high)}` : "none";
  const said = flags.map((flag) =>
    flag === "model-changed" ? `${watchFlagWords[flag]}: ${models.fresh.join(", ")}` : watchFlagWords[flag],
  );
  return [
    String(n),
    shown(shift.shift.value),
    between,
    shown(shift.adjusted),
    shown(change.value),
    shown(change.adjusted),
    why ?? (said.join("; ") || "nothing"),
  ];
}
