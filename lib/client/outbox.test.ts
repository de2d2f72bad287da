import { describe, expect, test } from "vitest";
import type { Action, NewAction } from "@/lib/domain/action";
import type { SaveActionsBody, SavedActions } from "@/lib/domain/assignment";
import { ApiError } from "./api-error";
import { Outbox, type OutboxState } from "./outbox";
import { createOutboxStorage } from "./outbox-storage";
import { actionsOf, lastActionId, openJournal } from "./unit-journal";

const criterion = "c1";
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

const action = (n: number, parent: number | null, fields: Partial<NewAction> = {}): NewAction => ({
  id: uuid(n),
  parentId: parent === null ? null : uuid(parent),
  kind: "set-score",
  itemId: null,
  itemKind: null,
  text: null,
  score: 3,
  criterion: null,
  reasonCode: null,
  reason: null,
  undoesId: null,
  at: "2026-01-01T00:00:00Z",
  ...fields,
});

/** A server stand-in for saving: a chain of actions, with replies that can be lost or refused. */
class Server {
  chain: Action[] = [];
  bodies: SaveActionsBody[] = [];
  /** Outcomes of the next requests, in order; later ones succeed. */
  faults: ("offline" | "lost-reply" | "saved-nothing" | ApiError)[] = [];

  send = async (body: SaveActionsBody): Promise<SavedActions> => {
    this.bodies.push(body);
    const fault = this.faults.shift();
    if (fault === "offline") throw new ApiError("offline", "unreachable", { status: 0 });
    if (fault instanceof ApiError) throw fault;
    if (fault === "saved-nothing")
      return { saved: [], lastActionId: null, evaluation: { score: null, complete: false }, leasedUntil: null };
    for (const next of body.actions) {
      if (this.chain.some((known) => known.id === next.id)) continue;
      if (next.parentId !== (this.chain.at(-1)?.id ?? null)) {
        const details = { criterionId: uuid(900), lastActionId: this.chain.at(-1)?.id ?? null, actions: this.chain };
        throw new ApiError("stale_parent", "changed elsewhere", { status: 409, details });
      }
      this.chain.push({ ...next, seq: this.chain.length });
    }
    if (fault === "lost-reply") throw new ApiError("offline", "cut off", { status: 0 });
    const lastId = this.chain.at(-1)?.id ?? null;
    return { saved: body.actions.map((one) => one.id), lastActionId: lastId, evaluation: { score: 3, complete: true }, leasedUntil: null };
  };
}

/** An in-memory stand-in for browser storage. */
class MemoryStore {
  constructor(private readonly capacity = Number.POSITIVE_INFINITY) {}
  private readonly entries = new Map<string, string>();
  get length() {
    return this.entries.size;
  }
  key = (index: number) => [...this.entries.keys()][index] ?? null;
  getItem = (key: string) => this.entries.get(key) ?? null;
  removeItem = (key: string) => void this.entries.delete(key);
  setItem = (key: string, value: string) => {
    if (this.entries.size >= this.capacity) throw new DOMException("full", "QuotaExceededError");
    this.entries.set(key, value);
  };
}

function open(server: Server, store = new MemoryStore(), stored: Action[] = []) {
  const storage = createOutboxStorage("a1", store);
  const waits: { ms: number; wake: () => void }[] = [];
  const units = { [criterion]: openJournal(stored, storage.read().get(criterion) ?? [], 0) };
  const schedule = (ms: number, wake: () => void) => {
    waits.push({ ms, wake });
    return () => void waits.splice(0);
  };
  const outbox = new Outbox({ units, storage, send: server.send, schedule, random: () => 0.5 });
  const reached = (wanted: (state: OutboxState) => boolean) =>
    new Promise<void>((resolve) => {
      if (wanted(outbox.getState())) return resolve();
      const stop = outbox.subscribe(() => {
        if (!wanted(outbox.getState())) return;
        stop();
        resolve();
      });
    });
  const journal = () => {
    const found = outbox.getState().units[criterion];
    if (!found) throw new Error("no journal");
    return found;
  };
  return { outbox, store, waits, reached, journal, wake: () => waits.shift()?.wake() };
}

