/** People and programs at work while the product is killed: each knows what was acknowledged. */
import { randomUUID } from "node:crypto";
import type { CriterionContent } from "@/lib/domain/criterion";
import { chain } from "@/lib/testing/replay/invented-people";
import { pause } from "../../bin/lib/processes.mjs";
import type { Acknowledged } from "./acknowledged";
import { judgeExport } from "./judge-exports";
import { onceOnly, type Stubborn } from "./stubborn-client";

/** Whether the clients are to begin something new. */
export interface Going {
  on: boolean;
}

const draw = (random: () => number, n: number) => Math.floor(random() * n);

/** An annotator: takes samples, scores each criterion and explains, comments now and then with a key, submits. */
export async function annotate(
  call: Stubborn,
  {
    person,
    taskId,
    going,
    confirmed,
    random,
    commentAs,
  }: { person: number; taskId: string; going: Going; confirmed: Acknowledged; random: () => number; commentAs: (key: string) => Stubborn },
): Promise<void> {
  while (going.on) {
    const { assignmentId } = await call("nextAssignment", { params: { taskId } });
    if (assignmentId === null) return;
    const params = { assignmentId };
    const opened = await call("openAssignment", { params });
    for (const { criterionId, actions: earlier } of opened.units) {
      if (earlier.length > 0) continue;
      const score = 1 + draw(random, 5);
      const actions = chain([
        { kind: "set-score", score },
        { kind: "add", itemKind: "explanation", text: `Because ${randomUUID()}.` },
      ]);
      const body = { criterionId, activeMs: 1000 };
      await call("saveActions", { params, body: { ...body, actions: actions.slice(0, 1) } });
      await call("saveActions", { params, body: { ...body, actions } });
      confirmed.scores.push({ person, sampleId: opened.sample.id, criterionId, score, actionIds: actions.map(({ id }) => id) });
      await pause(draw(random, 40));
    }
    if (random() < 0.3) {
      const text = `Remark ${randomUUID()}`;
      await onceOnly(() => commentAs(text)("addComment", { body: { on: "assignment", id: assignmentId, text } }));
      confirmed.comments.push(text);
    }
    await call("submitAssignment", { params });
    confirmed.submitted.push(assignmentId);
  }
}

const looksBetweenCommits = 50;

/** A commit is refused while somebody else is writing the same import. */
async function unlessRefused(work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: Error) => {
    if (!error.message.includes("answered 409")) throw error;
  });
}

/** Somebody who imports one file after the other. */
export async function importFiles(
  call: Stubborn,
  { projectId, going, confirmed }: { projectId: string; going: Going; confirmed: Acknowledged },
): Promise<void> {
  for (let n = 0; going.on; n++) {
    const task = `Imported ${n}`;
    const externalIds = Array.from({ length: 300 }, (_, row) => `i${n}-${row}`);
    const file = ["id,input,output", ...externalIds.map((id) => `${id},Question ${id}?,"Answer of ${id}, ${"word ".repeat(40)}"`)].join(
      "\n",
    );
    const staged = await call("createImport", { params: { projectId }, query: { fileName: `${n}.csv`, task }, file });
    const params = { importId: staged.id };
    await onceOnly(() => call("commitImport", { params, body: {} }));
    // A commit that an earlier attempt began may still be going on, or have been left with its process.
    for (let look = 1; ; look++) {
      const { status } = await call("getImport", { params });
      if (status === "done") break;
      if (status !== "running" || look % looksBetweenCommits === 0)
        await unlessRefused(() => onceOnly(() => call("commitImport", { params, body: {} })));
      await pause(100);
    }
    confirmed.imports.push({ importId: staged.id, task, externalIds });
    await pause(300);
  }
}

/**
 * A program that exports the ratings again and again, until one export that began after a score was acknowledged is whole; an export that
 * broke off is asked for anew.
 */
