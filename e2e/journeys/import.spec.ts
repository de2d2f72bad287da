import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { samplesCsv } from "../support/study";
import { expect, test } from "../support/test";

/** Chooses a file once the page is ready for one. */
async function choose(page: Page, name: string, text: string): Promise<void> {
  const input = page.getByLabel("Choose a file", { exact: true });
  await expect(input).toBeEnabled();
  await input.setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
}

const badRows = [
  "id,input,output,system",
  "a1,Why is the sky blue?,Because air scatters light.,harbour",
  "a1,How does soap clean?,It holds on to fat.,harbour",
  `${"x".repeat(600)},What makes bread rise?,Yeast.,meadow`,
  "a4,What makes bread rise?,Gas\0 in the dough.,meadow",
  "a5,What makes bread rise?,Yeast makes gas.,meadow",
  "",
].join("\r\n");

test("problems in a file are shown row by row and nothing is written; once fixed, it is imported, and can be undone as a whole", async ({
  adminPage: page,
  api,
}) => {
  const project = await api.call("createProject", { body: { name: `Import ${randomUUID().slice(0, 8)}` } });
  const params = { projectId: project.id };
  const taskNames = async () => (await api.call("listTasks", { params })).items.map(({ name }) => name);

  await page.goto(`/projects/${project.id}/samples/import`);
  await page.getByLabel("Name of the new task").fill("Answers");
  await choose(page, "samples.csv", badRows);

  await test.step("each problem is shown with its row and field, and nothing is written", async () => {
    const problems = page.getByRole("table", { name: "3 problems in the file" }).getByRole("row");
    await expect(problems).toHaveCount(4);
    const rows = [
      ["samples.csv", "3", "id", "already in row 2"],
      ["samples.csv", "4", "id", "512"],
      ["samples.csv", "5", "output", "NUL"],
    ];
    for (const [index, cells] of rows.entries()) await expect(problems.nth(index + 1).getByRole("cell")).toContainText(cells);
    await expect(page.getByText("Nothing has been written yet.")).toBeVisible();
    await expect(page.getByRole("region", { name: "First rows" }).getByRole("row")).toHaveCount(4);
    await expect(page.getByRole("button", { name: "Import everything" })).toHaveCount(0);
    expect(await taskNames()).toEqual([]);
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByLabel("Choose a file", { exact: true })).toBeAttached();
  });

  await test.step("a file that is not a table is reported as such", async () => {
    await choose(page, "samples.csv", "%PDF-1.7\n1 0 obj\n");
    await expect(page.getByText("but a PDF document")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Import (everything|without)/ })).toHaveCount(0);
    await page.getByRole("button", { name: "Discard" }).click();
    await choose(page, "samples.csv", "");
    await expect(page.getByText("samples.csv is empty.")).toBeVisible();
    expect(await taskNames()).toEqual([]);
  });

  await test.step("the fixed file is imported", async () => {
    await page.getByLabel("Name of the new task").fill("Answers");
    await choose(page, "samples.csv", samplesCsv());
    await expect(page.getByText("6 rows read from samples.csv, all valid.")).toBeVisible();
    expect(await taskNames()).toEqual([]);
    await page.getByRole("button", { name: "Import everything" }).click();
    await expect(page.getByText(/^Imported from samples\.csv: 1 new task, 6 new samples\./)).toBeVisible();
    await page.getByRole("button", { name: /^Prepare/ }).click();
    await page.getByRole("menuitem", { name: "Samples", exact: true }).click();
    await expect(page.getByText("Why is the sky blue?").first()).toBeVisible();
    expect(await taskNames()).toEqual(["Answers"]);
  });

  await test.step("the same file again changes nothing; a changed text is shown beside the stored one, and nothing is written", async () => {
    await page.goto(`/projects/${project.id}/samples/import`);
    await choose(page, "samples.csv", samplesCsv());
    await expect(page.getByText("6 samples already here, unchanged")).toBeVisible();
    await expect(page.getByText("Everything in this file is already here. There is nothing to write.")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Import (everything|without)/ })).toHaveCount(0);
    await page.getByRole("button", { name: "Discard" }).click();
    await choose(page, "samples.csv", samplesCsv(2).replace("It mirrors the sea.", "It mirrors the lake."));
    const changes = page.getByRole("table", { name: "Changes to 1 sample" }).getByRole("row");
    await expect(changes).toHaveCount(2);
    await expect(changes.nth(1).getByRole("cell")).toContainText(["3", "s2", "output", "It mirrors the sea.", "It mirrors the lake."]);
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByLabel("Choose a file", { exact: true })).toBeAttached();
  });

  await test.step("the import is undone as a whole", async () => {
    await page.goto(`/projects/${project.id}/settings?tab=imports`);
    await page.getByRole("button", { name: "Undo" }).click();
    const dialog = page.getByRole("dialog", { name: "Undo the import of samples.csv" });
    await expect(dialog).toContainText("6 new samples");
    await dialog.getByRole("button", { name: "Undo import" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("listitem").filter({ hasText: "samples.csv" }).getByText("undone")).toBeVisible();
    expect((await api.call("getProject", { params })).samples).toBe(0);
  });
});

