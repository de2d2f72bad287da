import { expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { temporaryDatabase } from "@/lib/testing/database";
import { instanceAdmin, loadSmallStudy, smallBundle } from "@/lib/testing/small-study";
import { importFile } from "@/lib/workflows/import-file";

temporaryDatabase();

test("imported samples and ratings lie in the database as they do in their file, where reports and exports read them", async () => {
  const { projectId } = await loadSmallStudy({ ...smallBundle(0), criteria: [] });
  const scale = { min: 1, max: 5, step: 1, levels: [] };
  const load = async (fileName: string, lines: readonly string[]) => {
    const body = (async function* () {
      yield Buffer.from(`${lines.join("\n")}\n`);
    })();
    await importFile(instanceAdmin, { projectId, taskName: "Answers", fileName, format: "csv", body, scale, skipBadRows: false });
  };
  const samples = Array.from({ length: 300 }, (_, n) => `s${(n * 7) % 300}`);
  await load("samples.csv", ["id,input,output", ...samples.map((id) => `${id},Question ${id}?,Answer ${id}`)]);
  const rated = samples.toReversed().flatMap((id) => ["Ben", "Ann"].map((rater) => ({ id, rater })));
  const header = "sample_id,criterion,rater,rater_kind,score";
  await load("ratings.csv", [
    header,
    ...rated.flatMap(({ id, rater }) => [`${id},Clear,${rater},annotator,3`, `${id},True,${rater},annotator,4`]),
  ]);
  const stored = await pool().query("select external_id from samples order by ctid");
  expect(stored.rows.map(({ external_id }) => external_id)).toEqual(samples);
  const work = await pool().query(
    "select s.external_id as id, n.name as rater from assignments a join samples s on s.id = a.sample_id join annotators n on n.id = a.annotator_id order by a.ctid",
  );
  expect(work.rows).toEqual(rated);
});
