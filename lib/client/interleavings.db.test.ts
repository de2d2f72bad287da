import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { NewAction } from "@/lib/domain/action";
import type { SaveActionsBody } from "@/lib/domain/assignment";
import { AppError, errorStatus } from "@/lib/domain/errors";
import type { Actor } from "@/lib/domain/policy";
import { actionProblem } from "@/lib/review/action-problem";
import { applyActions } from "@/lib/review/apply-actions";
import { temporaryDatabase } from "@/lib/testing/database";
import { action, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { nextAssignment } from "@/lib/workflows/next-assignment";
import { openAssignment } from "@/lib/workflows/open-assignment";
import { saveActions } from "@/lib/workflows/save-actions";
import { skipAssignment } from "@/lib/workflows/skip-assignment";
import { ApiError } from "./api-error";
import { Outbox } from "./outbox";
import { createOutboxStorage, type OutboxStorage } from "./outbox-storage";
import { actionsOf, type JournalUnit, lastActionId, openJournal } from "./unit-journal";

temporaryDatabase();

// `RUNS=500 npm test -- --only db interleavings` tries more.
const runs = Number(process.env.RUNS ?? 20);

let annotator: Actor;
let taskId = "";
beforeAll(async () => {
  const study = await loadSmallStudy(smallBundle(4 * runs + 50));
  taskId = study.taskId;
  annotator = await member(study.projectId, "annotator");
});

/** What happens to a request: nothing, it never arrives, its reply is lost, it arrives twice, or it arrives only after later ones. */
const fates = ["sent", "sent", "sent", "offline", "reply-lost", "twice", "late"] as const;
type Fate = (typeof fates)[number];

const moves = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("act" as const), tab: fc.nat(1), what: fc.nat(6), value: fc.integer({ min: 1, max: 5 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("wake" as const), tab: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reload" as const), tab: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("arrive" as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("choose" as const), tab: fc.nat(1), mine: fc.boolean() }) },
);

/** One unit of a new assignment, worked on in two tabs over a bad connection. */
class Scene {
  private readonly late: SaveActionsBody[] = [];
  private readonly tabs: Tab[] = [];

  private constructor(
    private readonly assignmentId: string,
    private readonly criterionId: string,
    readonly unit: JournalUnit,
    readonly fates: Fate[],
  ) {}

  static async open(fates: Fate[]): Promise<Scene> {
    const assignmentId = (await nextAssignment(annotator, { taskId })).assignmentId ?? expect.fail("no sample is left");
    const { units, criteria } = await openAssignment(annotator, { assignmentId });
    const [first] = units;
    const scale = criteria.find(({ id }) => id === first?.criterionId)?.scale ?? expect.fail("no scale");
    const draft = first?.draft ?? expect.fail("no draft");
    const unit = { items: draft.items, draftScore: draft.score, scale, madeBlind: 0, reasonRequired: false, mayAcceptRest: false };
    const scene = new Scene(assignmentId, first?.criterionId ?? "", unit, fates);
    scene.tabs.push(new Tab(scene), new Tab(scene));
    for (const tab of scene.tabs) await tab.load();
    return scene;
  }

  tab = (n: number): Tab => this.tabs[n] ?? expect.fail("no such tab");

  stored = async () =>
    (await openAssignment(annotator, { assignmentId: this.assignmentId })).units.find(({ criterionId }) => criterionId === this.criterionId)
      ?.actions ?? [];

  /** A request of a tab, with whatever the connection makes of it. */
  send = async (body: SaveActionsBody) => {
    const fate = this.fates.shift() ?? "sent";
    const lost = new ApiError("offline", "unreachable", { status: 0 });
    if (fate === "late") this.late.push(body);
    if (fate === "late" || fate === "offline") throw lost;
    const saved = await this.deliver(body);
    if (fate === "twice") await this.deliver(body);
    if (fate === "reply-lost") throw lost;
    return saved;
  };

  private deliver = (body: SaveActionsBody) =>
    saveActions(annotator, { assignmentId: this.assignmentId, ...body }).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      throw new ApiError(error.code, error.message, { status: errorStatus[error.code], details: error.details });
    });

  /** The oldest request that was thought lost arrives now. */
  async arrive(): Promise<void> {
    const body = this.late.shift();
    // Refused where the unit has moved on, as it must be.
    if (body) await this.deliver(body).catch((error: unknown) => expect(error).toBeInstanceOf(ApiError));
  }

  async evaluation() {
    const { rows } = await pool().query<{ score: number | null; complete: boolean; tally: object }>(
      "select score, complete, tally from evaluations where assignment_id = $1 and criterion_id = $2",
      [this.assignmentId, this.criterionId],
    );
    return rows[0] ?? { score: null, complete: false, tally: {} };
  }

  /** So that the next scene gets another sample. */
  leave = () => skipAssignment(annotator, { assignmentId: this.assignmentId, reason: "other" });

  outbox(storage: OutboxStorage, stored: Awaited<ReturnType<Scene["stored"]>>, waits: (() => void)[]): Outbox {
    const units = { [this.criterionId]: openJournal(stored, storage.read().get(this.criterionId) ?? [], 0) };
    const schedule = (_: number, wake: () => void) => {
      waits.push(wake);
      return () => void waits.splice(0);
    };
    return new Outbox({ units, storage, send: this.send, schedule, random: () => 0.5 });
  }

  journalOf = (outbox: Outbox) => outbox.getState().units[this.criterionId] ?? expect.fail("no journal");
  add = (outbox: Outbox, made: NewAction) => outbox.add(this.criterionId, made);
  resolve = (outbox: Outbox, mine: boolean) =>
    outbox.resolve(this.criterionId, mine ? { keep: "mine", unit: this.unit } : { keep: "theirs" });
}