/** Columns of which none has a name that Redline knows, two raters' scores among them. */
const otherNames = [
  "no,ask,said,ann,bob,topic",
  "k1,Why is the sky blue?,Air scatters light.,4,5,sky",
  "k2,What makes bread rise?,Yeast.,2,3,bread",
];

test("columns that Redline does not know are shown beside its fields, read again as chosen, and remembered for the next file", async ({
  adminPage: page,
  api,
}) => {
  const project = await api.call("createProject", { body: { name: `Columns ${randomUUID().slice(0, 8)}` } });
  const params = { projectId: project.id };
  await page.goto(`/projects/${project.id}/samples/import`);
  await page.getByLabel("Name of the new task").fill("Answers");
  await choose(page, "answers.csv", otherNames.join("\n"));
  const columns = page.getByRole("region", { name: "Columns" });
  await expect(columns.getByRole("row", { name: /^topic sky/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Import (everything|without)/ })).toHaveCount(0);
  for (const [column, use] of [
    ["no", "id"],
    ["ask", "input"],
    ["said", "output"],
  ] as const) {
    await columns.getByRole("combobox", { name: `Read ${column} as` }).click();
    await page.getByRole("option", { name: use, exact: true }).click();
  }
  await columns.getByLabel("Remember as").fill("Other names");
  await columns.getByRole("button", { name: "Read the file again" }).click();
  await expect(page.getByText("2 rows read from answers.csv, all valid.")).toBeVisible();
  await expect(columns.getByRole("combobox", { name: "Read ask as" })).toHaveText("input");
  await page.getByRole("button", { name: "Import everything" }).click();
  await expect(page.getByText(/^Imported from answers\.csv: 1 new task, 2 new samples\./)).toBeVisible();
  const task = (await api.call("listTasks", { params })).items[0];
  const samples = await api.call("listSamples", { params: { taskId: task?.id ?? "" } });
  expect(samples.items.map(({ externalId }) => externalId)).toEqual(["k1", "k2"]);

  await page.goto(`/projects/${project.id}/samples/import`);
  await choose(page, "more.csv", [otherNames[0], "k3,Does the moon turn?,It does.,3,3,moon"].join("\n"));
  await columns.getByRole("combobox", { name: "Or use a remembered mapping" }).click();
  await page.getByRole("option", { name: "Other names" }).click();
  await expect(page.getByText("1 row read from more.csv, all valid.")).toBeVisible();
});

