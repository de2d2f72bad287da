import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { accessibilityProblems, sidewaysOverflow, visit } from "../support/page-checks";
import { inviteOpposites, makePairStudy, type Opener, type Pair, plainPairs, temptingPairs } from "../support/pairs";
import { Recording } from "../support/recording";
import { importFile, runToEnd } from "../support/study";
import { expect, signIn, test } from "../support/test";
import { WorkspaceScreen } from "../support/workspace";

/** The workspace on a pair: its two outputs, and the choice between them. */
class PairScreen extends WorkspaceScreen {
  output(side: "A" | "B") {
    return this.page.getByRole("region", { name: `answer ${side}` });
  }

  /** The side that shows an output, found by its whole text. */
  async sideOf(text: string): Promise<"A" | "B"> {
    return (await this.output("A").locator("[data-output]").textContent()) === text ? "A" : "B";
  }

  get choice() {
    return this.draft.getByRole("listitem", { name: /^Choice,/ });
  }

  /** By keyboard: accepts what is left of the draft, then prefers the output of that text, or neither (null). */
  async prefer(text: string | null): Promise<void> {
    const open = this.draft.getByRole("listitem", { name: /not decided|not given/ });
    await expect(this.draft.getByRole("listitem").first()).toBeVisible();
    // The key only moves on from a line that is decided already, so that one press too many does nothing.
    await expect(async () => {
      for (let left = await open.count(); left > 0; left--) await this.page.keyboard.press("a");
      expect(await open.count()).toBe(0);
    }).toPass();
    const side = text === null ? null : await this.sideOf(text);
    await this.page.keyboard.press({ A: "1", tie: "2", B: "3" }[side ?? "tie"]);
    await expect(this.choice).toHaveAccessibleName(`Choice, ${side ?? "Tie"}`);
    await this.expectSaved();
  }

  /** Submits by keyboard and waits for the next pair, or for the end. */
  async submit(next: Pair | null): Promise<void> {
    await this.page.keyboard.press("Enter");
    const sign = next === null ? "There is nothing left for you in this task." : next.input;
    await expect(this.page.getByText(sign, { exact: true })).toBeVisible();
  }
}

const rowsOf = (page: Page, region: string) => page.getByRole("region", { name: region, exact: true }).getByRole("row");

