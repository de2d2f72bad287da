import "server-only";
import { existsSync, readdirSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { setFlagsFromString } from "node:v8";
import { Command } from "commander";
import { type NumberedComputation, type NumberedOutcome, tryToPerform } from "@/lib/apart/computations";

/** Not for people: the web process starts it and sends it what to compute. Ends when the channel closes. */
export const computeCommand = (): Command =>
  new Command("compute").action(async () => {
    if (process.send === undefined) throw new Error("The pages start this command themselves.");
    for (const thread of ownThreads()) setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
    // Garbage is collected sooner: a third less memory in a large study, for a tenth more time.
    setFlagsFromString("--heap-growing-percent=20");
    process.on("message", async ({ id, computation }: NumberedComputation) => {
      process.send?.({ id, outcome: await tryToPerform(computation) } satisfies NumberedOutcome);
    });
    // At once, whatever is under way: nobody waits for it, and its transactions are rolled back.
    process.once("disconnect", () => process.exit());
    await new Promise(() => undefined);
  });

const threads = "/proc/self/task";

/** On Linux each thread has its own priority, and a third of the work is done by those that collect garbage and compile. 0: the whole process. */
const ownThreads = (): number[] => (existsSync(threads) ? readdirSync(threads).map(Number) : [0]);
