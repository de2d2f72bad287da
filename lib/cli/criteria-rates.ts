import "server-only";
import { Command } from "commander";
import type { CriteriaRates, GroupedRates, TaskRates } from "@/lib/domain/criteria-round";
import { listCriteriaRates } from "@/lib/workflows/list-criteria-rates";
import { localActor } from "./local-actor";
import { print, printJson } from "./output";
import { getJudge, getProject, getTask } from "./projects";
import { alignedTable } from "./stats-text";

/** `redline criteria rates`: Table 3 of a task. */
export const ratesCommand = (): Command =>
  new Command("rates")
    .description("what a panel did to a judge's criteria: approve, revise, delete and add, per round")
    .requiredOption("--project <name>")
    .option("--task <name>", "needed where the project has several")
    .option("--judge <name>", "rounds on criteria by this judge")
    .option("--json", "print one JSON document")
    .action(async (options: { project: string; task?: string; judge?: string; json?: true }) => {
      const actor = await localActor();
      const project = await getProject(actor, options.project);
      const { id: taskId } = await getTask(actor, project, options.task);
      const judge = options.judge === undefined ? undefined : (await getJudge(actor, options.project, options.judge)).name;
      const { items } = await listCriteriaRates(actor, { taskId, judge });
      if (options.json) return printJson({ items });
      if (items.length === 0)
        print(`No round ${judge === undefined ? "of this task" : `on criteria by "${judge}"`} has shown its redlines yet.`);
      for (const line of items.flatMap(ratesLines)) print(line);
    });

const ratesHead = ["counted", "approve", "revise", "delete", "add", "n"];

function ratesLines({ number, publishedVersion, judge, figures }: TaskRates): string[] {
  const { alpha, experts, byExperts, consensus } = figures;
  const published = publishedVersion === null ? "" : `, published as version ${publishedVersion}`;
  const agreement = alpha.value === null ? `alpha undefined (${alpha.why})` : `alpha ${alpha.value.toFixed(2)} (nominal, n = ${alpha.n})`;
  const rows = [...ratesRows("experts", byExperts), ...(consensus === null ? [] : ratesRows("consensus", consensus))];
  return [
    `round ${number} on criteria by ${judge ?? "a deleted judge"}${published}: ${experts === 1 ? "1 expert" : `${experts} experts`}, ${agreement}`,
    alignedTable([ratesHead, ...rows]),
  ];
}

function ratesRows(by: string, { all, general, taskSpecific, unstated }: GroupedRates): string[][] {
  const groups: [string, CriteriaRates][] = [
    [`${by}, all`, all],
    [`${by}, general`, general],
    [`${by}, task-specific`, taskSpecific],
    [`${by}, not stated`, unstated],
  ];
  const cell = ({ count, share }: CriteriaRates["add"]) => (share === null ? "-" : `${(share * 100).toFixed(1)}% (${count})`);
  return groups
    .filter(([, { n }]) => n > 0)
    .map(([label, { accept, revise, remove, add, n }]) => [label, ...[accept, revise, remove, add].map(cell), String(n)]);
}