describe("the outbox", () => {
  test("sends actions in order and says saved only when the server has them", async () => {
    const server = new Server();
    const { outbox, store, journal } = open(server);
    outbox.add(criterion, action(1, null));
    outbox.add(criterion, action(2, 1));
    outbox.add(criterion, action(3, 2));
    expect(outbox.getState().save).toBe("saving");
    expect(store.length).toBe(3);
    await outbox.whenSaved();
    expect(server.chain.map((one) => one.id)).toEqual([uuid(1), uuid(2), uuid(3)]);
    expect(journal().stored.map((one) => one.seq)).toEqual([0, 1, 2]);
    expect(store.length).toBe(0);
  });

  test("waits longer after each failure and resumes when the connection is back", async () => {
    const server = new Server();
    server.faults = ["offline", "offline"];
    const { outbox, waits, reached, wake } = open(server);
    outbox.add(criterion, action(1, null));
    await reached((state) => state.save === "waiting");
    expect(waits[0]?.ms).toBe(500);
    wake();
    await reached((state) => state.save === "saving");
    await reached((state) => state.save === "waiting");
    expect(waits[0]?.ms).toBe(1000);
    outbox.retry();
    await outbox.whenSaved();
    expect(server.chain).toHaveLength(1);
  });

  test("retries a save whose reply was lost without applying it twice", async () => {
    const server = new Server();
    server.faults = ["lost-reply"];
    const { outbox, reached, wake } = open(server);
    outbox.add(criterion, action(1, null));
    await reached((state) => state.save === "waiting");
    outbox.add(criterion, action(2, 1));
    wake();
    await outbox.whenSaved();
    expect(server.chain.map((one) => one.id)).toEqual([uuid(1), uuid(2)]);
  });

  test("keeps what an answer does not name as saved, and waits before it is sent again", async () => {
    const server = new Server();
    server.faults = ["saved-nothing"];
    const { outbox, store, reached, wake } = open(server);
    outbox.add(criterion, action(1, null));
    await reached((state) => state.save !== "saving");
    expect([outbox.getState().save, server.bodies.length, store.length]).toEqual(["waiting", 1, 1]);
    wake();
    await outbox.whenSaved();
    expect(server.chain.map((one) => one.id)).toEqual([uuid(1)]);
    expect(store.length).toBe(0);
  });

  test("finds unsent actions again after a reload", async () => {
    const server = new Server();
    server.faults = ["offline"];
    const before = open(server);
    before.outbox.add(criterion, action(1, null));
    before.outbox.add(criterion, action(2, 1));
    await before.reached((state) => state.save === "waiting");

    const after = open(server, before.store);
    expect(actionsOf(after.journal()).map((one) => one.id)).toEqual([uuid(1), uuid(2)]);
    after.outbox.start();
    await after.outbox.whenSaved();
    expect(server.chain).toHaveLength(2);
    expect(after.store.length).toBe(0);
  });

  test("does not make an annotator wait to submit while the server cannot be reached", async () => {
    const server = new Server();
    server.faults = ["offline", "offline", "offline"];
    const { outbox, waits, reached, wake } = open(server);
    outbox.add(criterion, action(1, null));
    const saved = expect(outbox.whenSaved()).rejects.toThrow(/cannot be reached/);
    for (const _ of [1, 2]) {
      await reached((state) => state.save === "waiting" && waits.length > 0);
      wake();
    }
    await saved;
    wake();
    await outbox.whenSaved();
    expect(server.chain).toHaveLength(1);
  });

  test("stops with the reason when the sample went to someone else", async () => {
    const server = new Server();
    server.faults = [new ApiError("lease_lost", "Given to others.", { status: 409 })];
    const { outbox, reached } = open(server);
    outbox.add(criterion, action(1, null));
    await expect(outbox.whenSaved()).rejects.toThrow(/not saved/);
    await reached((state) => state.trouble?.kind === "lease-lost");
    expect(outbox.getState().trouble?.message).toBe("Given to others.");
  });

  test.each([
    ["unauthenticated", 401, "signed-out"],
    ["forbidden", 403, "closed"],
    ["not_found", 404, "closed"],
  ])("keeps everything when the server answers %s, and resumes afterwards", async (code, status, kind) => {
    const server = new Server();
    server.faults = [new ApiError(code, "Not now.", { status })];
    const { outbox, reached, store } = open(server);
    outbox.add(criterion, action(1, null));
    await reached((state) => state.trouble?.kind === kind);
    outbox.add(criterion, action(2, 1));
    expect(outbox.getState().save).toBe("failed");
    expect(store.length).toBe(2);
    outbox.retry();
    await outbox.whenSaved();
    expect(server.chain).toHaveLength(2);
  });

  test("says when the browser would lose unsent work", async () => {
    const server = new Server();
    server.faults = ["offline"];
    const { outbox, reached, wake } = open(server, new MemoryStore(0));
    outbox.add(criterion, action(1, null));
    await reached((state) => state.save === "waiting");
    expect(outbox.getState().unkept).toBe(true);
    wake();
    await outbox.whenSaved();
    expect(outbox.getState().unkept).toBe(false);
  });

  test("drops a refused action only when asked to", async () => {
    const server = new Server();
    server.faults = [new ApiError("invalid_input", "Off the scale.", { status: 422 })];
    const { outbox, reached, journal, store } = open(server);
    outbox.add(criterion, action(1, null, { score: 9 }));
    await reached((state) => state.units[criterion]?.trouble?.kind === "refused");
    expect(journal().pending).toHaveLength(1);
    outbox.resolve(criterion, { keep: "theirs" });
    expect(outbox.getState().save).toBe("saved");
    expect(lastActionId(journal())).toBeNull();
    expect(store.length).toBe(0);
  });

  test("active time is sent with a save or alone, and losing it interrupts nobody", async () => {
    const server = new Server();
    const { outbox } = open(server);
    outbox.setActiveMs(criterion, 400);
    await outbox.flushTimes();
    expect(server.bodies).toHaveLength(0);
    outbox.setActiveMs(criterion, 5000.4);
    server.faults = ["offline"];
    await outbox.flushTimes();
    expect(outbox.getState().save).toBe("saved");
    await outbox.flushTimes();
    await outbox.flushTimes();
    expect(server.bodies.map((body) => body.activeMs)).toEqual([5000, 5000]);
  });
});

