import "server-only";
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, readdirSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { setFlagsFromString } from "node:v8";
import { Command } from "commander";
import { type NumberedComputation, type NumberedOutcome, tryToPerform } from "@/lib/apart/computations";

/** Not for people: the web process starts it and sends it what to compute. Ends when the channel closes. */
export const computeCommand = (): Command =>
  new Command("compute").option("--pipe <descriptor>").action(async ({ pipe }: { pipe?: string }) => {
    if (process.send === undefined) throw new Error("The pages start this command themselves.");
    const shell = pipe === undefined ? null : guard(Number(pipe));
    for (const thread of ownThreads()) setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
    // Garbage is collected sooner, so that a large study takes less memory, for a little more time.
    setFlagsFromString("--heap-growing-percent=15");
    process.on("message", async ({ id, computation }: NumberedComputation) => {
      process.send?.({ id, outcome: await tryToPerform(computation) } satisfies NumberedOutcome);
    });
    // At once, whatever is under way: nobody waits for it, and its transactions are rolled back.
    process.once("disconnect", () => {
      // Waited for: in a container nobody else may.
      if (shell?.kill("SIGKILL")) shell.once("exit", () => process.exit());
      else process.exit();
    });
    await new Promise(() => undefined);
  });

const threads = "/proc/self/task";

/** On Linux each thread has its own priority, and a third of the work is done by those that collect garbage and compile. 0: the whole process. */
const ownThreads = (): number[] => (existsSync(threads) ? readdirSync(threads).map(Number) : [0]);

/**
 * Starts a shell that lets this process go on when the other end of the pipe closes: killed while this one stands still, the web process would leave it so
 * for ever. The shell says through the pipe that it is there; where there is none, this process is never stopped.
 */
function guard(pipe: number): ChildProcess {
  const script = 'echo >&0; read -r _; kill -CONT "$1"';
  const shell = spawn("/bin/sh", ["-c", script, "sh", String(process.pid)], { stdio: [pipe, "ignore", "ignore"] });
  shell.on("error", () => undefined).unref();
  closeSync(pipe);
  return shell;
}