/** A small release in CoEval's format: four poems, two criteria, two annotators. */
function writeRelease(folder: string, annotators: readonly string[]): void {
  const criteria = ["1. It rhymes.", "2. It is short."];
  const poems = ["Rain on the lane.", "Snow in the wood.", "A bee and a tree.", "The moon at noon."];
  const repeated = (value: string) => poems.map(() => value);
  const line = (score: number) => [`1. It does so in part.`, `2. Score: ${score} out of 5.`];
  const drafts = Object.fromEntries(criteria.map((name, at) => [name, poems.map((_, index) => line(1 + ((index + at) % 5)).join("\n"))]));
  const data = {
    ...{ task_info: repeated("Write one line of verse."), source_name: repeated("theme"), target_name: repeated("verse") },
    ...{
      source: ["weather", "weather", "nature", "nature"],
      target: poems,
      model_name: ["m1", "m2", "m1", "m2"],
      criteria,
      criteria_kv: drafts,
    },
  };
  mkdirSync(join(folder, "poems"), { recursive: true });
  writeFileSync(join(folder, "combine_data.json"), JSON.stringify({ poems: data }));
  for (const [who, name] of annotators.entries()) {
    const evaluation = (index: number, at: number) => {
      const score = 1 + ((index + at) % 5);
      const rows = line(score).map((text) => [text, "1", "", "", ""]);
      return {
        final_score: Math.min(5, score + who),
        start_time: "2026-05-01 10:00:00",
        end_time: "2026-05-01 10:01:00",
        eval_result: rows,
      };
    };
    const samples = poems.map((verse, index) => ({
      ...{ theme: data.source[index], verse, model: data.model_name[index] },
      criteria: Object.fromEntries(criteria.map((criterion, at) => [criterion, evaluation(index, at)])),
    }));
    const work = Object.fromEntries(samples.map((sample, index) => [String(index + 1), sample]));
    writeFileSync(join(folder, "poems", `${name}.json`), JSON.stringify({ [name]: work }));
  }
}

test("a folder in CoEval's format: problems name their file; without problems it is imported and has a report", async ({
  adminPage: page,
  api,
}, testInfo) => {
  const project = await api.call("createProject", { body: { name: `Release ${randomUUID().slice(0, 8)}` } });
  const params = { projectId: project.id };
  const folder = testInfo.outputPath("release");
  writeRelease(folder, ["A01", "A02"]);
  writeFileSync(join(folder, "poems", "A02.json"), '{ "A02": { "1": ');
  const chooseFolder = async () => {
    const input = page.getByLabel("Choose a folder", { exact: true });
    await expect(input).toBeEnabled();
    await input.setInputFiles(folder);
  };

  await page.goto(`/projects/${project.id}/samples/import`);
  await page.getByRole("combobox", { name: "Into the task" }).click();
  await page.getByRole("option", { name: "As named in the file" }).click();
  await chooseFolder();
  await expect(page.getByRole("table", { name: "1 problem in the file" }).getByRole("row").nth(1)).toContainText("A02.json");
  await expect(page.getByRole("button", { name: /^Import (everything|without)/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Discard" }).click();

  writeRelease(folder, ["A01", "A02"]);
  await page.getByRole("combobox", { name: "Into the task" }).click();
  await page.getByRole("option", { name: "As named in the file" }).click();
  await chooseFolder();
  const brings = "1 new task, 4 new samples, 2 new criteria, 8 drafts, 16 ratings, 2 new annotators, 1 new judge";
  await expect(page.getByText(`It brings ${brings}. Nothing has been written yet.`)).toBeVisible();
  expect((await api.call("listTasks", { params })).items).toEqual([]);
  await page.getByRole("button", { name: "Import everything" }).click();
  await page.getByRole("link", { name: "Read the report" }).click();
  await expect(page.getByText(/^Two annotators and one judge \(.*\) on 4 samples of 2 inputs, two criteria, 16 ratings/)).toBeVisible();
  await page.getByRole("link", { name: "Influence" }).click();
  await expect(page.getByRole("heading", { name: "What people did with the draft" })).toBeVisible();
});
