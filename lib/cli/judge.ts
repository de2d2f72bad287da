import "server-only";
import { Command } from "commander";
import { capabilityLines } from "@/lib/domain/capability-words";
import type { Judge } from "@/lib/domain/judge";
import { listJudges } from "@/lib/workflows/list-judges";
import { addJudgeCommand } from "./judge-add";
import { improveJudgeCommand } from "./judge-improve";
import { tryInjectionsCommand } from "./judge-injections";
import { judgeLimitsCommand } from "./judge-limits";
import { liveJudgeCommand } from "./judge-live";
import { judgePriceCommand } from "./judge-price";
import { watchJudgeCommand } from "./judge-watch";
import { localActor } from "./local-actor";
import { print, printJson } from "./output";
import { getJudge, getProject } from "./projects";

/** `redline judge …`: evaluators that are not people. */
export const judgeCommand = (): Command =>
  new Command("judge")
    .addCommand(addJudgeCommand())
    .addCommand(listCommand())
    .addCommand(testCommand())
    .addCommand(liveJudgeCommand())
    .addCommand(tryInjectionsCommand())
    .addCommand(improveJudgeCommand())
    .addCommand(watchJudgeCommand())
    .addCommand(judgePriceCommand())
    .addCommand(judgeLimitsCommand());

const listCommand = (): Command =>
  new Command("list")
    .description("list the judges of a project")
    .requiredOption("--project <name>")
    .option("--json", "print one JSON document")
    .action(async (options: { project: string; json?: true }) => {
      const actor = await localActor();
      const { items } = await listJudges(actor, { projectId: (await getProject(actor, options.project)).id });
      if (options.json) return printJson({ items });
      for (const judge of items) {
        print([judge.name, whatIs(judge), judge.archivedAt ? "archived" : ""].join("\t").trimEnd());
      }
    });

const whatIs = ({ kind, model, baseUrl, protocol }: Judge): string =>
  ({
    endpoint: `${model} at ${baseUrl}, ${protocol}`,
    imported: "drafts made elsewhere",
    metric: `metric ${protocol}`,
    panel: `panel, ${protocol} of its members`,
    recalibrated: "another judge's scores, recalibrated",
  })[kind];

const testCommand = (): Command =>
  new Command("test")
    .description("ask a judge one small question and report what its endpoint can do")
    .requiredOption("--project <name>")
    .requiredOption("--name <name>")
    .option("--json", "print one JSON document")
    .action(async (options: { project: string; name: string; json?: true }) => {
      const actor = await localActor();
      const judge = await getJudge(actor, options.project, options.name);
      const { testJudge } = await import("@/lib/workflows/test-judge");
      const result = await testJudge(actor, { judgeId: judge.id });
      if (options.json) printJson(result);
      else {
        print(`${result.ok ? "ok" : "failed"}: ${result.message}${result.latencyMs === null ? "" : ` (${result.latencyMs} ms)`}`);
        if (result.capabilities !== null) for (const line of capabilityLines(result.capabilities)) print(`  ${line}`);
      }
      if (!result.ok) process.exitCode = 1;
    });
