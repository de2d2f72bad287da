import "server-only";
import type { Socket } from "node:net";
import pg from "pg";
import { log } from "@/lib/log";

/**
 * Connections whose answer will never come: the database's host was frozen or lost its power, a firewall forgot them, another server took over. Nothing
 * closes such a connection, and what waits for it would wait for good, until no connection is left. So a statement that takes long makes somebody ask the
 * server, through a new connection, whether it still works on it.
 */
export interface Patience {
  /** How long a statement may take until the server is asked about it. */
  wonderMs: number;
  /** Whether statements end when the server does not answer either; else they wait until it does, as what may have worked for minutes should. */
  endsInSilence: boolean;
  /** Whether the address leads to one server at a time. Of several replicas, another one may be asked. */
  isOneServer: boolean;
}

/** What somebody waits for. */
export const promptly: Patience = { wonderMs: 2000, endsInSilence: true, isOneServer: true };
/** What works for minutes waits until a frozen server goes on. */
export const patiently: Patience = { wonderMs: 15_000, endsInSilence: false, isOneServer: true };

/** What pg keeps in a client; its types do not say so. */
interface Inside {
  readyForQuery: boolean;
  processID: number | null;
  connection: { stream: Socket };
}
const insideOf = (client: pg.ClientBase) => client as unknown as Inside;

type Taken = (error: Error) => void;

interface Watched {
  isOut: boolean;
  read: number;
  written: number;
  since: number;
}

interface Answer {
  /** Which of the process ids asked about exist, and whether each may work on a statement. Null: a PgBouncer has made them up. */
  works: ReadonlyMap<number, boolean> | null;
  /** After so many milliseconds the server ends a statement itself; 0: never. */
  limit: number;
}

const tickMs = 1000;
const probeMs = 3000;
/** An answer under way when the server was asked has arrived after this. */
const underWayMs = 500;
/** The server is asked twice before its silence is believed: it may only have been slow. */
const silencesBelieved = 2;
/** An answer may come so much later than the server's own limit of time. */
const lateMs = 10_000;

/** A session whose state is not known, as without `track_activities`, may work. */
const isIdle = "coalesce(state, '') like 'idle%'";
const question = `select array(select pid from pg_stat_activity where pid = any($1::int[]) and not ${isIdle}) as active,
  array(select pid from pg_stat_activity where pid = any($1::int[]) and ${isIdle}) as idle,
  pg_backend_pid() as own, (select setting::int from pg_settings where name = 'statement_timeout') as limit`;

/** Ends the connections that are watched once their answer will never come: their statements fail like those of any broken connection. */
export class SilenceWatch {
  readonly #watched = new Map<pg.ClientBase, Watched>();
  #timer: NodeJS.Timeout | undefined;
  #isAsking = false;
  #silences = 0;

  constructor(
    readonly config: pg.ClientConfig,
    readonly patience: Patience,
  ) {}

  /** Watches a connection until it ends. */
  add(client: pg.ClientBase, isOut = true): void {
    this.#watched.set(client, { isOut, read: 0, written: 0, since: Date.now() });
    client.once("end", () => this.#forget(client));
    this.#timer ??= setInterval(() => void this.#look(), tickMs).unref();
  }

  /** Watches all connections of a pool. */
  addPool(pool: pg.Pool): void {
    const note = (isOut: boolean) => (client: pg.ClientBase) => {
      const own = this.#watched.get(client);
      if (own) own.isOut = isOut;
    };
    pool
      .on("connect", (client) => this.add(client))
      .on("acquire", note(true))
      .on("release", (_, client) => note(false)(client));
    if (!this.patience.endsInSilence) return;
    const own = pool.connect.bind(pool) as (done?: Taken) => unknown;
    // While the server is silent nobody waits for a new connection either.
    pool.connect = ((done?: Taken) => {
      if (!this.#isSilent) return own(done);
      const error = new Error("Connection terminated: the server does not answer");
      return done ? done(error) : Promise.reject(error);
    }) as pg.Pool["connect"];
  }

  get #isSilent(): boolean {
    return this.#silences >= silencesBelieved;
  }

  #forget(client: pg.ClientBase): void {
    this.#watched.delete(client);
    this.#rest();
  }

  /** Looks no more while there is nothing to look at. */
  #rest(): void {
    if (this.#watched.size > 0 || this.#isSilent) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** The connections that have waited too long without a byte from the server. */
  #waiting(): pg.ClientBase[] {
    const now = Date.now();
    const found: pg.ClientBase[] = [];
    for (const [client, own] of this.#watched) {
      const { readyForQuery, connection } = insideOf(client);
      const { bytesRead, bytesWritten, writableLength } = connection.stream;
      // A statement that was sent, or a part of a file that the system has taken, counts as a sign of life too.
      const moves = bytesRead !== own.read || (bytesWritten !== own.written && writableLength === 0);
      if (readyForQuery || moves) own.since = now;
      [own.read, own.written] = [bytesRead, bytesWritten];
      if (now - own.since >= this.patience.wonderMs) found.push(client);
    }
    return found;
  }

  async #look(): Promise<void> {
    const waiting = this.#waiting();
    if (this.#isAsking) return;
    if (waiting.length === 0 && !this.#isSilent) {
      this.#silences = 0;
      return;
    }
    this.#isAsking = true;
    try {
      const answer = await this.#ask(waiting);
      this.#silences = answer === null ? this.#silences + 1 : 0;
      if (waiting.length === 0) return;
      await new Promise((resolve) => setTimeout(resolve, underWayMs));
      const still = this.#waiting().filter((client) => waiting.includes(client));
      if (answer === null) this.#end(this.#isSilent && this.patience.endsInSilence ? still : []);
      else this.#end(still.filter((client) => this.#isLost(client, answer)));
    } finally {
      this.#isAsking = false;
      this.#rest();
    }
  }

  #isLost(client: pg.ClientBase, { works, limit }: Answer): boolean {
    const waited = Date.now() - (this.#watched.get(client)?.since ?? Date.now());
    if (limit > 0 && waited > limit + lateMs) return true;
    if (works === null) return false;
    return !(works.get(insideOf(client).processID ?? -1) ?? !this.patience.isOneServer);
  }

  /** Ends connections, and with them the pool's idle ones: they were made before, and the next statement would only find out the same. */
  #end(lost: readonly pg.ClientBase[]): void {
    if (lost.length === 0) return;
    const idle = [...this.#watched].filter(([, { isOut }]) => !isOut).map(([client]) => client);
    log.warn({ connections: lost.length, idle: idle.length }, "connections to the database without an answer were ended");
    for (const client of [...lost, ...idle]) insideOf(client).connection.stream.destroy();
  }

  /** What the server says through a new connection; null: nothing. One that refuses it for now works on what it has. */
  async #ask(about: readonly pg.ClientBase[]): Promise<Answer | null> {
    const pids = about.map((client) => insideOf(client).processID ?? -1);
    const client = new pg.Client({ ...this.config, connectionTimeoutMillis: probeMs, query_timeout: probeMs });
    client.on("error", () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ active: number[]; idle: number[]; own: number; limit: number }>(question, [pids]);
      if (rows[0] === undefined) return null;
      const { active, idle, own, limit } = rows[0];
      const works = new Map([...active.map((pid) => [pid, true] as const), ...idle.map((pid) => [pid, false] as const)]);
      return { works: own === insideOf(client).processID ? works : null, limit };
    } catch (error) {
      return error instanceof pg.DatabaseError ? { works: null, limit: 0 } : null;
    } finally {
      // Not `end`, which waits for the server's goodbye.
      insideOf(client).connection.stream.destroy();
    }
  }
}
