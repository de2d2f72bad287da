import { beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { parseMapping } from "@/lib/domain/import-mapping";
import { parseScales } from "@/lib/domain/parse-scales";
import { temporaryDatabase } from "@/lib/testing/database";
import { folderOf } from "@/lib/testing/read-file";
import { refusal } from "@/lib/testing/refusal";
import { instanceAdmin } from "@/lib/testing/small-study";
import { commitImport } from "./commit-import";
import { createProject } from "./create-project";
import { importFile } from "./import-file";
import { listImportMappings } from "./list-import-mappings";
import { mapImport } from "./map-import";
import { stageImport } from "./stage-import";

temporaryDatabase();

let projectId = "";
beforeAll(async () => {
  projectId = (await createProject(instanceAdmin, { name: "Formats", description: "" })).id;
});

async function* bytesOf(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof content === "string" ? Buffer.from(content) : content;
}

interface Said {
  map?: string;
  ratings?: string;
  scale?: string;
}

function bring(taskName: string, fileName: string, content: string | Uint8Array, said: Said = {}) {
  const mapping = said.map === undefined && said.ratings === undefined ? null : parseMapping(said.map, said.ratings);
  if (typeof mapping === "string") throw new Error(mapping);
  const { scale, scales } = (said.scale === undefined ? {} : parseScales(said.scale)) ?? {};
  const options = { mapping, ...(scales && { scales }) };
  return importFile(instanceAdmin, {
    projectId,
    taskName,
    fileName,
    format: "auto",
    scale,
    options,
    body: bytesOf(content),
    skipBadRows: false,
  });
}

const rows = async (sql: string, ...values: unknown[]) => (await pool().query(sql, values)).rows;

test("a judge's verdicts in both orders are two runs of it, the swapped one of that variant, and a repeated import changes nothing", async () => {
  const pair = { input: "Q", output_1: "A", output_2: "B", label: 1 };
  const results = [{ ...pair, results: [{ "swap = False": { winner: "1" }, "swap = True": { winner: "2" } }] }];
  const checkout = folderOf({
    "x/Easy/dataset.json": JSON.stringify([pair]),
    "x/Easy/evaluators/m/CoT/result.json": JSON.stringify(results),
  });
  const first = await bring("Verdicts", "x.tar", checkout);
  expect(first.counts).toMatchObject({ samples: 1, ratings: 2, judges: 1 });
  const runs = await rows(
    `select j.name, r.variant, d.score from runs r join judges j on j.id = r.judge_id join drafts d on d.run_id = r.id
     join tasks t on t.id = r.task_id where t.name = 'Verdicts' order by r.variant`,
  );
  expect(runs).toEqual([
    { name: "m CoT", variant: "plain", score: 1 },
    { name: "m CoT", variant: "swapped", score: -1 },
  ]);
  const again = await bring("Verdicts", "x.tar", checkout);
  expect(again.counts).toMatchObject({ samples: 0, samplesUnchanged: 1, ratings: 0, ratingsUnchanged: 2 });
});

test("several scales are given in one command, each for its criterion; texts are labels of a categorical one", async () => {
  await bring("Scales", "s.csv", "id,input,output\n1,Q,A\n");
  const ratings =
    "sample_id,criterion,rater,rater_kind,score,label,arm\n1,quality,Ann,annotator,5,,blind\n1,length,Ann,annotator,72,,blind\n1,tone,Ann,annotator,,warm,blind\n";
  const refused = await refusal(bring("Scales", "r.csv", ratings, { scale: "quality=1-5,tone=warm|cold" }));
  expect(refused.message).toContain('unknown criterion "length"');
  await bring("Scales", "r.csv", ratings, { scale: "quality=1-5,length=0-100,tone=warm|cold" });
  const found = await rows(
    `select c.name, e.score, c.scale->>'max' as max, a.arm from evaluations e join criteria c on c.id = e.criterion_id
     join assignments a on a.id = e.assignment_id join tasks t on t.id = a.task_id where t.name = 'Scales' order by c.name`,
  );
  expect(found).toEqual([
    { name: "length", score: 72, max: "100", arm: "blind" },
    { name: "quality", score: 5, max: "5", arm: "blind" },
    { name: "tone", score: 0, max: "1", arm: "blind" },
  ]);
});

test("columns are mapped, and wide ratings come with their samples", async () => {
  const csv = "key,frage,antwort,ann,ben\nx,Q1,A1,4,2\ny,Q2,A2,,3\n";
  const refused = await refusal(bring("Mapped", "m.csv", csv));
  expect(refused.message).toContain("The file has: key, frage, antwort, ann, ben.");
  const done = await bring("Mapped", "m.csv", csv, {
    map: "input=frage,output=antwort,criterion==Clear",
    ratings: "wide:ann,ben",
    scale: "1-5",
  });
  expect(done.counts).toMatchObject({ samples: 2, ratings: 3, annotators: 2, criteria: 1 });
  expect(done.columns).toMatchObject([{ file: "m.csv", guessed: false, mapping: { fields: { id: "key", input: "frage" } } }]);
  const scores = await rows(
    `select s.external_id as id, n.name, e.score from evaluations e join assignments a on a.id = e.assignment_id join samples s on s.id = a.sample_id
     join annotators n on n.id = a.annotator_id join tasks t on t.id = a.task_id where t.name = 'Mapped' order by 1, 2`,
  );
  expect(scores).toEqual([
    { id: "x", name: "ann", score: 4 },
    { id: "x", name: "ben", score: 2 },
    { id: "y", name: "ben", score: 3 },
  ]);
});

test("a staged file is read again with other columns, and the mapping is kept under a name once it can be read so", async () => {
  const body = () => bytesOf("frage,antwort,note\nQ1,A1,4\n");
  const staged = await stageImport(instanceAdmin, { projectId, taskName: "Remapped", fileName: "f.csv", format: "auto", body: body() });
  expect(staged.problems).toMatchObject([{ field: null, message: expect.stringContaining("The file has: frage, antwort, note.") }]);
  expect(staged.columns[0]?.columns).toEqual([
    { name: "frage", example: "Q1" },
    { name: "antwort", example: "A1" },
    { name: "note", example: "4" },
  ]);
  const half = { fields: { input: "frage" }, ratings: null, guess: false };
  const still = await mapImport(instanceAdmin, { importId: staged.id, mapping: half, saveAs: "German" });
  expect(still.problemCount).toBe(1);
  expect((await listImportMappings(instanceAdmin, { projectId })).items).toEqual([]);
  const whole = { ...half, fields: { input: "frage", output: "antwort" } };
  const mapped = await mapImport(instanceAdmin, { importId: staged.id, mapping: whole, saveAs: "German" });
  expect(mapped).toMatchObject({ status: "staged", problemCount: 0, counts: { samples: 1 }, preview: [{ input: "Q1", output: "A1" }] });
  expect((await listImportMappings(instanceAdmin, { projectId })).items).toEqual([{ name: "German", mapping: whole }]);
  await commitImport(instanceAdmin, { importId: staged.id, skipBadRows: false });
  expect(await rows("select s.input, s.output from samples s join tasks t on t.id = s.task_id where t.name = 'Remapped'")).toEqual([
    { input: "Q1", output: "A1" },
  ]);
  expect((await refusal(mapImport(instanceAdmin, { importId: staged.id, mapping: whole }))).code).toBe("conflict");
});
