import "server-only";
import { Argument, Command } from "commander";
import { loadScenario, type ScenarioName, scenarioNames } from "./load-scenario";
import { localActor } from "./local-actor";
import { print } from "./output";

/** Named scenarios for development and measurements. */
export const seedCommand = (): Command =>
  new Command("seed")
    .addArgument(new Argument("<scenario>").choices(scenarioNames))
    .requiredOption("--project <name>", "a new project's name")
    .action(async (name: ScenarioName, options: { project: string }) => {
      await loadScenario(await localActor(), name, options.project);
      print(`Made the project "${options.project}".`);
    });
