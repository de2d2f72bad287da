import "server-only";
import { Command, Option } from "commander";
import { type ExcludedWork, excludedWork } from "@/lib/domain/exclusion";
import type { Figure, PairsReport, TaskReport } from "@/lib/domain/report";
import { readReport } from "@/lib/workflows/read-report";
import { localActor } from "./local-actor";
import { print, printJson } from "./output";
import { getProject, getTask } from "./projects";

export const reportCommand = (): Command =>
  new Command("report")
    .requiredOption("--project <name>")
    .option("--task <name>", "one task only")
    .addOption(
      new Option("--excluded <which>", "with or without the work of excluded people").choices(excludedWork.options).default("without"),
    )
    .option("--json", "print the report model")
    .action(async (options: { project: string; task?: string; excluded: ExcludedWork; json?: true }) => {
      const actor = await localActor();
      const project = await getProject(actor, options.project);
      const task = options.task === undefined ? undefined : await getTask(actor, project, options.task);
      const report = await readReport(actor, { projectId: project.id, taskId: task?.id, excluded: options.excluded });
      if (options.json) printJson(report);
      else for (const entry of report.tasks) print(summary(entry));
    });

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
