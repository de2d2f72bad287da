import { beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { parseScales } from "@/lib/domain/parse-scales";
import { temporaryDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";
import { instanceAdmin, member } from "@/lib/testing/small-study";
import { createProject } from "./create-project";
import { importFile } from "./import-file";
import { nextAssignment } from "./next-assignment";
import { readReport } from "./read-report";
import { undoImport } from "./undo-import";

temporaryDatabase();

let projectId = "";
beforeAll(async () => {
  projectId = (await createProject(instanceAdmin, { name: "Added criteria", description: "" })).id;
});

function bring(taskName: string, text: string, scaleText = "") {
  const { scale, scales } = (scaleText === "" ? {} : parseScales(scaleText)) ?? {};
  async function* body() {
    yield Buffer.from(text);
  }
  return importFile(instanceAdmin, {
    ...{ projectId, taskName, fileName: "f.csv", format: "auto", body: body(), skipBadRows: false, scale },
    options: scales === undefined ? {} : { scales },
  });
}
const samples = "id,input,output\n1,Q1,A1\n2,Q2,A2\n";
const ratings = (...rows: string[]) => ["sample_id,criterion,rater,rater_kind,score,label", ...rows, ""].join("\n");
const quality = ratings("1,quality,Ann,annotator,4,", "1,quality,Ben,annotator,2,", "2,quality,Ann,annotator,5,");
const more = ratings("1,length,Ann,annotator,72,", "2,length,Cid,annotator,10,", "1,tone,m,judge,,warm", "1,quality,m,judge,3,");
const stored = async (taskName: string) =>
  (
    await pool().query(
      `select c.position, c.name, c.scale->>'kind' as kind, v.version from criteria c join criteria_sets v on v.id = c.criteria_set_id
       join tasks t on t.id = v.task_id where t.name = $1 order by v.version, c.position`,
      [taskName],
    )
  ).rows;

test("a later file adds criteria with scales of their own; they are reported beside the others, and go with the import", async () => {
  await bring("Grown", samples);
  await bring("Grown", quality, "1-5");
  const before = await stored("Grown");
  const done = await bring("Grown", more, "length=0-100,tone=warm|cold");
  expect(done.counts).toMatchObject({ criteria: 2, ratings: 4, annotators: 1, judges: 1 });
  expect((await stored("Grown")).map(({ name, version }) => [name, version])).toEqual([
    ["quality", 1],
    ["length", 1],
    ["tone", 1],
  ]);
  const report = (await readReport(instanceAdmin, { projectId })).tasks.find(({ task }) => task === "Grown");
  expect(report?.scores.perCriterion.length?.annotators).toMatchObject({ n: 2, mean: 41 });
  expect(report?.scores.perCriterion.quality?.annotators).toMatchObject({ n: 3 });
  expect((await bring("Grown", more, "length=0-100,tone=warm|cold")).counts).toMatchObject({
    criteria: 0,
    ratings: 0,
    ratingsUnchanged: 4,
  });
  const third = await bring("Grown", ratings("2,length,Ann,annotator,11,"));
  expect((await refusal(undoImport(instanceAdmin, { importId: done.id }))).message).toContain("work by 1 criterion that it added");
  await undoImport(instanceAdmin, { importId: third.id });
  await undoImport(instanceAdmin, { importId: done.id });
  expect(await stored("Grown")).toEqual(before);
});

test("one scale for all adds no criterion to those that are there, because its name may be misspelt", async () => {
  await bring("Misspelt", samples);
  await bring("Misspelt", quality, "1-5");
  const refused = await refusal(bring("Misspelt", ratings("2,qualty,Ben,annotator,4,"), "1-5"));
  expect(refused.message).toContain('unknown criterion "qualty"; this task has "quality"; its own scale adds it (qualty=1-5)');
});

test("criteria by which people have begun to work stay as they are", async () => {
  await bring("Used", samples);
  await bring("Used", quality, "1-5");
  const { rows } = await pool().query("update tasks set arm = 'blind' where name = 'Used' returning id");
  const annotator = await member(projectId, "annotator", "Dee");
  expect((await nextAssignment(annotator, { taskId: rows[0].id })).assignmentId).not.toBeNull();
  const refused = await refusal(bring("Used", more, "length=0-100,tone=warm|cold"));
  expect(refused.message).toContain('the published criteria set has no criterion "length", and only sets that imports alone have used');
  expect(await stored("Used")).toHaveLength(1);
});
