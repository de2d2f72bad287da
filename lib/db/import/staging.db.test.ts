import { expect, test } from "vitest";
import { ImportLog } from "@/lib/datasets/import-log";
import type { StudyRecord } from "@/lib/domain/import";
import { temporaryDatabase } from "@/lib/testing/database";
import { loadSmallStudy, smallBundle } from "@/lib/testing/small-study";
import { inTransaction } from "../client";
import { stageRecords } from "./import-records";

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