describe("when another tab continued from the same point", () => {
  const unit = {
    items: [],
    draftScore: null,
    madeBlind: 0,
    scale: { min: 1, max: 5, step: 1 },
    reasonRequired: false,
    mayAcceptRest: false,
  };

  async function stale() {
    const server = new Server();
    server.chain = [{ ...action(50, null, { score: 1 }), seq: 0 }];
    const tab = open(server);
    tab.outbox.add(criterion, action(1, null, { score: 4 }));
    tab.outbox.add(criterion, action(2, 1, { kind: "add", itemKind: "evidence", text: "mine", score: null }));
    await tab.reached((state) => state.save === "failed");
    return { server, ...tab };
  }

  test("both versions are kept until one is chosen", async () => {
    const { journal, store } = await stale();
    expect(journal().trouble).toMatchObject({ kind: "stale", theirs: [{ id: uuid(50) }] });
    expect(journal().pending).toHaveLength(2);
    expect(store.length).toBe(2);
  });

  test("the other version can be taken", async () => {
    const { outbox, journal, store, server } = await stale();
    outbox.resolve(criterion, { keep: "theirs" });
    expect(actionsOf(journal()).map((one) => one.id)).toEqual([uuid(50)]);
    expect(store.length).toBe(0);
    expect(server.chain).toHaveLength(1);
  });

  test("the pending version can be reapplied on top, without what no longer applies", async () => {
    const { outbox, journal, server } = await stale();
    const lineOfOtherTab = action(3, 2, { kind: "remove", itemId: uuid(777), score: null });
    outbox.add(criterion, lineOfOtherTab);
    outbox.resolve(criterion, { keep: "mine", unit });
    await outbox.whenSaved();
    expect(server.chain.map((one) => one.id)).toEqual([uuid(50), uuid(1), uuid(2)]);
    expect(journal().pending).toHaveLength(0);
  });

  test("nothing is asked when the server already has everything", async () => {
    const server = new Server();
    server.chain = [
      { ...action(1, null), seq: 0 },
      { ...action(50, 1, { score: 1 }), seq: 1 },
    ];
    const store = new MemoryStore();
    createOutboxStorage("a1", store).put(criterion, action(1, null));
    const { outbox, journal } = open(server, store, []);
    server.faults = [
      new ApiError("stale_parent", "changed", {
        status: 409,
        details: { criterionId: uuid(900), lastActionId: uuid(50), actions: server.chain },
      }),
    ];
    outbox.start();
    await outbox.whenSaved();
    expect(journal().trouble).toBeNull();
    expect(lastActionId(journal())).toBe(uuid(50));
  });
});
