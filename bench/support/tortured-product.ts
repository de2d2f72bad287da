/** The product as `npm start` runs it, with a way to kill each of its processes. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readLock } from "../../bin/lib/lock.mjs";
import { root, temporaryFolder } from "../../bin/lib/paths.mjs";
import { runningUrl } from "../../bin/lib/pg.mjs";
import { commandLine, freePort, isAlive, pause, until } from "../../bin/lib/processes.mjs";

export const victims = ["web", "worker", "PostgreSQL", "supervisor"] as const;
export type Victim = (typeof victims)[number];

/** How long the product may take to be healthy again; the supervisor's own pauses grow to 30 s for a process that keeps dying. */
const recoveryMs = 90_000;

export class TorturedProduct {
  readonly dataDir: string;
  readonly secret = "a secret that only the torture knows";
  private folder: string;
  private child: ChildProcess | null = null;
  private output = "";

  private constructor(readonly port: number) {
    this.folder = temporaryFolder("redline-torture-");
    this.dataDir = join(this.folder, "data");
  }

  static async start(): Promise<TorturedProduct> {
    const product = new TorturedProduct(await freePort());
    await product.launch();
    return product;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The address of its database now; the port may change when it is started again. */
  databaseUrl(): string {
    const url = runningUrl(join(this.dataDir, "postgres"));
    if (url === null) throw new Error("PostgreSQL is not running.");
    return url;
  }

  private async launch(): Promise<void> {
    const ours = /^(REDLINE_|OPENAI_|OTEL_|DATABASE_URL$|PORT$|HOST$|NODE_OPTIONS$|NODE_ENV$)/;
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
    const args = [join(root, "bin/start.mjs"), "--port", String(this.port), "--data-dir", this.dataDir, "--no-demo"];
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...env, NODE_ENV: "production", npm_lifecycle_event: "torture", REDLINE_SECRET: this.secret, LOG_LEVEL: "warn" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (this.output += text));
    if (!(await this.healthy(recoveryMs))) throw new Error(`The product did not start:\n${this.output.slice(-3000)}`);
  }

  /** Whether pages, database and worker are well within this time. */
  healthy(timeoutMs: number): Promise<boolean> {
    return until(
      async () => {
        const reply = await fetch(`${this.url}/api/health`, { signal: AbortSignal.timeout(3000) }).catch(() => null);
        await reply?.text().catch(() => "");
        return reply?.status === 200;
      },
      timeoutMs,
      25,
    );
  }

  /** The process id of a victim; null while it is being started again. */
  private pidOf(victim: Victim): number | null {
    if (victim === "supervisor") return this.child?.pid ?? null;
    if (victim === "PostgreSQL") return Number(readFileSync(join(this.dataDir, "postgres/data/postmaster.pid"), "utf8").split("\n")[0]);
    const lock = readLock(join(this.dataDir, "server.lock")) as { note?: { children?: { pid: number }[] } } | null;
    const sign = victim === "web" ? "next" : "lib/jobs/worker.ts";
    return (lock?.note?.children ?? []).map(({ pid }) => pid).find((pid) => isAlive(pid) && commandLine(pid).includes(sign)) ?? null;
  }

  /** Kills a victim without a warning and waits until all is well again. Returns the milliseconds that took, after any of the supervisor's pauses. */
  async kill(victim: Victim): Promise<{ recoveredMs: number }> {
    await until(() => this.pidOf(victim) !== null, recoveryMs);
    const pid = this.pidOf(victim);
    if (pid === null) throw new Error(`The ${victim} was not started again within ${recoveryMs / 1000} s:\n${this.output.slice(-2000)}`);
    const begun = performance.now();
    process.kill(pid, "SIGKILL");
    await until(() => !isAlive(pid), 5000, 5);
    if (victim === "supervisor") await this.launch();
    // The worker's last sign of life stays good for ten seconds, so its process is what counts.
    if (victim === "worker") await until(() => this.pidOf("worker") !== null, recoveryMs, 10);
    if (!(await this.healthy(recoveryMs)))
      throw new Error(`Not healthy ${recoveryMs / 1000} s after the ${victim} was killed:\n${this.output.slice(-2000)}`);
    return { recoveredMs: performance.now() - begun };
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (child !== null && child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await Promise.race([gone, pause(20_000)]);
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
