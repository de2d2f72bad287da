import { afterAll, beforeAll, expect, test } from "vitest";
import { backupLines, restoreLines } from "@/lib/db/backup";
import { inTransaction, pool } from "@/lib/db/client";
import { saveEndpointLimits } from "@/lib/db/endpoints";
import { createJudgeBody } from "@/lib/domain/judge";
import { findProtocol } from "@/lib/protocols/protocols";
import { temporaryDatabase } from "@/lib/testing/database";
import { type JudgedStudy, judgedStudy } from "@/lib/testing/judged-study";
import { instanceAdmin, member } from "@/lib/testing/small-study";
import { createJudge } from "@/lib/workflows/create-judge";
import { createPromptVersion } from "@/lib/workflows/create-prompt-version";
import { getTask } from "@/lib/workflows/get-task";
import { listCriteriaSets } from "@/lib/workflows/list-criteria-sets";
import { nextAssignment } from "@/lib/workflows/next-assignment";
import { openAssignment } from "@/lib/workflows/open-assignment";
import { readReport } from "@/lib/workflows/read-report";
import { saveModelPrice } from "@/lib/workflows/save-model-price";
import { type StandInLlm, startStandInLlm } from "../../e2e/support/stand-in-llm";
import { draftJudge } from "./draft-judge";
import { giveUp, workPiece } from "./work";

temporaryDatabase();
let standIn: StandInLlm;
let study: JudgedStudy;

const workOff = (judgeId: string) =>
  draftJudge(judgeId, {
    stopping: new AbortController().signal,
    ending: new AbortController().signal,
    sliceMs: 60_000,
    work: (piece, given) => workPiece(piece, given),
    giveUp,
  });

/** Runs of every kind that derives criteria, and at least one row in every table about judges. */
beforeAll(async () => {
  standIn = await startStandInLlm();
  study = await judgedStudy(standIn.url, 3, ["Clarity", "Overall"]);
  const { projectId } = study;
  await pool().query("update criteria_sets set status = 'draft'");
  await pool().query("update criteria set overall = true where name = 'Overall'");
  await pool().query("update criteria_sets set status = 'published'");
  await saveModelPrice(instanceAdmin, { model: "priced", inputPriceUsd: 1, outputPriceUsd: 2 });
  await saveEndpointLimits(projectId, standIn.url, { requestsPerMinute: 100_000, tokensPerMinute: null, concurrency: 8 });
  const texts = { system: `${findProtocol("direct")?.prompts.system?.text}\nTake your time.` };
  const wording = await createPromptVersion(instanceAdmin, { projectId, protocol: "direct", texts, note: "" });
  const weak = await study.addJudge("weak");
  const plain = await study.addJudge("priced", { protocol: "direct", promptVersionId: wording.id });
  const contrast = await study.addJudge("contrast", { protocol: "camieval-pointwise", roles: { weak: weak.id } });
  const add = (body: unknown) => createJudge(instanceAdmin, { projectId, ...createJudgeBody.parse(body) });
  const metric = await add({ kind: "metric", name: "Words", options: { metric: "length" } });
  const panel = await add({ kind: "panel", name: "Panel", options: { members: [plain.id, contrast.id], aggregate: "mean" } });
  for (const judge of [plain, contrast, metric, panel]) {
    await study.start(judge.id, "evaluation", judge === plain ? { budgetUsd: 5 } : {});
    await workOff(judge.id);
  }
  const ended = await pool().query("select distinct status from runs");
  expect(ended.rows).toEqual([{ status: "done" }]);
});
afterAll(() => standIn.close());

const count = async (sql: string) => Number((await pool().query<{ n: string }>(sql)).rows[0]?.n);

test("criteria derived by runs do not interfere with anything else", async () => {
  const { taskId, projectId } = study;
  expect(
    await count("select count(*) as n from criteria c join criteria_sets s on s.id = c.criteria_set_id where s.status = 'derived'"),
  ).toBeGreaterThan(3);
  const { items } = await listCriteriaSets(instanceAdmin, { taskId });
  expect(items.map((set) => [set.version, set.status])).toEqual([[1, "published"]]);
  const task = await getTask(instanceAdmin, { taskId });
  expect(task.counts).toMatchObject({ criteria: 2, samples: 3 });
  const annotator = await member(projectId, "annotator");
  // The newest run with reasons drafts only the overall criterion.
  expect(await nextAssignment(annotator, { taskId })).toEqual({
    assignmentId: null,
    why: expect.stringContaining("3 samples lack a draft"),
    gate: null,
  });
  await pool().query("update tasks set arm = 'blind' where id = $1", [taskId]);
  const { assignmentId } = await nextAssignment(annotator, { taskId });
  const opened = await openAssignment(annotator, { assignmentId: assignmentId ?? "" });
  expect(opened.criteria.map((criterion) => criterion.name)).toEqual(["Clarity", "Overall"]);
});

/** Rows as sorted text, since a table has no order. */
const rowsOf = (lines: string[]) =>
  lines
    .slice(1, -1)
    .map((line) => JSON.parse(line) as { table: string; batch: object[] })
    .flatMap(({ table, batch }) => batch.map((row) => `${table} ${JSON.stringify(row)}`))
    .toSorted();

test("a backup with all data of runs restores the same report", async () => {
  const collect = async () => {
    const lines: string[] = [];
    for await (const line of backupLines()) lines.push(line);
    return lines;
  };
  for (const table of ["prompt_versions", "endpoints", "model_prices", "exchanges", "budget_entries"]) {
    expect([table, await count(`select count(*) as n from ${table}`)]).toEqual([table, expect.toSatisfy((n: number) => n > 0)]);
  }
  const lines = await collect();
  const figures = async () =>
    (await readReport(instanceAdmin, { projectId: study.projectId })).tasks.map(({ computed: _, ...figuresOfTask }) => figuresOfTask);
  const before = await figures();
  const tables = await pool().query<{ names: string }>(
    "select string_agg(quote_ident(tablename), ', ') as names from pg_tables where schemaname = 'public' and tablename <> '_prisma_migrations'",
  );
  await pool().query(`truncate ${tables.rows[0]?.names} cascade`);
  await inTransaction(({ bare }) =>
    restoreLines(
      bare,
      (async function* () {
        yield* lines;
      })(),
    ),
  );
  expect(rowsOf(await collect())).toEqual(rowsOf(lines));
  expect(await figures()).toEqual(before);
});
