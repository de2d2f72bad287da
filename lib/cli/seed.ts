import "server-only";
import { Argument, Command } from "commander";
import { hugeScenario, hugeSentences } from "@/prisma/seed/huge";
import { insertGeneratedStudy } from "@/prisma/seed/insert-generated-study";
import { loadScenario, type ScenarioName, scenarioNames } from "./load-scenario";
import { localActor } from "./local-actor";
import { print, remark, UsageError } from "./output";
import { projectName } from "./projects";

interface Options {
  project: string;
  samples?: string;
  criteria?: string;
  annotators?: string;
  raters?: string;
}

const huge = "huge";

/** Named scenarios for development and measurements. */
export const seedCommand = (): Command =>
  new Command("seed")
    .addArgument(new Argument("<scenario>").choices([...scenarioNames, huge]))
    .requiredOption("--project <name>", "a new project's name")
    .option("--samples <n>", `samples of the scenario huge (default ${hugeScenario.samples})`)
    .option("--criteria <n>", `its criteria (default ${hugeScenario.criteria})`)
    .option("--annotators <n>", `its annotators (default ${hugeScenario.annotators})`)
    .option("--raters <n>", `annotators per sample (default ${hugeScenario.ratersPerSample})`)
    .action(async (name: ScenarioName | typeof huge, { project: asked, ...size }: Options) => {
      const project = projectName(asked);
      const [unused] = Object.keys(size);
      if (name === huge) await generateHuge(project, size);
      else if (unused !== undefined) throw new UsageError(`--${unused} applies to the scenario huge, not to ${name}`);
      else await loadScenario(await localActor(), name, project);
      print(`Made the project "${project}".`);
    });

async function generateHuge(name: string, given: Omit<Options, "project">): Promise<void> {
  const size = {
    samples: Number(given.samples ?? hugeScenario.samples),
    criteria: Number(given.criteria ?? hugeScenario.criteria),
    annotators: Number(given.annotators ?? hugeScenario.annotators),
    ratersPerSample: Number(given.raters ?? hugeScenario.ratersPerSample),
  };
  const onSamples = (written: number) => {
    if (written % 100_000 === 0) remark(`${written} of ${size.samples} samples`);
  };
  await insertGeneratedStudy(name, size, hugeSentences(), onSamples);
}
