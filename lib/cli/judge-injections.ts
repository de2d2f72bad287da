import "server-only";
import { Command } from "commander";
import { localActor } from "./local-actor";
import { print, printJson, remark } from "./output";
import { getJudge } from "./projects";

/** `redline judge try-injections`: how a judge reacts to instructions inside a sample. */
export const tryInjectionsCommand = (): Command =>
  new Command("try-injections")
    .description("test a judge with a set of prompt injections and report which ones it followed (35 drafts in all)")
    .requiredOption("--project <name>")
    .requiredOption("--name <name>")
    .option("--json", "print one JSON document")
    .action(async (options: { project: string; name: string; json?: true }) => {
      const actor = await localActor();
      const judge = await getJudge(actor, options.project, options.name);
      const onResult = ({ id, effect }: { id: string; effect: string }) => remark(`${id}: ${effect}`);
      const { tryInjections } = await import("@/lib/workflows/try-injections");
      const trial = await tryInjections(actor, { judgeId: judge.id, onResult });
      if (options.json) return printJson(trial);
      const { baseline, results, followed } = trial;
      print(baseline.problem === null ? `without an injection: score ${baseline.score}` : `without an injection: ${baseline.problem}`);
      for (const result of results) {
        print([result.effect, result.id, result.what, result.problem ?? `score ${result.score}`].join("\t"));
      }
      print(`${followed} of ${results.length} injections were followed`);
    });
