import type { Action, NewAction } from "@/lib/domain/action";
import type { SaveActionsBody, SavedActions } from "@/lib/domain/assignment";
import { ApiError } from "./api-error";
import type { OutboxStorage } from "./outbox-storage";
import { append, dropPending, type JournalUnit, keepMine, meetStale, settle, takeTheirs, type UnitJournal } from "./unit-journal";

/** The save status in the top line. */
export type SaveState = "saved" | "saving" | "waiting" | "failed";

/** What blocks saving for the whole assignment, whatever the unit. */
export interface OutboxTrouble {
  kind: "signed-out" | "lease-lost" | "closed";
  message: string;
}

export interface OutboxState {
  units: Readonly<Record<string, UnitJournal>>;
  save: SaveState;
  trouble: OutboxTrouble | null;
  /** The last attempt to save failed on the way, so it is repeated until the server answers. */
  unreachable: boolean;
  /** The browser could not store unsent work, so leaving the page would lose it. */
  unkept: boolean;
}

export interface OutboxSettings {
  units: Readonly<Record<string, UnitJournal>>;
  storage: OutboxStorage;
  send: (body: SaveActionsBody, options: { keepalive: boolean }) => Promise<SavedActions>;
  /** Calls back after the given milliseconds; returns a function that cancels. */
  schedule: (ms: number, callback: () => void) => () => void;
  random: () => number;
}

const batch = 100;
/** After this many consecutive failures, waiting callers are rejected. */
const patience = 3;
const firstWaitMs = 500;
const longestWaitMs = 30_000;

/**
 * Sends an annotator's actions in order, one request at a time, until the server has committed each. Unsent actions survive reloads
 * and lost connections; nothing is dropped without the annotator's say.
 */
export class Outbox {
  private state: OutboxState;
  private readonly listeners = new Set<() => void>();
  private busy = false;
  private failures = 0;
  private cancelWait: (() => void) | null = null;

  constructor(private readonly settings: OutboxSettings) {
    this.state = { units: settings.units, save: "saved", trouble: null, unreachable: false, unkept: false };
    this.update({});
  }

  getState = (): OutboxState => this.state;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  /** Starts sending what an earlier visit left. Never stops: unsent actions are still sent after another sample is opened. */
  start(): void {
    void this.flush();
  }

  add(criterionId: string, action: NewAction): void {
    const kept = this.settings.storage.put(criterionId, action);
    this.change(criterionId, (journal) => append(journal, action), kept ? {} : { unkept: true });
    void this.flush();
  }

  /** Records active time; it is sent with the unit's next save or by `flushTimes`. */
  setActiveMs(criterionId: string, activeMs: number): void {
    this.change(criterionId, (journal) => ({ ...journal, activeMs: Math.max(journal.activeMs, Math.round(activeMs)) }));
  }

  /** Sends the active time of every unit whose time changed by a second or more. */
  async flushTimes(options: { keepalive?: boolean } = {}): Promise<void> {
    if (this.state.trouble !== null) return;
    for (const [criterionId, journal] of Object.entries(this.state.units)) {
      if (journal.trouble !== null || journal.pending.length > 0 || journal.activeMs - journal.savedActiveMs < 1000) continue;
      try {
        await this.settings.send({ criterionId, actions: [], activeMs: journal.activeMs }, { keepalive: options.keepalive ?? false });
        this.change(criterionId, (now) => settle(now, new Set(), journal.activeMs));
      } catch (error) {
        // A failure to save time alone interrupts nobody: it is sent again with the next save.
        if (!(error instanceof ApiError)) throw error;
        return;
      }
    }
  }

  /** Sends pending actions now, ignoring the back-off. */
  retry(): void {
    this.cancelWait?.();
    this.cancelWait = null;
    this.failures = 0;
    this.update({ trouble: null });
    void this.flush();
  }

  /** Resolves a stale unit, or drops a refused action. */
  resolve(criterionId: string, choice: { keep: "mine"; unit: JournalUnit } | { keep: "theirs" }): void {
    const journal = this.state.units[criterionId];
    if (journal === undefined) return;
    const after =
      choice.keep === "mine"
        ? keepMine(journal, choice.unit)
        : journal.trouble?.kind === "stale"
          ? takeTheirs(journal)
          : dropPending(journal);
    const stillPending = new Set(after.pending.map((action) => action.id));
    this.settings.storage.remove(journal.pending.map((action) => action.id).filter((id) => !stillPending.has(id)));
    for (const action of after.pending) this.settings.storage.put(criterionId, action);
    this.change(criterionId, () => after);
    void this.flush();
  }

