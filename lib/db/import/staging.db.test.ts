import { expect, test } from "vitest";
import { ImportLog } from "@/lib/datasets/import-log";
import type { StudyRecord } from "@/lib/domain/import";
import { temporaryDatabase } from "@/lib/testing/database";
import { loadSmallStudy, smallBundle } from "@/lib/testing/small-study";
import { inTransaction, pool } from "../client";
import { analyzeStudy, stageRecords } from "./import-records";

temporaryDatabase();

const oneToFive = { min: 1, max: 5, step: 1, levels: [] };

test("an import fails with what the server refused, not with what that made it refuse afterwards", async () => {
  const { projectId } = await loadSmallStudy(smallBundle(1));
  const rating = {
    kind: "rating",
    sampleId: "s1",
    criterion: "Correct",
    rater: "Ann",
    raterKind: "annotator",
    score: 3,
    label: null,
    startedAt: null,
    endedAt: null,
    arm: "unstated",
  } as const;
  const ratings = Array.from({ length: 2000 }, (_, n): StudyRecord => ({ ...rating, row: n + 2, reason: "Because of what it says." }));
  const given = { projectId, importId: crypto.randomUUID(), fileName: "r.csv", taskName: "New", scale: oneToFive, scales: {} };
  const failing = inTransaction(async (tx) => {
    await tx.bare.query("create temporary table staged_units (taken int) on commit drop");
    await stageRecords(
      tx,
      given,
      (async function* () {
        yield ratings;
      })(),
      new ImportLog("r.csv"),
    );
  });
  await expect(failing).rejects.toMatchObject({ code: "42P07", message: 'relation "staged_units" already exists' });
});

test("after many rows the tables that they went to are analyzed, and after very many vacuumed too", async () => {
  await analyzeStudy({ samples: 4, drafts: 9, ratings: 12 }, { toAnalyze: 5, toVacuum: 10 });
  await analyzeStudy({ samples: 6, drafts: 0, ratings: 0 }, { toAnalyze: 5, toVacuum: 10 });
  const done = async () => {
    const { rows } = await pool().query(
      `select relname as table, analyze_count::int as analyzed, vacuum_count::int as vacuumed from pg_stat_user_tables
       where relname in ('samples', 'drafts', 'assignments', 'evaluations', 'actions') order by relname`,
    );
    return rows.map(({ table, analyzed, vacuumed }) => [table, analyzed, vacuumed]);
  };
  // Other processes report what they did with a delay.
  await expect.poll(done).toEqual([
    ["actions", 1, 1],
    ["assignments", 1, 1],
    ["drafts", 1, 1],
    ["evaluations", 1, 1],
    ["samples", 1, 0],
  ]);
});
