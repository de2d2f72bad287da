import "server-only";
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { constants } from "node:os";
import { claimedRequest } from "@/lib/db/claimed-request";
import { AppError } from "@/lib/domain/errors";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import {
  type Computation,
  type ComputationInput,
  type ComputationName,
  type ComputationResult,
  type NumberedComputation,
  type NumberedOutcome,
  type Outcome,
  perform,
  stillThere,
} from "./computations";
import { Silence, workOf } from "./silence";

/**
 * A process that grows step by step from the little room that V8 begins with collects garbage at each (a sixth of the time of its first large report); and
 * while others use the processors, threads that help to collect garbage are waited for longer than they help. Where much memory is free, V8 would let
 * what a report is done with grow to a multiple of what is in use: less room of both kinds saves a sixth of the memory, for up to a tenth of the time.
 */
const memoryFlags = [
  "--min-semi-space-size=8",
  "--max-semi-space-size=8",
  "--initial-heap-size=100",
  "--heap-growing-percent=40",
  "--single-threaded-gc",
];

/**
 * glibc keeps what large lists leave behind for lists of the same size: where it is given back to the system at once, a process uses a fifth less memory
 * in about the same time. Smaller lists come and go too often for that.
 */
const memorySettings = { MALLOC_MMAP_THRESHOLD_: String(2 ** 20) };

/** After this long without work a process ends and gives its memory back. */
const idleMs = 300_000;

/** How often a process at work is asked whether it is still there. */
const askMs = 30_000;

/** Begun anew where the process hangs: they may be done twice. */
const repeatable: ReadonlySet<ComputationName> = new Set([
  "computeReport",
  "previewPlan",
  "readStudyQuality",
  "readTaskPeople",
  "sizePlan",
]);

interface Job {
  computation: Computation;
  isAnew?: boolean;
  /** Aborted when nobody waits for it any more. */
  signal: AbortSignal | undefined;
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/** A report's values take a fraction of a second, and the computation of a whole report lets them pass between two chapters. */
const isShort = ({ computation: { name, input } }: Job): boolean =>
  name === "computeReport" && (input as ComputationInput<"computeReport">)[0].valuesFor !== undefined;

/** The descriptor of the pipe through which the process learns that this one has ended, though it stands still. */
const pipe = 4;
const retryMs = 200;

/**
 * Linux may share the processors among sessions first, and niceness then counts only within one: this process leads a session of its own (`detached`),
 * which steps back, but not so far that other programs could starve it. The kernel takes a few such changes a second, so one that it refuses is tried again.
 */
function stepBackAsSession(child: ChildProcess): void {
  const session = `/proc/${child.pid}/autogroup`;
  if (!existsSync(session)) return;
  try {
    writeFileSync(session, String(constants.priority.PRIORITY_BELOW_NORMAL));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EAGAIN") setTimeout(() => stepBackAsSession(child), retryMs).unref();
  }
}

/**
 * A process that computes for this one, started when something is first asked for: one long computation at a time, and one short beside it; or, with
 * `atOnce`, all that is asked for, which then mostly waits for the database.
 */
class Computer {
  readonly #atOnce: boolean;
  #child: ChildProcess | null = null;
  /** Whether the process would end if this one were killed while it stands still. */
  #isGuarded = false;
  #queue: Job[] = [];
  #current = new Map<number, Job>();
  #sent = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor({ atOnce = false } = {}) {
    this.#atOnce = atOnce;
  }

