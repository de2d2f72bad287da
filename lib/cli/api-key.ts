import "server-only";
import { Command, InvalidArgumentError } from "commander";
import { type ApiKey, createApiKeyBody, defaultKeyDays, type KeyScope, keyScope } from "@/lib/domain/api-key";
import { createApiKey } from "@/lib/workflows/create-api-key";
import { listApiKeys } from "@/lib/workflows/list-api-keys";
import { revokeApiKey } from "@/lib/workflows/revoke-api-key";
import { localActor } from "./local-actor";
import { print, printJson, UsageError } from "./output";
import { readCount } from "./read-number";

/** `redline api-key …`: keys for scripts. */
export const apiKeyCommand = (): Command =>
  new Command("api-key").addCommand(createCommand()).addCommand(listCommand()).addCommand(revokeCommand());

const createCommand = (): Command =>
  new Command("create")
    .description("print a new API key that acts as the given user; it is shown once")
    .requiredOption("--user <email>", "whose key")
    .option("--name <name>", "what it is for", "command line")
    .option("--scopes <list>", `what it may do, of ${keyScope.options.join(",")}`, readScopes)
    .option("--expires-days <number>", `let it expire after this many days, or "never"; default: ${defaultKeyDays}`, readDays)
    .option("--json", "print one JSON document")
    .action(async (options: { user: string; name: string; scopes?: KeyScope[]; expiresDays?: number | "never"; json?: true }) => {
      const { user: email, name, scopes, expiresDays } = options;
      const expiresInDays = expiresDays === "never" ? null : expiresDays;
      const content = createApiKeyBody.safeParse({ name, scopes, expiresInDays });
      if (!content.success) throw new UsageError("--name: 1 to 100 characters");
      const { apiKey, key } = await createApiKey(await localActor(), { email, ...content.data });
      if (options.json) printJson({ id: apiKey.id, key, scopes: apiKey.scopes, expiresAt: apiKey.expiresAt });
      else print(key);
    });

const listCommand = (): Command =>
  new Command("list")
    .description("all API keys: id, owner, name, scopes, last use, expiry")
    .option("--user <email>", "only this user's")
    .option("--json", "print one JSON document")
    .action(async (options: { user?: string; json?: true }) => {
      const { items } = await listApiKeys(await localActor(), { all: true });
      const email = options.user?.trim().toLowerCase();
      const keys = items.filter((key) => email === undefined || key.owner.email === email);
      if (options.json) printJson({ items: keys });
      else for (const key of keys) print(lineOf(key));
    });

const lineOf = ({ id, owner, name, scopes, lastUsedAt, expiresAt }: ApiKey): string =>
  [
    id,
    owner.email,
    name,
    scopes.join(","),
    lastUsedAt ? `used ${lastUsedAt}` : "never used",
    expiresAt ? `until ${expiresAt}` : "no end",
  ].join("\t");

const revokeCommand = (): Command =>
  new Command("revoke")
    .description("revoke an API key")
    .argument("<id>", "as `redline api-key list` prints it")
    .option("--json", "print one JSON document")
    .action(async (keyId: string, options: { json?: true }) => {
      await revokeApiKey(await localActor(), { keyId });
      if (options.json) printJson({ revoked: keyId });
      else print("The key is revoked.");
    });

function readScopes(value: string): KeyScope[] {
  return value.split(",").map((word) => {
    const known = keyScope.safeParse(word.trim());
    if (!known.success) throw new InvalidArgumentError(`it must be a list of ${keyScope.options.join(", ")}`);
    return known.data;
  });
}

function readDays(value: string): number | "never" {
  if (value === "never") return value;
  const days = readCount(value);
  if (days > 3650) throw new InvalidArgumentError("it must be at most 3650");
  return days;
}
