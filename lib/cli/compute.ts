import "server-only";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { setFlagsFromString } from "node:v8";
import { Command } from "commander";
import { type NumberedComputation, type NumberedOutcome, tryToPerform } from "@/lib/apart/computations";

/** Not for people: the web process starts it and sends it what to compute. Ends when the channel closes. */
export const computeCommand = (): Command =>
  new Command("compute").action(async () => {
    if (process.send === undefined) throw new Error("The pages start this command themselves.");
    for (const thread of ownThreads()) setPriority(thread, priority);
    stepBackAsSession();
    // Garbage is collected sooner, so that a large study takes less memory, for a little more time.
    setFlagsFromString("--heap-growing-percent=15");
    process.on("message", async ({ id, computation }: NumberedComputation) => {
      process.send?.({ id, outcome: await tryToPerform(computation) } satisfies NumberedOutcome);
    });
    // At once, whatever is under way: nobody waits for it, and its transactions are rolled back.
    process.once("disconnect", () => process.exit());
    await new Promise(() => undefined);
  });

const priority = constants.priority.PRIORITY_BELOW_NORMAL;
const threads = "/proc/self/task";
const session = "/proc/self/autogroup";
const retryMs = 200;

/** On Linux each thread has its own priority, and a third of the work is done by those that collect garbage and compile. 0: the whole process. */
const ownThreads = (): number[] => (existsSync(threads) ? readdirSync(threads).map(Number) : [0]);

/**
 * Linux may share the processors among sessions first, and niceness then counts only within one: this process leads a session of its own (`detached`),
 * which steps back as far as it can. The kernel takes a few such changes a second, so one that it refuses is tried again.
 */
function stepBackAsSession(): void {
  if (!existsSync(session)) return;
  try {
    writeFileSync(session, String(constants.priority.PRIORITY_LOW));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EAGAIN") setTimeout(stepBackAsSession, retryMs).unref();
  }
}