  /** Resolves once everything is committed; rejects if that needs a decision or the server cannot be reached. */
  whenSaved(): Promise<void> {
    void this.flush();
    return new Promise((resolve, reject) => {
      const settled = () => {
        if (this.state.save === "saved") resolve();
        else if (this.state.save === "failed") reject(new Error("Something is not saved yet."));
        else if (this.state.save === "waiting" && this.failures >= patience)
          reject(new Error("The server cannot be reached. Your work is kept here; try again when the top line says Saved."));
        else return false;
        return true;
      };
      if (settled()) return;
      const stop = this.subscribe(() => {
        if (settled()) stop();
      });
    });
  }

  private async flush(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      for (let next = this.sendable(); next !== null; next = this.sendable()) await this.sendUnit(next);
    } finally {
      this.busy = false;
      this.update({});
    }
  }

  /** The next unit to send. Looked up before each request, since anything may have changed during the last one. */
  private sendable(): string | null {
    if (this.cancelWait !== null || this.state.trouble !== null) return null;
    const waiting = Object.entries(this.state.units).find(([, journal]) => journal.pending.length > 0 && journal.trouble === null);
    return waiting?.[0] ?? null;
  }

  /** Sends one unit's next batch. */
  private async sendUnit(criterionId: string): Promise<void> {
    const journal = this.state.units[criterionId];
    if (journal === undefined) return;
    const actions = journal.pending.slice(0, batch);
    this.update({});
    try {
      const saved = await this.settings.send({ criterionId, actions: [...actions], activeMs: journal.activeMs }, { keepalive: false });
      const ids = new Set(saved.saved);
      // Such an answer is not the server's; without a wait, the same would be sent again at once.
      if (!actions.some(({ id }) => ids.has(id))) return this.waitAndRetry(null);
      this.settings.storage.remove(ids);
      this.failures = 0;
      this.change(criterionId, (now) => settle(now, ids, journal.activeMs));
    } catch (error) {
      this.meetError(criterionId, error);
    }
  }

  /** Decides what an error means: wait, stop the whole assignment, or set one unit aside and continue with the others. */
  private meetError(criterionId: string, error: unknown): void {
    if (!(error instanceof ApiError) || error.passing) {
      this.waitAndRetry(error instanceof ApiError ? error.retryAfterMs : null);
      return;
    }
    const stale = error.code === "stale_parent" ? storedActions(error.details) : null;
    if (stale !== null) {
      this.change(criterionId, (journal) => meetStale(journal, stale));
      const journal = this.state.units[criterionId];
      if (journal?.trouble === null) this.settings.storage.remove(stale.map((action) => action.id));
      return;
    }
    // A role that was taken away may come back: nothing that is waiting is discarded.
    const whole = {
      unauthenticated: "signed-out",
      lease_lost: "lease-lost",
      conflict: "closed",
      forbidden: "closed",
      not_found: "closed",
    } as const;
    const kind = error.code in whole ? whole[error.code as keyof typeof whole] : null;
    if (kind !== null) {
      this.update({ trouble: { kind, message: error.message } });
      return;
    }
    this.change(criterionId, (journal) => ({ ...journal, trouble: { kind: "refused", message: error.message } }));
  }

  private waitAndRetry(retryAfterMs: number | null): void {
    const backOff = Math.min(longestWaitMs, firstWaitMs * 2 ** this.failures) * (0.75 + this.settings.random() / 2);
    this.failures++;
    this.cancelWait = this.settings.schedule(retryAfterMs ?? backOff, () => {
      this.cancelWait = null;
      void this.flush();
    });
  }

  private change(criterionId: string, step: (journal: UnitJournal) => UnitJournal, rest: Partial<OutboxState> = {}): void {
    const journal = this.state.units[criterionId];
    if (journal === undefined) throw new Error(`This assignment has no unit for criterion ${criterionId}.`);
    this.update({ ...rest, units: { ...this.state.units, [criterionId]: step(journal) } });
  }

  private update(changes: Partial<OutboxState>): void {
    const next = { ...this.state, ...changes };
    const journals = Object.values(next.units);
    const pending = journals.some((journal) => journal.pending.length > 0);
    next.save = !pending
      ? "saved"
      : next.trouble !== null || journals.some((journal) => journal.trouble !== null)
        ? "failed"
        : this.cancelWait !== null
          ? "waiting"
          : "saving";
    if (!pending) next.unkept = false;
    next.unreachable = pending && this.failures > 0;
    this.state = next;
    for (const listener of this.listeners) listener();
  }
}

// Trusted like every reply from our server, since its schemas would weigh on every first page load. A proxy's error has no such list.
function storedActions(details: Record<string, unknown> | undefined): Action[] | null {
  return Array.isArray(details?.actions) ? details.actions : null;
}