class Tab {
  private readonly entries = new Map<string, string>();
  private waits: (() => void)[] = [];
  private outbox: Outbox | null = null;

  constructor(private readonly scene: Scene) {}

  private get box(): Outbox {
    return this.outbox ?? expect.fail("the tab is not open");
  }
  get journal() {
    return this.scene.journalOf(this.box);
  }
  get isSaved(): boolean {
    return this.box.getState().save === "saved";
  }

  /** Opens the page, or opens it again: what an earlier visit left unsent is sent. */
  async load(): Promise<void> {
    const { entries } = this;
    const store = {
      get length() {
        return entries.size;
      },
      key: (index: number) => [...entries.keys()][index] ?? null,
      getItem: (key: string) => entries.get(key) ?? null,
      removeItem: (key: string) => void entries.delete(key),
      setItem: (key: string, value: string) => void entries.set(key, value),
    };
    this.waits = [];
    this.outbox = this.scene.outbox(createOutboxStorage("a", store), await this.scene.stored(), this.waits);
    this.outbox.start();
    await this.idle();
  }

  /** One of seven things a person does, where it applies. */
  async act(what: number, value: number): Promise<void> {
    const { unit } = this.scene;
    const actions = actionsOf(this.journal);
    const { undoable } = applyActions({ ...unit, actions });
    const itemId = String(value % 3);
    const choices: Parameters<typeof action>[0][] = [
      { kind: "accept", itemId, parentId: null },
      { kind: "set-score", score: value, parentId: null },
      { kind: "remove", itemId, reasonCode: "made-up", parentId: null },
      { kind: "revise", itemId: "0", text: `In the words of ${value}.`, parentId: null },
      { kind: "add", itemKind: "explanation", text: `Added ${value}.`, parentId: null },
      { kind: "undo", undoesId: undoable, parentId: null },
      { kind: "accept", itemId: "2", parentId: null },
    ];
    const made = action({ ...(choices[what] ?? expect.fail("no such choice")), id: randomUUID(), parentId: lastActionId(this.journal) });
    if (actionProblem({ ...unit, actions }, made) === null) this.scene.add(this.box, made);
    await this.idle();
  }

  async wake(): Promise<void> {
    this.waits.shift()?.();
    await this.idle();
  }

  async choose(mine: boolean): Promise<void> {
    if (this.journal.trouble === null) return;
    this.scene.resolve(this.box, mine && this.journal.trouble.kind === "stale");
    await this.idle();
  }

  /** Resolves once no request is under way. */
  private idle(): Promise<void> {
    const { box } = this;
    return new Promise((resolve) => {
      if (box.getState().save !== "saving") return resolve();
      const stop = box.subscribe(() => {
        if (box.getState().save === "saving") return;
        stop();
        resolve();
      });
    });
  }
}

test("however two tabs, retries, lost replies and late requests interleave, client and server end with the same evaluation", {
  timeout: 60_000 + 3000 * runs,
}, async () => {
  let [chosen, arrived] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(moves, { minLength: 4, maxLength: 30 }),
      fc.array(fc.constantFrom(...fates), { maxLength: 20 }),
      async (script, luck) => {
        const scene = await Scene.open([...luck]);
        for (const move of script) {
          if (move.kind === "act") await scene.tab(move.tab).act(move.what, move.value);
          else if (move.kind === "wake") await scene.tab(move.tab).wake();
          else if (move.kind === "reload") await scene.tab(move.tab).load();
          else if (move.kind === "choose") await scene.tab(move.tab).choose(move.mine);
          else await scene.arrive();
          if (move.kind === "choose") chosen += 1;
          if (move.kind === "arrive") arrived += 1;
        }
        // The connection is good from here on, and the annotator decides what is left to decide.
        scene.fates.splice(0);
        for (let round = 0; round < 6; round++) {
          await scene.arrive();
          for (const n of [0, 1]) {
            await scene.tab(n).wake();
            await scene.tab(n).choose(round % 2 === 0);
          }
        }
        const stored = await scene.stored();
        expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index));
        expect(stored.map(({ parentId }) => parentId)).toEqual([null, ...stored.map(({ id }) => id)].slice(0, stored.length));
        for (const n of [0, 1]) {
          expect(scene.tab(n).isSaved).toBe(true);
          // What a tab has is the server's, up to what the other tab has done since.
          const own = scene.tab(n).journal.stored.map(({ id }) => id);
          expect(own).toEqual(stored.map(({ id }) => id).slice(0, own.length));
          await scene.tab(n).load();
          const { score, complete, tally } = applyActions({ ...scene.unit, actions: actionsOf(scene.tab(n).journal) });
          expect({ score, complete, tally }).toEqual(await scene.evaluation());
        }
        await scene.leave();
      },
    ),
    { numRuns: runs, seed: 20_261_122 },
  );
  expect(chosen).toBeGreaterThan(0);
  expect(arrived).toBeGreaterThan(0);
});
