import "server-only";
import { type Command, CommanderError } from "commander";
import { exitCodeOf, remark } from "./output";
import { programFor } from "./program";

async function main(args: string[]): Promise<number> {
  const wanted = args.find((arg) => arg !== "help" && !arg.startsWith("-"));
  const program = await programFor(wanted);
  // A parser error must exit with 2 like any other bad usage, so every command throws it instead of exiting.
  const handOver = (command: Command): void => {
    command.exitOverride();
    for (const child of command.commands) handOver(child);
  };
  handOver(program);
  try {
    await program.parseAsync(args, { from: "user" });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    // As the shell counts a program that a closed pipe ended.
    if (isReaderGone(error)) return 141;
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    remark(`error: ${error instanceof Error ? error.message : String(error)}`);
    return exitCodeOf(error);
  } finally {
    if (wanted !== undefined && wanted !== "stats") await (await import("@/lib/db/client")).disconnect();
  }
}

/** A reader of our output may stop early, as `head` does; the rest of the command goes on to its end. */
const isReaderGone = (error: unknown) => error instanceof Error && "code" in error && error.code === "EPIPE";
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error) => {
    if (!isReaderGone(error)) throw error;
  });

process.exitCode = await main(process.argv.slice(2));
