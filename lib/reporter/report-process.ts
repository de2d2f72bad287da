import "server-only";
import { type ChildProcess, spawn } from "node:child_process";
import { AppError } from "@/lib/domain/errors";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { computeReport } from "@/lib/workflows/compute-report";
import type { ReportAnswer, ReportJob } from "./report-messages";

/** After this long without work the process ends and gives its memory back. */
const idleMs = 300_000;

interface Waiting {
  resolve: () => void;
  reject: (error: Error) => void;
}

/** One process that computes reports for this one, started when the first is asked for. */
class ReportProcess {
  #child: ChildProcess | null = null;
  #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #idle: NodeJS.Timeout | undefined;

  compute(job: Omit<ReportJob, "id">): Promise<void> {
    clearTimeout(this.#idle);
    const id = ++this.#lastId;
    const child = this.#child ?? this.#start();
    return new Promise<void>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      child.send({ id, ...job }, (error) => error && this.#end(child, error.message));
    });
  }

  #start(): ChildProcess {
    const child = spawn(process.execPath, [...env().REDLINE_COMMAND, "compute-reports"], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
    this.#child = child;
    // It must not keep this process alive, and ends when the channel closes.
    child.unref();
    child.channel?.unref();
    child.on("message", (answer: ReportAnswer) => this.#answer(answer));
    child.once("error", (error) => this.#end(child, error.message));
    child.once("exit", (code, signal) => this.#end(child, signal ?? `exit code ${code}`));
    return child;
  }

  #end(child: ChildProcess, how: string): void {
    if (this.#child !== child) return;
    this.#child = null;
    for (const id of [...this.#waiting.keys()]) this.#answer({ id, error: `The process that computes reports ended (${how}).` });
  }

  #answer({ id, error }: ReportAnswer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === null) waiting?.resolve();
    else
      waiting?.reject(new AppError("unavailable", "The report could not be computed. Try again in a moment.", { cause: new Error(error) }));
    if (this.#waiting.size === 0) this.#idle = setTimeout(() => this.#child?.disconnect(), idleMs).unref();
  }
}

// On globalThis: Next bundles each route with its own module state.
const held = globalThis as unknown as { redlineReports?: { process: ReportProcess; underWay: Map<string, Promise<void>> } };

/**
 * Computes and stores a report in a process of its own, so that nobody who saves or reads a page waits for it; here, where no command line is given
 * (`REDLINE_COMMAND`). Asked twice at once, it computes once. Throws unavailable if that process fails.
 */
export function computeReportApart(job: Omit<ReportJob, "id">): Promise<void> {
  held.redlineReports ??= { process: new ReportProcess(), underWay: new Map() };
  const { process: apart, underWay } = held.redlineReports;
  const key = JSON.stringify(job);
  const known = underWay.get(key);
  if (known !== undefined) return known;
  const computing = (env().REDLINE_COMMAND.length === 0 ? computeReport(job) : apart.compute(job)).finally(() => underWay.delete(key));
  underWay.set(key, computing);
  computing.catch((error: unknown) => log.error({ err: error, taskId: job.taskId }, "a report could not be computed"));
  return computing;
}