export async function exportAll({
  url,
  headers,
  projectId,
  going,
  confirmed,
}: {
  url: string;
  headers: Record<string, string>;
  projectId: string;
  going: Going;
  confirmed: Acknowledged;
}): Promise<void> {
  while (going.on || (confirmed.scores.length > 0 && !confirmed.exports.some(({ known }) => known > 0))) {
    const known = confirmed.scores.slice();
    try {
      const response = await fetch(`${url}/api/v1/projects/${projectId}/exports?format=jsonl`, { headers });
      const text = await response.text();
      if (response.ok) confirmed.exports.push(judgeExport(text, known));
    } catch (error) {
      if (error instanceof SyntaxError) throw new Error("An export that ended as whole has a broken line.", { cause: error });
    }
    await pause(500);
  }
}

/** Somebody who has the worker write one export after the other. */
export async function prepareExports(
  call: Stubborn,
  { projectId, going, confirmed }: { projectId: string; going: Going; confirmed: Acknowledged },
): Promise<void> {
  while (going.on) {
    const { id } = await call("prepareExport", { params: { projectId }, body: { format: "jsonl" } });
    for (;;) {
      const { status, error } = await call("getPreparedExport", { params: { exportId: id } });
      if (status === "done") break;
      if (status === "failed") throw new Error(`Export ${id} failed: ${error}`);
      await pause(250);
    }
    confirmed.prepared.push(id);
    await pause(500);
  }
}

/** A researcher whose judge drafts one run after the other. */
export async function startRuns(
  call: Stubborn,
  { taskId, judgeId, going, confirmed }: { taskId: string; judgeId: string; going: Going; confirmed: Acknowledged },
): Promise<void> {
  while (going.on) {
    const started = await onceOnly(() => call("startRun", { params: { taskId }, body: { judgeId } }));
    // If an earlier attempt started it, it is the newest.
    const runId = started?.id ?? (await call("listRuns", { params: { taskId } })).items[0]?.id ?? "";
    for (;;) {
      const { status, error } = await call("getRun", { params: { runId } });
      if (status === "done") break;
      if (status !== "queued" && status !== "running") throw new Error(`Run ${runId} is ${status}: ${error}`);
      await pause(250);
    }
    confirmed.runs.push(runId);
  }
}

/** A panel that agrees on the criteria of one task after the other. */
export async function holdRounds(
  moderator: Stubborn,
  {
    experts,
    tasks,
    going,
    confirmed,
    roundOf,
  }: {
    experts: readonly { userId: string; call: Stubborn }[];
    tasks: readonly { taskId: string; proposalDraftId: string }[];
    going: Going;
    confirmed: Acknowledged;
    roundOf: (taskId: string) => Promise<string>;
  },
): Promise<void> {
  for (const { taskId, proposalDraftId } of tasks) {
    if (!going.on) return;
    const body = { proposalDraftId, experts: experts.map(({ userId }) => userId) };
    const opened = await onceOnly(() => moderator("openCriteriaRound", { params: { taskId }, body }));
    const params = { roundId: opened?.roundId ?? (await roundOf(taskId)) };
    const actionIds: string[] = [];
    for (const { call } of experts) {
      const actions = chain(["0", "1", "2"].map((itemId) => ({ kind: "accept", itemId })));
      for (let upTo = 1; upTo <= actions.length; upTo++) await call("saveRedline", { params, body: { actions: actions.slice(0, upTo) } });
      actionIds.push(...actions.map(({ id }) => id));
      await onceOnly(() => call("submitRedline", { params, body: {} }));
      await pause(100);
    }
    await onceOnly(() => moderator("discussCriteriaRound", { params, body: {} }));
    const { union } = await moderator("getCriteriaRound", { params });
    for (const { id, original } of union ?? [])
      await onceOnly(() => moderator("decideCriterion", { params, body: { lineId: id, criterion: original as CriterionContent | null } }));
    await onceOnly(() => moderator("publishCriteriaRound", { params }));
    confirmed.rounds.push({ roundId: params.roundId, actionIds });
  }
}
