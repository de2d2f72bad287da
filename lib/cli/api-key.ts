import "server-only";
import { Command } from "commander";
import { createApiKey } from "@/lib/workflows/create-api-key";
import { localActor } from "./local-actor";
import { print, printJson } from "./output";

/** `redline api-key …`: keys for scripts. */
export const apiKeyCommand = (): Command => new Command("api-key").addCommand(createCommand());

const createCommand = (): Command =>
  new Command("create")
    .description("print a new API key that acts as the given user; it is shown once")
    .requiredOption("--user <email>", "whose key")
    .option("--name <name>", "what it is for")
    .option("--json", "print one JSON document")
    .action(async (options: { user: string; name?: string; json?: true }) => {
      const { key } = await createApiKey(await localActor(), { email: options.user, name: options.name });
      if (options.json) printJson({ key });
      else print(key);
    });
