import "server-only";
import { Argument, Command } from "commander";
import { loadStudy } from "@/lib/workflows/load-study";
import { birdStudy } from "@/prisma/seed/bird-study";
import { demoStudy } from "@/prisma/seed/demo-study";
import { largeStudy } from "@/prisma/seed/large";
import { localActor } from "./local-actor";
import { print } from "./output";

const scenarios = {
  empty: { description: "", demo: false, bundles: () => [] },
  demo: {
    description: 'Two small studies to look around in. "Everyday questions" is made up; "Birds" holds published figures.',
    demo: true,
    bundles: () => [demoStudy, birdStudy],
  },
  large: { description: "Generated: 10,000 samples, 5 criteria, 3 annotators.", demo: false, bundles: () => largeStudy() },
};

/** Named scenarios to develop and to measure with. */
export const seedCommand = (): Command =>
  new Command("seed")
    .description("make a project from a named scenario")
    .addArgument(new Argument("<scenario>").choices(Object.keys(scenarios)))
    .requiredOption("--project <name>", "a new project's name")
    .action(async (name: keyof typeof scenarios, options: { project: string }) => {
      const { bundles, ...scenario } = scenarios[name];
      await loadStudy(await localActor(), { name: options.project, ...scenario, source: `${name} scenario`, bundles: bundles() });
      print(`Made the project "${options.project}".`);
    });

/** What the first start loads. */
export const demoScenario = scenarios.demo;
