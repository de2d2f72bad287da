import "server-only";
import { Command } from "commander";
import { findInstanceAdmin } from "@/lib/db/accounts";
import { listProjects } from "@/lib/workflows/list-projects";
import { setUpInstance } from "@/lib/workflows/set-up-instance";
import { loadScenario } from "./load-scenario";
import { localActor } from "./local-actor";
import { print, printJson } from "./output";

/** Sets up the first admin and, unless declined, the demo at the first start. Idempotent. */
export const setupCommand = (): Command =>
  new Command("setup")
    .option("--no-demo", "leave the demo out")
    .option("--json", "print one JSON document")
    .action(async (options: { demo: boolean; json?: true }) => {
      const actor = await localActor();
      // Only the very first start creates the demo, so a deleted demo does not come back.
      const firstStart = (await findInstanceAdmin()) === null;
      const { link } = await setUpInstance();
      let demo = false;
      if (firstStart && options.demo && (await listProjects(actor)).items.length === 0) {
        await loadScenario(actor, "demo", "Demo");
        demo = true;
      }
      if (options.json) printJson({ adminLink: link, demo });
      else print(link === null ? "Already set up." : `Set the admin's password: ${link}`);
    });
