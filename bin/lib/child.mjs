import { spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./paths.mjs";
import { signal, startMark, until } from "./processes.mjs";

const preload = pathToFileURL(join(root, "bin/lib/end-with-parent.mjs")).href;
const firstDelayMs = 500;
const longestDelayMs = 30_000;
const steadyAfterMs = 10_000;

/** How long to wait before the n-th restart in a row (n from 0). */
export const restartDelayMs = (/** @type {number} */ n) => Math.min(firstDelayMs * 2 ** n, longestDelayMs);

/**
 * A supervised process: restarted when it dies, with growing pauses; ended with its supervisor.
 * `args` go to Node. `onOutput(chunk)` gets what it prints; null lets it print to the terminal.
 */
export class KeptProcess {
  #stopping = false;
  #failures = 0;
  /** @type {NodeJS.Timeout | undefined} */
  #timer;
  /** @type {import("node:child_process").ChildProcess | null} */
  #child = null;

  /**
   * Called after the first start and every restart.
   * @type {() => void}
   */
  onStart = () => undefined;

  /**
   * @param {object} options
   * @param {string} options.name
   * @param {readonly string[]} options.args
   * @param {NodeJS.ProcessEnv} options.env
   * @param {((chunk: Buffer) => void) | null} options.onOutput
   * @param {(line: string) => void} options.say
   */
  constructor({ name, args, env, onOutput, say }) {
    this.name = name;
    this.args = args;
    this.env = env;
    this.onOutput = onOutput;
    this.say = say;
  }

  /** `{ pid, mark }` of the running process, or null. */
  get identity() {
    const pid = this.#child?.pid;
    return pid === undefined ? null : { pid, mark: startMark(pid) };
  }

  /** How often in a row it died within ten seconds of starting. */
  get failures() {
    return this.#failures;
  }

  start() {
    const piped = this.onOutput === null ? "inherit" : "pipe";
    const child = spawn(process.execPath, ["--import", preload, ...this.args], {
      cwd: root,
      env: { ...this.env, REDLINE_SUPERVISOR: String(process.pid) },
      stdio: ["ignore", piped, piped, "ipc"],
    });
    this.#child = child;
    const startedAt = Date.now();
    if (this.onOutput !== null) for (const stream of [child.stdout, child.stderr]) stream?.on("data", this.onOutput);
    child.once("error", (error) => this.say(`The ${this.name} could not be started: ${error.message}`));
    child.once("exit", (code, signalName) => this.#onExit(startedAt, signalName ?? `exit code ${code}`));
    this.onStart();
  }

  #onExit(/** @type {number} */ startedAt, /** @type {string} */ how) {
    this.#child = null;
    if (this.#stopping) return;
    if (Date.now() - startedAt > steadyAfterMs) this.#failures = 0;
    const delayMs = restartDelayMs(this.#failures++);
    this.say(`The ${this.name} ended (${how}); starting it again in ${delayMs / 1000} s.`);
    this.#timer = setTimeout(() => this.start(), delayMs);
  }

  /** Ends it for good, as `#end` does. */
  async stop(/** @type {number} */ graceMs) {
    this.#stopping = true;
    clearTimeout(this.#timer);
    await this.#end(graceMs);
  }

  /** Ends the running process as `#end` does; it is started again. */
  async restart(/** @type {number} */ graceMs) {
    this.#failures = 0;
    await this.#end(graceMs);
  }

  /** Ends the running process with SIGTERM, then SIGKILL after `graceMs`, and waits for Node's word of it: the system knows of an end sooner. */
  async #end(/** @type {number} */ graceMs) {
    const child = this.#child;
    if (child?.pid === undefined) return;
    const hasEnded = () => this.#child !== child;
    signal(child.pid, "SIGTERM");
    if (await until(hasEnded, graceMs)) return;
    this.say(`The ${this.name} did not end in ${graceMs / 1000} s and was killed.`);
    signal(child.pid, "SIGKILL");
    await until(hasEnded, 1_000);
  }
}
