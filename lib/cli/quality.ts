import "server-only";
import { Command } from "commander";
import type { Figure } from "@/lib/domain/report";
import type { PersonQuality, StudyQuality } from "@/lib/domain/study-quality";
import { readStudyQuality } from "@/lib/workflows/read-study-quality";
import { localActor } from "./local-actor";
import { print, printJson } from "./output";
import { getProject, getTask } from "./projects";
import { alignedTable } from "./stats-text";

/** `redline quality`: how carefully people work, from what the plan put among their samples. */
export const qualityCommand = (): Command =>
  new Command("quality")
    .requiredOption("--project <name>")
    .option("--task <name>", "needed where the project has several")
    .option("--json", "print one JSON document, with every interval and its method")
    .action(async (options: { project: string; task?: string; json?: true }) => {
      const actor = await localActor();
      const project = await getProject(actor, options.project);
      const quality = await readStudyQuality(actor, { taskId: (await getTask(actor, project, options.task)).id });
      if (options.json) return printJson(quality);
      if (quality === null) return print("No study of this task has started yet.");
      print(`Plan version ${quality.version}. Shares with their interval, and n:`);
      print(alignedTable([head, ...quality.people.map((person) => rowOf(person.label, person)), rowOf("everybody", quality.pooled)]));
    });

const head = ["person", "gold within tolerance", "checks failed", "planted caught", "same when repeated", "drift per sample"];

function rowOf(label: string, { gold, checks, checksFailed, caught, retest, ...own }: StudyQuality["pooled"] & Partial<PersonQuality>) {
  const drift = own.drift === undefined ? "-" : textOf(own.drift, (value) => value.toFixed(4));
  return [
    label,
    textOf(gold, percent),
    checks === 0 ? "-" : `${checksFailed} of ${checks}`,
    textOf(caught, percent),
    textOf(retest.exact, percent),
    drift,
  ];
}

const percent = (share: number) => `${(share * 100).toFixed(1)}%`;

/** A figure with its interval and n; a dash without a value. */
function textOf({ value, interval, n }: Figure, format: (value: number) => string): string {
  if (value === null) return "-";
  const range = interval ? ` [${format(interval.low)}, ${format(interval.high)}]` : "";
  return `${format(value)}${range} n=${n}`;
}
