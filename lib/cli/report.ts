import "server-only";
import { Command, Option } from "commander";
import { arm } from "@/lib/domain/assignment";
import { type ExcludedWork, excludedWork } from "@/lib/domain/exclusion";
import type { Figure, PairsReport, TaskReport } from "@/lib/domain/report";
import { reportFilter } from "@/lib/domain/report-filter";
import { readReport } from "@/lib/workflows/read-report";
import { localActor } from "./local-actor";
import { print, printJson, UsageError } from "./output";
import { getProject, getTask } from "./projects";

export const reportCommand = (): Command =>
  new Command("report")
    .requiredOption("--project <name>")
    .option("--task <name>", "one task only")
    .addOption(
      new Option("--excluded <which>", "with or without the work of excluded people").choices(excludedWork.options).default("without"),
    )
    .addOption(new Option("--arm <arm>", "people's ratings made in this arm").choices(arm.options))
    .option("--judge <name>", "no other judge")
    .option("--system <name>", "samples with an output of this system")
    .option("--subset <name>", "samples of this subset")
    .option("--annotator <code>", "no other person")
    .option("--finished", "samples that as many people have submitted as the task asks for")
    .option("--from <day>", "people's ratings submitted on this day (UTC) or later, as 2026-03-01")
    .option("--to <day>", "people's ratings submitted on this day (UTC) or earlier")
    .option("--json", "print the report model")
    .action(async (options: Options) => {
      const actor = await localActor();
      const project = await getProject(actor, options.project);
      const task = options.task === undefined ? undefined : await getTask(actor, project, options.task);
      const report = await readReport(actor, {
        projectId: project.id,
        taskId: task?.id,
        excluded: options.excluded,
        filter: filterOf(options),
      });
      if (options.json) printJson(report);
      else for (const entry of report.tasks) print(summary(entry));
    });

type Narrowed = Partial<Record<"arm" | "judge" | "system" | "subset" | "annotator" | "from" | "to", string>>;

interface Options extends Narrowed {
  project: string;
  task?: string;
  excluded: ExcludedWork;
  finished?: true;
  json?: true;
}

function filterOf({ project: _, task: __, excluded: ___, json: ____, finished, ...given }: Options) {
  const filter = reportFilter.safeParse({ ...given, finished: finished && "true" });
  if (filter.success) return filter.data;
  throw new UsageError(filter.error.issues.map(({ path, message }) => `--${path.join(".")}: ${message}`).join("; "));
}

const asText = (value: number | null, why: string | null) => (value === null ? `undefined (${why})` : value.toFixed(3));

/** The first figures of a task, for a terminal; `--json` has them all. */
function summary(task: TaskReport): string {
  const { counts } = task;
  const lines = [
    `${task.task}: ${counts.samples} samples, ${counts.criteria} criteria, ${counts.annotators} annotators, ${counts.ratings} ratings (${task.arms.join(", ") || "no ratings yet"})`,
  ];
  const alpha = ({ value, why, interval, n }: Figure, of: string, level = "ordinal") => {
    const range = interval ? ` [${interval.low.toFixed(3)}, ${interval.high.toFixed(3)}]` : "";
    return `  ${level} alpha ${asText(value, why)}${range} n=${n}  ${of}`;
  };
  for (const { name, labels } of task.criteria) {
    const level = labels === null ? "ordinal" : "nominal";
    const figure = task.agreement.perCriterion[name]?.annotators[level];
    if (figure) lines.push(alpha(figure, name, level));
  }
  const { ordinal } = task.agreement.meanOverCriteria.annotators;
  if (ordinal.totalCriteria > 1) lines.push(alpha(ordinal, `mean over ${ordinal.definedCriteria} of ${ordinal.totalCriteria} criteria`));
  lines.push(...linesOfExcluded(task));
  if (task.pairs) return [...lines, ...linesOfPairs(task.pairs)].join("\n");
  for (const [judge, { pooled }] of Object.entries(task.correlation)) {
    lines.push(
      `  ${judge} with people: tau-b ${asText(pooled.kendallTauB.value, pooled.kendallTauB.why)}, Spearman ${asText(pooled.spearman.value, pooled.spearman.why)}, n=${pooled.n}`,
    );
  }
  return lines.join("\n");
}

/** Who is excluded, and what agreement is the other way. */
function linesOfExcluded({ excluded }: TaskReport): string[] {
  const { shown, people, otherWay } = excluded;
  if (otherWay === null) return [];
  const { value, why } = otherWay.ordinal;
  const reasons = people.map(({ name, reason }) => `${name}: ${reason}`).join("; ");
  const other = shown === "with" ? "without them" : "with them";
  return [`  ${shown} ${people.length} excluded (${reasons}); ${other} mean ordinal alpha is ${asText(value, why)}`];
}

/** Figures of pairs: how often each rater is right, and how often each judge keeps its verdict under a swap and under an objection. */
function linesOfPairs(pairs: PairsReport): string[] {
  const line = (name: string, { value, why, n, interval }: Figure) => {
    const range = interval ? ` [${interval.low.toFixed(3)}, ${interval.high.toFixed(3)}]` : "";
    return `  ${name}: ${asText(value, why)}${range} n=${n}`;
  };
  return [
    ...Object.entries(pairs.accuracy).map(([rater, { overall }]) =>
      line(`right, ${rater === "annotators" ? "most annotators" : rater}`, overall),
    ),
    ...Object.entries(pairs.swap).map(([judge, { consistent }]) => line(`same verdict in both orders, ${judge}`, consistent)),
    ...Object.entries(pairs.interference).map(([judge, { unchanged }]) => line(`unchanged by a false objection, ${judge}`, unchanged)),
  ];
}