  compute(computation: Computation, signal: AbortSignal | undefined): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ computation, signal, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    clearTimeout(this.#idle);
    const current = [...this.#current.values()].map(isShort);
    const at = this.#queue.findIndex((job) => this.#atOnce || !current.includes(isShort(job)));
    const [job] = at < 0 ? [] : this.#queue.splice(at, 1);
    if (job === undefined) {
      if (current.length === 0) this.#idle = setTimeout(() => this.#rest(), idleMs).unref();
      return;
    }
    if (job.signal?.aborted) job.reject(new AppError("bad_request", "The request was given up."));
    else this.#send(job);
    this.#next();
  }

  #send(job: Job): void {
    const id = this.#sent++;
    this.#current.set(id, job);
    this.#child ??= this.#start();
    const child = this.#child;
    child.send({ id, computation: job.computation } satisfies NumberedComputation, (error) => error && this.#end(child, error.message));
  }

  #start(): ChildProcess {
    // Advanced: an actor holds a Map.
    const child = spawn(process.execPath, [...memoryFlags, ...env().REDLINE_COMMAND, "compute", "--pipe", String(pipe)], {
      stdio: ["ignore", "ignore", "inherit", "ipc", "pipe"],
      serialization: "advanced",
      detached: true,
      env: { ...memorySettings, ...process.env },
    });
    stepBackAsSession(child);
    // It must not keep this process alive, and ends when the channel closes.
    child.unref();
    child.channel?.unref();
    const silence = this.#askNowAndThen(child);
    child.on("message", (said: NumberedOutcome | typeof stillThere) => {
      silence.end();
      if (said !== stillThere && this.#child === child) this.#settle(said.id, said.outcome);
    });
    child.once("error", (error) => this.#end(child, error.message));
    child.once("exit", (code, signal) => this.#end(child, signal ?? `exit code ${code}`));
    this.#isGuarded = false;
    const guard = child.stdio[pipe] as Socket;
    guard.unref();
    const guarded = (isGuarded: boolean) => () => {
      if (this.#child === child) this.#isGuarded = isGuarded;
    };
    guard.once("data", guarded(true)).once("close", guarded(false)).on("error", guarded(false));
    child.once("exit", () => guard.destroy());
    return child;
  }

  /** Ends the process if it hangs at work. */
  #askNowAndThen(child: ChildProcess): Silence {
    const silence = new Silence();
    const asking = setInterval(() => {
      if (this.#child !== child) return clearInterval(asking);
      const work = workOf(child.pid);
      if (!this.isBusy || work === null) return silence.end();
      if (!silence.isHang(work)) return child.send(stillThere, (error) => error && this.#end(child, error.message));
      const job = [...this.#current.values()].map(({ computation }) => computation.name);
      log.error({ job, ms: work.usedMs }, "a process that computes hung and is ended");
      child.kill("SIGKILL");
      this.#end(child, "it hung", true);
    }, askMs).unref();
    return silence;
  }

  get isBusy(): boolean {
    return this.#current.size > 0;
  }

  /** Stops the process, unless a short computation is among its own. Returns what lets it go on. */
  standStill(): (() => void) | undefined {
    const child = this.#child;
    if (child === null || !this.#isGuarded || [...this.#current.values()].some(isShort)) return undefined;
    child.kill("SIGSTOP");
    return () => child.kill("SIGCONT");
  }

  #rest(): void {
    this.#child?.disconnect();
    this.#child = null;
  }

  #end(child: ChildProcess, how: string, hung = false): void {
    if (this.#child !== child) return;
    this.#child = null;
    const message = "This could not be computed. Try again in a moment.";
    const outcome: Outcome = { refusal: { code: "unavailable", message, cause: `The process that computes ended (${how}).` } };
    for (const [id, job] of [...this.#current]) {
      if (hung && !job.isAnew && repeatable.has(job.computation.name)) {
        this.#current.delete(id);
        this.#queue.unshift({ ...job, isAnew: true });
        this.#next();
      } else this.#settle(id, outcome);
    }
  }

  #settle(id: number, outcome: Outcome): void {
    const job = this.#current.get(id);
    this.#current.delete(id);
    if ("result" in outcome) job?.resolve(outcome.result);
    else job?.reject(errorOf(outcome.refusal));
    this.#next();
  }
}

function errorOf({ code, message, details, retryAfterSeconds, cause }: Extract<Outcome, { refusal: unknown }>["refusal"]): Error {
  if (code === null) return new Error(message);
  return new AppError(code, message, {
    ...(details !== undefined && { details }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(cause !== undefined && { cause: new Error(cause) }),
  });
}

const reportWork: ReadonlySet<ComputationName> = new Set(["computeReport", "freezeReport"]);
const importWork: ReadonlySet<ComputationName> = new Set(["checkUpload", "commitImport", "mapImport"]);

// On globalThis: Next bundles each route with its own module state. Reports and imports take longest, so nothing else waits for them.
const held = globalThis as unknown as { redlineComputers?: { reports: Computer; pages: Computer; imports: Computer } };

/**
 * The result of a workflow that needs seconds of processor time in large studies, computed in a process of its own, so that nobody who saves or reads
 * a page waits for it; here, where no command line is given (`REDLINE_COMMAND`). Throws what the workflow throws, and unavailable if that process
 * ends. Once `signal` is aborted, what has not begun is left out.
 */
export async function computeApart<N extends ComputationName>(
  name: N,
  input: ComputationInput<N>,
  signal?: AbortSignal,
): Promise<ComputationResult<N>> {
  const computation = { name, input, request: claimedRequest() };
  if (env().REDLINE_COMMAND.length === 0) return (await perform(computation)) as ComputationResult<N>;
  held.redlineComputers ??= { reports: new Computer(), pages: new Computer(), imports: new Computer({ atOnce: true }) };
  const { reports, imports, pages } = held.redlineComputers;
  const computer = reportWork.has(name) ? reports : importWork.has(name) ? imports : pages;
  return (await computer.compute(computation, signal)) as ComputationResult<N>;
}
