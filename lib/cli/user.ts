import "server-only";
import { text } from "node:stream/consumers";
import { Command, InvalidArgumentError } from "commander";
import { type Role, role } from "@/lib/domain/policy";
import { addUser } from "@/lib/workflows/add-user";
import { deleteAccount } from "@/lib/workflows/delete-account";
import { disableAccount } from "@/lib/workflows/disable-account";
import { getUser } from "@/lib/workflows/get-user";
import { listUsers } from "@/lib/workflows/list-users";
import { resetTwoFactor } from "@/lib/workflows/reset-two-factor";
import { resetUserPassword } from "@/lib/workflows/reset-user-password";
import { localActor } from "./local-actor";
import { print, printJson, UsageError } from "./output";

/** `redline user …`: accounts, for the operator of the machine. */
export const userCommand = (): Command =>
  new Command("user")
    .addCommand(addCommand())
    .addCommand(listCommand())
    .addCommand(resetCommand())
    .addCommand(resetTwoFactorCommand())
    .addCommand(disableCommand())
    .addCommand(enableCommand())
    .addCommand(deleteCommand());

const addCommand = (): Command =>
  new Command("add")
    .description("create an account, or add an existing one to a project")
    .requiredOption("--email <address>", "e-mail address to sign in with", readEmail)
    .requiredOption("--role <role>", role.options.join(", "), readRole)
    .option("--project <name>", "project of the role; without one the role must be admin, of the whole installation")
    .option("--name <name>", "what others see; default: the address before the @")
    .requiredOption("--password-stdin", "read the password from standard input")
    .option("--json", "print one JSON document")
    .action(async (options: { email: string; role: Role; project?: string; name?: string; json?: true }) => {
      const { email, name } = options;
      const password = await readPassword();
      const account = await addUser(await localActor(), { email, name, role: options.role, projectName: options.project, password });
      if (options.json) printJson(account);
      else print(`${account.email} is ${options.role}${options.project ? ` in "${options.project}"` : " of this installation"}.`);
    });

const listCommand = (): Command =>
  new Command("list")
    .description("list all accounts")
    .option("--json", "print one JSON document")
    .action(async (options: { json?: true }) => {
      const { items } = await listUsers(await localActor());
      if (options.json) return printJson({ items });
      for (const { email, name, instanceAdmin, hasPassword, disabled } of items) {
        const state = disabled ? "disabled" : hasPassword ? "" : "has no password yet";
        print([email, name, instanceAdmin ? "administrator" : "", state].join("\t").trimEnd());
      }
    });

const resetCommand = (): Command =>
  new Command("reset-password")
    .description("end an account's sessions and API keys, and print a one-time link to set a new password")
    .requiredOption("--email <address>", "whose", readEmail)
    .option("--json", "print one JSON document")
    .action(async (options: { email: string; json?: true }) => {
      const { link } = await resetUserPassword(await localActor(), options);
      if (options.json) printJson({ link });
      else print(link);
    });

const resetTwoFactorCommand = (): Command =>
  new Command("reset-two-factor")
    .description("let somebody without their authenticator app and backup codes sign in with the password alone")
    .requiredOption("--email <address>", "whose", readEmail)
    .option("--json", "print one JSON document")
    .action(async (options: { email: string; json?: true }) => {
      const reset = await resetTwoFactor(await localActor(), options);
      if (options.json) printJson(reset);
      else print(`Signing in as ${options.email} asks for the password alone. Codes can be set up again on the profile.`);
    });

const disableCommand = (): Command =>
  new Command("disable")
    .description("disable an account and end its sessions, API keys and links; its work is kept")
    .requiredOption("--email <address>", "whose", readEmail)
    .option("--json", "print one JSON document")
    .action((options: { email: string; json?: true }) => setDisabled(options, true));

const enableCommand = (): Command =>
  new Command("enable")
    .description("enable a disabled account again")
    .requiredOption("--email <address>", "whose", readEmail)
    .option("--json", "print one JSON document")
    .action((options: { email: string; json?: true }) => setDisabled(options, false));

async function setDisabled(options: { email: string; json?: true }, disabled: boolean): Promise<void> {
  const actor = await localActor();
  const { userId } = await getUser(actor, options);
  const account = await disableAccount(actor, { userId, disabled });
  if (options.json) printJson(account);
  else print(`${account.email} is ${disabled ? "disabled" : "enabled"}.`);
}

const deleteCommand = (): Command =>
  new Command("delete")
    .description("delete an account for good: the work is kept, name and address are removed")
    .requiredOption("--email <address>", "whose", readEmail)
    .requiredOption("--confirm <address>", "the same address, to confirm", readEmail)
    .option("--json", "print one JSON document")
    .action(async (options: { email: string; confirm: string; json?: true }) => {
      const actor = await localActor();
      const { userId } = await getUser(actor, options);
      await deleteAccount(actor, { userId, confirmEmail: options.confirm });
      if (options.json) printJson({ deleted: userId });
      else print("The account is deleted. The work is kept under the name of a former annotator.");
    });

function readEmail(value: string): string {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) throw new InvalidArgumentError("it is not an e-mail address");
  return value;
}

function readRole(value: string): Role {
  const known = role.safeParse(value);
  if (!known.success) throw new InvalidArgumentError(`it must be one of ${role.options.join(", ")}`);
  return known.data;
}

/** All of standard input, without the line end that `echo` adds. */
async function readPassword(): Promise<string> {
  const password = (await text(process.stdin)).replace(/\r?\n$/, "");
  if (password === "") throw new UsageError("there was no password on standard input");
  return password;
}
