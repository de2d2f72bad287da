import "server-only";
import { once } from "node:events";
import { pipeline } from "node:stream/promises";
import { Command, Option } from "commander";
import { arm } from "@/lib/domain/assignment";
import { type ExcludedWork, excludedWork } from "@/lib/domain/exclusion";
import { freezeReportBody, type MeasurementLevel, measurementLevel } from "@/lib/domain/frozen-report";
import type { Actor } from "@/lib/domain/policy";
import { type ReportFilter, reportFilter } from "@/lib/domain/report-filter";
import { exportFrozenReport } from "@/lib/workflows/export-frozen-report";
import { freezeReport } from "@/lib/workflows/freeze-report";
import { listTasks } from "@/lib/workflows/list-tasks";
import { readReport } from "@/lib/workflows/read-report";
import { localActor } from "./local-actor";
import { print, printJson, UsageError } from "./output";
import { getProject, getTask } from "./projects";
import { reportFrom } from "./report-from";
import { reportText } from "./report-text";
import { writeWhole } from "./whole-file";

interface Options {
  project?: string;
  task?: string;
  excluded: ExcludedWork;
  freeze?: string;
  level?: MeasurementLevel;
  output?: string;
  from?: string;
  json?: true;
}

export const reportCommand = (): Command =>
  new Command("report")
    .option("--project <name>", "required, but with --from")
    .option("--task <name>", "one task only")
    .addOption(
      new Option("--excluded <which>", "with or without the work of excluded people").choices(excludedWork.options).default("without"),
    )
    .addOption(new Option("--arm <arm>", "people's ratings made in this arm").choices(arm.options))
    .option("--criteria-set <version>", "work under this version of the criteria; without it: the newest with submitted work")
    .option("--judge <name>", "no other judge")
    .option("--system <name>", "samples with an output of this system")
    .option("--subset <name>", "samples of this subset")
    .option("--annotator <code>", "no other person")
    .option("--finished", "samples that as many people have submitted as the task asks for")
    .option(
      "--from <day|bundle>",
      "people's ratings submitted on this day (UTC) or later, as 2026-03-01; or, with the file of a frozen report: recompute and compare it, without a database",
    )
    .option("--to <day>", "people's ratings submitted on this day (UTC) or earlier")
    .option("--freeze <name>", "keep the report as it is now, with its data; prints its id and hash")
    .addOption(new Option("--level <level>", "with --freeze: the level its page opens with").choices(measurementLevel.options))
    .option("-o, --output <file>", "with --freeze: also write the bundle to a file")
    .option("--json", "print the report model, or what was frozen or compared")
    .action(async (options: Options) => {
      refuseUnused(options);
      if (isBundle(options)) return reportFrom(options.from, options.json ?? false);
      if (options.project === undefined) throw new UsageError("--project is required");
      const actor = await localActor();
      const project = await getProject(actor, options.project);
      const task = options.task === undefined ? undefined : await getTask(actor, project, options.task);
      const filter = filterOf(options);
      if (options.freeze !== undefined)
        return freeze(actor, { ...options, projectId: project.id, taskId: task?.id, name: options.freeze, filter });
      const report = await readReport(actor, { projectId: project.id, taskId: task?.id, excluded: options.excluded, filter });
      if (options.json) printJson(report);
      else for (const entry of report.tasks) print(reportText(entry));
    });

type Narrowed = Partial<Record<"criteriaSet" | "arm" | "judge" | "system" | "subset" | "annotator" | "from" | "to", string>>;

interface Options extends Narrowed {
  project?: string;
  task?: string;
  excluded: ExcludedWork;
  finished?: true;
  freeze?: string;
  level?: MeasurementLevel;
  output?: string;
  json?: true;
}

/** A day, and not the name of a file. */
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

const isBundle = (options: Options): options is Options & { from: string } => options.from !== undefined && !isDay(options.from);

/** An option without effect is bad usage, because the user expects one. */
function refuseUnused(options: Options): void {
  const { from: _, json: _json, excluded: _excluded, ...others } = options;
  const [other] = Object.keys(others);
  if (isBundle(options) && other !== undefined)
    throw new UsageError(`${flag(other)} does not go with --from ${options.from}: a frozen report is recomputed as it was`);
  if (options.freeze !== undefined) return;
  if (options.output !== undefined) throw new UsageError("--output goes with --freeze; a report itself is written to standard output");
  if (options.level !== undefined) throw new UsageError("--level goes with --freeze");
}

const flag = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

function filterOf({ finished, criteriaSet, arm: inArm, judge, system, subset, annotator, from, to }: Options): ReportFilter {
  const given = { criteriaSet, arm: inArm, judge, system, subset, annotator, from, to, finished: finished && "true" };
  const filter = reportFilter.safeParse(given);
  if (filter.success) return filter.data;
  throw new UsageError(
    filter.error.issues.map(({ path, message }) => `--${path.join(".").replace("criteriaSet", "criteria-set")}: ${message}`).join("; "),
  );
}

interface ToFreeze extends Options {
  projectId: string;
  taskId: string | undefined;
  name: string;
  filter: ReportFilter;
}

async function freeze(
  actor: Actor,
  { projectId, taskId, name, excluded, level = "ordinal", filter, output, json }: ToFreeze,
): Promise<void> {
  const tasks = (await listTasks(actor, { projectId })).items;
  const [only] = tasks;
  const named = freezeReportBody.shape.name.safeParse(name);
  if (!named.success) throw new UsageError("--freeze: a name of 1 to 200 characters");
  if (taskId === undefined && tasks.length !== 1)
    throw new UsageError(`--task: name the task to freeze, one of ${tasks.map((task) => `"${task.name}"`).join(", ")}`);
  const keep = () => freezeReport(actor, { projectId, taskId: taskId ?? only?.id ?? "", name: named.data, excluded, level, filter });
  const keepInFile = (path: string) =>
    writeWhole(path, 0o666, async (file) => {
      // Nothing is frozen if there cannot be such a file.
      await once(file, "open");
      const kept = await keep();
      await pipeline([(await exportFrozenReport(actor, { frozenId: kept.id })).bytes], file);
      return kept;
    });
  const frozen = await (output === undefined ? keep() : keepInFile(output));
  if (json) printJson(frozen);
  else print(`Froze the report on ${frozen.task} as "${frozen.name}": id ${frozen.id}, SHA-256 ${frozen.hash}`);
}
