import "server-only";
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, readdirSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { setFlagsFromString } from "node:v8";
import { Command } from "commander";
import { type NumberedComputation, type NumberedOutcome, stillThere, tryToPerform } from "@/lib/apart/computations";

/** Not for people: the web process starts it and sends it what to compute. Ends when the channel closes. */
export const computeCommand = (): Command =>
  new Command("compute").option("--pipe <descriptor>").action(async ({ pipe }: { pipe?: string }) => {
    if (process.send === undefined) throw new Error("The pages start this command themselves.");
    const shell = pipe === undefined ? null : guard(Number(pipe));
    for (const thread of ownThreads()) setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
    // Garbage is collected sooner, so that a large study takes less memory, for a little more time.
    setFlagsFromString("--heap-growing-percent=15");
    process.on("message", async (asked: NumberedComputation | typeof stillThere) => {
      if (asked === stillThere) return process.send?.(stillThere);
      const { id, computation } = asked;
      process.send?.({ id, outcome: await tryToPerform(computation) } satisfies NumberedOutcome);
    });
    // At once, whatever is under way: nobody waits for it, and its transactions are rolled back.
    process.once("disconnect", () => {
      // Waited for: in a container nobody else may.
      if (shell?.kill("SIGKILL")) shell.once("exit", endAtOnce);
      else endAtOnce();
    });
    await new Promise(() => undefined);
  });

const threads = "/proc/self/task";

/** On Linux each thread has its own priority, and a third of the work is done by those that collect garbage and compile. 0: the whole process. */
const ownThreads = (): number[] => (existsSync(threads) ? readdirSync(threads).map(Number) : [0]);

/** `process.exit` first waits for V8's other threads, of which one may wait for this thread, for ever (nodejs/node#54918). */
const endAtOnce = () => process.kill(process.pid, "SIGKILL");

/**
 * Starts a shell that kills this process when the other end of the pipe closes: if the web process is killed while this one stands still or hangs, this
 * one would stay for ever. The shell says through the pipe that it is there; where there is none, this process is never stopped. Its last word can be
 * written only while this process is there, so no other one that has got its number is killed.
 */
function guard(pipe: number): ChildProcess {
  const script = 'echo >&0; read -r _; echo && kill -KILL "$1"';
  const shell = spawn("/bin/sh", ["-c", script, "sh", String(process.pid)], { stdio: [pipe, "pipe", "ignore"] });
  shell.on("error", () => undefined);
  closeSync(pipe);
  return shell;
}
