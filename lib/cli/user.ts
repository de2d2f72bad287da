import "server-only";
import { text } from "node:stream/consumers";
import { Command, InvalidArgumentError } from "commander";
import { type Role, role } from "@/lib/domain/policy";
import { addUser } from "@/lib/workflows/add-user";
import { listUsers } from "@/lib/workflows/list-users";
import { resetUserPassword } from "@/lib/workflows/reset-user-password";
import { localActor } from "./local-actor";
import { print, printJson, UsageError } from "./output";

/** `redline user …`: accounts, for whoever runs the machine. */
export const userCommand = (): Command => new Command("user").addCommand(addCommand()).addCommand(listCommand()).addCommand(resetCommand());

const addCommand = (): Command =>
  new Command("add")
    .description("make an account, or add an existing one to a project")
    .requiredOption("--email <address>", "who signs in with it", readEmail)
    .requiredOption("--role <role>", role.options.join(", "), readRole)
    .option("--project <name>", "the project the role is held in; without one the role must be admin, of the whole installation")
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
    .description("everybody with an account")
    .option("--json", "print one JSON document")
    .action(async (options: { json?: true }) => {
      const { items } = await listUsers(await localActor());
      if (options.json) return printJson({ items });
      for (const { email, name, instanceAdmin, hasPassword } of items) {
        print([email, name, instanceAdmin ? "administrator" : "", hasPassword ? "" : "has no password yet"].join("\t").trimEnd());
      }
    });

const resetCommand = (): Command =>
  new Command("reset-password")
    .description("print a one-time link by which somebody sets a new password")
    .requiredOption("--email <address>", "whose", readEmail)
    .option("--json", "print one JSON document")
    .action(async (options: { email: string; json?: true }) => {
      const { link } = await resetUserPassword(await localActor(), options);
      if (options.json) printJson({ link });
      else print(link);
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
  if (password === "") throw new UsageError("no password came on standard input");
  return password;
}