test("pairs with known answers are imported and drafted in both orders; two people who see them in different orders agree; the report says who is right", async ({
  adminPage,
  browser,
  api,
  standIn,
}, testInfo) => {
  test.setTimeout(240_000);
  const secret = crypto.randomUUID().slice(0, 8);
  const [plain, tempting] = [`Plain-${secret}`, `Tempting-${secret}`];
  const system = `harbour-${secret}`;
  const last: Pair = { input: "Reverse the word river.", output_1: "rivre. Nearly so.", output_2: "revir. Done.", label: 2 };
  const pairs = [...plainPairs, ...temptingPairs, last] as const;
  const [first] = plainPairs;
  if (first === undefined) throw new Error("There are no pairs.");
  const project = await api.call("createProject", { body: { name: `Pairs ${secret}` } });
  const params = { projectId: project.id };

  await test.step("a folder in LLMBar's format: both outputs side by side in the preview, and a criterion comes with it", async () => {
    const folder = testInfo.outputPath("bar");
    for (const [subset, list] of [
      [plain, plainPairs],
      [tempting, temptingPairs],
    ] as const) {
      mkdirSync(join(folder, subset), { recursive: true });
      writeFileSync(join(folder, subset, "dataset.json"), JSON.stringify(list));
    }
    await adminPage.goto(`/projects/${project.id}/samples/import`);
    await adminPage.getByLabel("Name of the new task").fill("Pairs");
    const input = adminPage.getByLabel("Choose a folder", { exact: true });
    await expect(input).toBeEnabled();
    await input.setInputFiles(folder);
    await expect(adminPage.getByText("It brings 1 new task, 4 new samples, 1 new criterion. Nothing has been written yet.")).toBeVisible();
    const preview = adminPage.getByRole("region", { name: "First rows" });
    await expect(preview.getByRole("columnheader")).toHaveText(["row", "id", "input", "output", "output_b", "gold_label", "subset"]);
    await expect(preview.getByRole("row").nth(3).getByRole("cell")).toContainText([
      "1",
      `${tempting}-1`,
      "digit",
      "Seven days",
      "7",
      "B",
      tempting,
    ]);
    await adminPage.getByRole("button", { name: "Import everything" }).click();
    await expect(adminPage.getByText(/^Imported from .*: 1 new task, 4 new samples, 1 new criterion\./)).toBeVisible();
  });

  const [task] = (await api.call("listTasks", { params })).items;
  const taskId = task?.id ?? "";
  const study = { projectId: project.id, taskId };
  await test.step("the criterion is published, with A, tie and B; another pair comes with the systems that wrote it", async () => {
    await adminPage.goto(`/projects/${project.id}/criteria?task=${taskId}`);
    await expect(adminPage.getByRole("heading", { name: "Published, version 1" })).toBeVisible();
    await expect(adminPage.getByText("Preference", { exact: true }).first()).toBeVisible();
    const [set] = (await api.call("listCriteriaSets", { params: { taskId } })).items;
    expect(set?.criteria.map(({ name, scale: { min, max, step } }) => ({ name, min, max, step }))).toEqual([
      { name: "Preference", min: -1, max: 1, step: 1 },
    ]);
    const row = `${tempting}-3,${last.input},${last.output_1},${last.output_2},${system},${system}-b,B,${tempting}`;
    const file = `id,input,output_a,output_b,system_a,system_b,gold_label,subset\n${row}\n`;
    await importFile(api, { projectId: project.id, task: "Pairs", fileName: "more.csv", file });
    await api.call("updateTask", { params: { taskId }, body: { inputName: "instruction", outputName: "answer", annotatorsPerSample: 20 } });
  });

  const verdicts: number[] = [];
  await test.step("a judge drafts them, and again with the outputs swapped: each verdict is kept in the sample's own order", async () => {
    const body = {
      name: "camieval",
      baseUrl: standIn.url,
      model: "stand-in",
      protocol: "camieval-pairwise" as const,
      options: { questionsPerDimension: 1 },
    };
    const judge = await api.call("createJudge", { params, body });
    const run = await runToEnd(api, taskId, { judgeId: judge.id });
    expect(run).toMatchObject({ status: "done", units: { total: 5, done: 5 } });
    const scores = async (runId: string) =>
      (await api.call("listRunDrafts", { params: { runId } })).items.map(({ score }) => score ?? Number.NaN);
    verdicts.push(...(await scores(run.id)));
    expect(new Set(verdicts).size, "a judge that always says the same shows nothing").toBeGreaterThan(1);
    const shownFirst = (text: string) =>
      standIn.requests.filter(({ body: asked }) => JSON.stringify(asked).includes(JSON.stringify(`\n${text}\n</output-A-`).slice(1, -1)))
        .length;
    expect(shownFirst(first.output_2)).toBe(0);
    const swapped = await runToEnd(api, taskId, { judgeId: judge.id, variant: "swapped", reuseAnswers: true });
    expect(swapped).toMatchObject({ status: "done", variant: "swapped", units: { done: 5, failed: 0 } });
    expect(shownFirst(first.output_2)).toBeGreaterThan(0);
    expect(await scores(swapped.id)).toEqual(verdicts);
  });

  const [asStored, swapped] = await inviteOpposites(api, study, first);
  const enter = async (who: Opener) => {
    const context = await browser.newContext();
    const recording = new Recording(context);
    const screen = new PairScreen(await context.newPage());
    await signIn(screen.page, api.baseURL, who);
    await screen.page.goto(`/projects/${project.id}/annotate/${who.assignmentId}`);
    await screen.ready();
    return { screen, recording };
  };
  const [ada, bo] = [await enter(asStored), await enter(swapped)];

  await test.step("each reads the draft with the outputs named in the order they see", async () => {
    await expect(ada.screen.output("A")).toContainText(first.output_1);
    await expect(ada.screen.output("B")).toContainText(first.output_2);
    await expect(bo.screen.output("A")).toContainText(first.output_2);
    await expect(bo.screen.output("B")).toContainText(first.output_1);
    await expect(ada.screen.line("Conclusion")).toContainText(/A keeps to what was asked where B goes/);
    await expect(bo.screen.line("Conclusion")).toContainText(/B keeps to what was asked where A goes/);
    expect([asStored, swapped].map(({ opened }) => opened.units[0]?.draft?.score)).toEqual([verdicts[0], 0 - (verdicts[0] ?? 0)]);
  });

  await test.step("both prefer the same text, each under the letter they see", async () => {
    for (const [{ screen }, side] of [
      [ada, "A"],
      [bo, "B"],
    ] as const) {
      await screen.at(screen.line("Conclusion"));
      await screen.page.keyboard.press("r");
      await screen.page.getByRole("textbox", { name: "New text" }).fill("Only ");
      await screen.page.keyboard.press(`Alt+${side.toLowerCase()}`);
      await screen.page.keyboard.type(" names animals that sleep.");
      await screen.page.keyboard.press("Control+Enter");
      await expect(screen.line("Conclusion")).toHaveAccessibleName("Conclusion, Revised");
      await expect(screen.line("Conclusion").getByRole("insertion").last()).toContainText("names animals that sleep");
      await screen.press(screen.line("Evidence"), "Remove");
      await expect(screen.line("Evidence")).toHaveAccessibleName("Evidence, Removed");
      await screen.prefer(first.output_1);
      expect(await screen.sideOf(first.output_1)).toBe(side);
      await screen.submit(pairs[1] ?? null);
    }
  });

  await test.step("the other pairs by keyboard: a tie, an answer both know, one they differ on, and one more", async () => {
    const [seven, oslo] = temptingPairs;
    const choices = (differs: string | undefined) => [null, seven?.output_2 ?? "", differs ?? "", last.output_2];
    for (const [{ screen }, own] of [
      [ada, choices(oslo?.output_2)],
      [bo, choices(oslo?.output_1)],
    ] as const) {
      for (const [index, text] of own.entries()) {
        await screen.prefer(text);
        await screen.submit(pairs[index + 2] ?? null);
      }
    }
  });

  await test.step("nothing revealed to either of them the known answer, the subset, the systems or the other's work", async () => {
    for (const { recording } of [ada, bo]) {
      expect(await recording.count()).toBeGreaterThan(20);
      for (const text of [plain, tempting, system]) expect(await recording.repliesWith(text)).toEqual([]);
      const names = await recording.propertyNames();
      expect([...names]).toEqual(expect.arrayContaining(["outputB", "units", "score"]));
      for (const name of ["goldLabel", "gold_label", "subset", "system", "systemB", "system_b", "metadata"])
        expect([...names]).not.toContain(name);
    }
  });

  await test.step("exports have both in the sample's own order, with the pair's gold label and subset", async () => {
    const text = async (format: "jsonl" | "long-csv") =>
      (await api.fetch("exportProject", { params, query: { format, task: taskId } })).text();
    const lines = (await text("jsonl"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const samples = lines.filter(({ input }) => input !== undefined);
    expect(samples.map(({ gold_label }) => gold_label)).toEqual(["A", "A", "B", "A", "B"]);
    expect(samples.map(({ subset }) => subset)).toEqual([plain, plain, tempting, tempting, tempting]);
    const said = lines.filter((line) => JSON.stringify(line).includes("names animals that sleep"));
    expect(said).toHaveLength(2);
    for (const line of said) expect(JSON.stringify(line)).toContain("Only [A] names animals that sleep.");
    const long = (await text("long-csv")).trim().split(/\r?\n/);
    const of = (name: string) => long.find((line) => line.startsWith(`${plain}-1/Preference,${name},`)) ?? "";
    expect(of(asStored.name)).toMatch(new RegExp(`,1,Preference,.*,A,${plain},false,false,$`));
    expect(of(swapped.name)).toMatch(new RegExp(`,1,Preference,.*,A,${plain},true,false,$`));
  });

  await test.step("the report: who is right, in which subset, who agrees, and what the other order changes", async () => {
    await visit(adminPage, `/projects/${project.id}/report?task=${taskId}`);
    const known = pairs.map(({ label }) => (label === 1 ? 1 : -1));
    const right = verdicts.filter((verdict, index) => verdict === known[index]).length;
    const accuracy = rowsOf(adminPage, "Accuracy");
    await expect(accuracy.filter({ hasText: "most annotators" })).toContainText("3 of 4");
    await expect(accuracy.filter({ hasText: asStored.name })).toContainText("3 of 5");
    await expect(accuracy.filter({ hasText: swapped.name })).toContainText("4 of 5");
    await expect(accuracy.filter({ hasText: "camieval" })).toContainText(`${right} of 5`);
    const subsets = rowsOf(adminPage, "Accuracy by subset");
    await expect(subsets.filter({ hasText: plain }).getByRole("cell").first()).toContainText("1 of 2");
    await expect(subsets.filter({ hasText: tempting }).getByRole("cell").first()).toContainText("2 of 2");
    const people = rowsOf(adminPage, "Agreement with people").filter({ hasText: "annotators, on all pairs" });
    await expect(people).toContainText(/80\.0\s%.*n = 5/);
    await expect(rowsOf(adminPage, "Consistency under swap").filter({ hasText: "camieval" })).toContainText(/100\.0\s%.*n = 5/);
    await expect(adminPage.getByText(/Start an interference run of a judge/)).toBeVisible();
  });

  await test.step("as training data: the known better outputs, one file per split, and the reason why a source without verdicts gives none", async () => {
    await visit(adminPage, `/projects/${project.id}/exports`);
    const files = adminPage.getByRole("list", { name: "Files" });
    const lines = async () => {
      const texts = await files.getByText(/\d+ lines? of \d+ inputs?/).allTextContents();
      return texts.reduce((sum, text) => sum + Number.parseInt(text, 10), 0);
    };
    await expect.poll(lines).toBe(5);
    const own = await (
      await adminPage.request.get((await files.getByRole("link", { name: "Download manifest.json" }).getAttribute("href")) ?? "")
    ).json();
    expect(own).toMatchObject({ format: "dpo", source: "gold", candidates: 5 });
    await adminPage.getByRole("combobox", { name: "Whose preference" }).click();
    await adminPage.getByRole("option", { name: "Annotators" }).click();
    await expect.poll(lines).toBe(3);
    await expect(adminPage.getByText("2 candidates of 5 left out:")).toBeVisible();
  });
});

test("a task without criteria explains why it gives no training data", async ({ adminPage, api }) => {
  const project = await api.call("createProject", { body: { name: `Bare ${crypto.randomUUID().slice(0, 8)}` } });
  await importFile(api, { projectId: project.id, task: "Answers", fileName: "a.csv", file: "id,input,output\na,Why?,Because.\n" });
  await visit(adminPage, `/projects/${project.id}/exports`);
  await expect(adminPage.getByText("has no published criteria, so there are no ratings yet.")).toBeVisible();
  await expect(adminPage.getByRole("link", { name: "Download train.jsonl" })).toHaveCount(0);
});

test("pages of pairs have no axe violations, light or dark, and fit a phone, where two long texts can be compared", async ({
  adminPage,
  browser,
  api,
  standIn,
}) => {
  test.setTimeout(240_000);
  const long = (what: string) =>
    Array.from({ length: 40 }, (_, index) => `${what}, part ${index + 1}, goes on for a line or two.`).join(" ");
  const story: Pair = { input: "Tell the story of the river.", output_1: long("The ferry"), output_2: long("The flood"), label: 1 };
  const study = await makePairStudy(api, { Long: [story], Plain: plainPairs, Tempting: temptingPairs }, standIn.url);
  const project = `/projects/${study.projectId}`;
  const staged = await api.call("createImport", {
    params: { projectId: study.projectId },
    query: { fileName: "Plain.json", task: "Again" },
    file: JSON.stringify(plainPairs),
  });
  const { assignmentId } = await api.call("nextAssignment", { params: { taskId: study.taskId } });
  const places = {
    workspace: `${project}/annotate/${assignmentId}`,
    preview: `${project}/samples/import?import=${staged.id}`,
    samples: `${project}/samples?task=${study.taskId}`,
    report: `${project}/report?task=${study.taskId}`,
    exports: `${project}/exports`,
  };
  await adminPage.emulateMedia({ reducedMotion: "reduce" });
  for (const name of ["workspace", "report"] as const) {
    await visit(adminPage, places[name]);
    expect.soft(await accessibilityProblems(adminPage), name).toEqual([]);
  }

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const screen = new PairScreen(await context.newPage());
  const { page } = screen;
  await context.addCookies(await adminPage.context().cookies());
  for (const [name, path] of Object.entries(places)) {
    await visit(page, path);
    expect.soft(await sidewaysOverflow(page), name).toBeNull();
  }

  await visit(page, places.workspace);
  await screen.ready();
  expect.soft(await accessibilityProblems(page), "workspace on a phone").toEqual([]);
  const jump = page.getByRole("group", { name: "Jump to a text" });
  const head = (side: "A" | "B") => screen.output(side).getByRole("heading");
  await expect(head("B")).not.toBeInViewport();
  await jump.getByRole("button", { name: "answer B" }).tap();
  await expect(head("B")).toBeInViewport();
  await expect(head("A")).not.toBeInViewport();
  await jump.getByRole("button", { name: "answer A" }).tap();
  await expect(head("A")).toBeInViewport();
  await expect(jump.getByRole("button", { name: "answer A" })).toHaveAttribute("aria-current", "true");
  await screen.draft.getByRole("radio", { name: "B", exact: true }).tap();
  await expect(screen.choice).toHaveAccessibleName("Choice, B");
  await screen.expectSaved();
});
