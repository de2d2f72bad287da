import "server-only";
import { Command, CommanderError } from "commander";
import { exitCodeOf, remark } from "./output";

const version = process.env.npm_package_version ?? "0.1.0";

/** Commands that need the database, loaded only when one of them is asked for: `stats` must not wait for them. */
async function databaseCommands(): Promise<Command[]> {
  const [imports, exports, report, setup, doctor, draft, criteria, judge, user, apiKey, seed, backup, worker] = await Promise.all([
    import("./import"),
    import("./export"),
    import("./report"),
    import("./setup"),
    import("./doctor"),
    import("./draft"),
    import("./criteria"),
    import("./judge"),
    import("./user"),
    import("./api-key"),
    import("./seed"),
    import("./backup"),
    import("./worker"),
  ]);
  return [
    imports.importCommand(),
    exports.exportCommand(),
    report.reportCommand(),
    draft.draftCommand(),
    criteria.criteriaCommand(),
    judge.judgeCommand(),
    user.userCommand(),
    apiKey.apiKeyCommand(),
    setup.setupCommand(),
    backup.backupCommand(),
    backup.restoreCommand(),
    seed.seedCommand(),
    worker.workerCommand(),
    // Run before this file is reached, because nothing here works on a database that is not up to date; named here for the help.
    new Command("migrate").description("bring the database up to date").option("--json", "print one JSON document"),
    doctor.doctorCommand(),
  ];
}

async function main(args: string[]): Promise<number> {
  const program = new Command("redline").description("Human-in-the-loop evaluation of generated text").version(version).exitOverride();
  const { statsCommand } = await import("./stats");
  program.addCommand(statsCommand());
  if (args[0] !== "stats") for (const command of await databaseCommands()) program.addCommand(command);
  // A parser error must leave with 2 like any other bad usage, so every command hands it to us instead of exiting.
  const handOver = (command: Command): void => {
    command.exitOverride();
    for (const child of command.commands) handOver(child);
  };
  handOver(program);
  try {
    await program.parseAsync(args, { from: "user" });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    remark(`error: ${error instanceof Error ? error.message : String(error)}`);
    return exitCodeOf(error);
  } finally {
    if (args[0] !== "stats") await (await import("@/lib/db/client")).disconnect();
  }
}

process.exitCode = await main(process.argv.slice(2));
