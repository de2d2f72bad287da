import "server-only";
import { readFileSync } from "node:fs";

/** Asked this often in a row, each time it slept and had not answered: it waits for itself. What waits for the database answers. */
const mostAsleep = 10;
/** Many times what a report of a million ratings takes altogether. */
const mostBusyMs = 20 * 60_000;

/** What a process does: "S" where its main thread sleeps, and the processor time that it has used. */
export interface Work {
  state: string;
  usedMs: number;
}

/**
 * Whether a process that does not answer hangs. Time alone does not say so: the machine may have been suspended, and what others leave of its processors may
 * be little. So it hangs if it was asleep whenever it was asked, or has used much processor time, and its event loop has not turned.
 */
export class Silence {
  #asleep = 0;
  #usedMs: number | undefined;

  /** Its event loop has turned. */
  end(): void {
    this.#asleep = 0;
    this.#usedMs = undefined;
  }

  /** Call it each time before the process is asked. */
  isHang({ state, usedMs }: Work): boolean {
    this.#usedMs ??= usedMs;
    this.#asleep = state === "S" ? this.#asleep + 1 : 0;
    // The first time nothing had been asked yet.
    return this.#asleep > mostAsleep || usedMs - this.#usedMs > mostBusyMs;
  }
}

/** A hundredth of a second: the unit of /proc. */
const unitMs = 10;

/** What a process does by Linux's account; null: it has ended, or the system has no such account. */
export function workOf(pid: number | undefined): Work | null {
  try {
    const [state = "", ...fields] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return { state, usedMs: (Number(fields[10]) + Number(fields[11])) * unitMs };
  } catch {
    return null;
  }
}
