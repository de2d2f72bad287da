import type { Api } from "../support/api";
import { Recording } from "../support/recording";
import { invite, makeStudy, type Study, signedInApi } from "../support/study";
import { expect, signIn, test } from "../support/test";
import { WorkspaceScreen } from "../support/workspace";

/** Text that only the draft contains: its lines, and evidence lines without their quote of the answer, which annotators do see. */
async function draftTexts(api: Api, study: Study): Promise<string[]> {
  const reader = await signedInApi(api.baseURL, await invite(api, study.projectId, "annotator", "Cy Reader"));
  const texts: string[] = [];
  for (;;) {
    const { assignmentId } = await reader.call("nextAssignment", { params: { taskId: study.taskId } });
    if (assignmentId === null) break;
    const { units } = await reader.call("openAssignment", { params: { assignmentId } });
    const items = units.flatMap(({ draft }) => draft?.items ?? []);
    texts.push(
      ...items
        .filter(({ kind }) => kind !== "score")
        .flatMap(({ text }) => [text, ...text.split(/"[^"]{20,}"/u).map((part) => part.trim())]),
    );
    await reader.call("skipAssignment", { params: { assignmentId }, body: { reason: "Read only." } });
  }
  return [...new Set(texts)].filter((text) => text.length > 15);
}

test("in the blind arm no byte of a draft and no system's name reaches the annotator's browser", async ({ browser, api, standIn }) => {
  const study = await makeStudy(api, { draftedBy: standIn.url, samples: 3, task: { annotatorsPerSample: 3 } });
  const drafts = await draftTexts(api, study);
  // Two criteria on three samples: a conclusion, an explanation and two pieces of evidence each, some alike.
  expect(drafts.length).toBeGreaterThan(12);
  const secrets = [...drafts, "harbour", "meadow", standIn.url];
  await api.call("updateTask", { params: { taskId: study.taskId }, body: { arm: "blind" } });

  const context = await browser.newContext();
  const recording = new Recording(context);
  const screen = new WorkspaceScreen(await context.newPage());
  const { page } = screen;
  await signIn(page, api.baseURL, await invite(api, study.projectId, "annotator"));

  await test.step("score two samples, looking at everything there is", async () => {
    await screen.begin(study);
    for (const sample of [1, 2]) {
      await expect(page.getByText(`${sample} of 3`, { exact: true })).toBeVisible();
      await expect(screen.draft.getByRole("listitem", { name: /^(Conclusion|Explanation|Evidence)/ })).toHaveCount(0);
      await page.keyboard.press("4");
      await page.keyboard.press("n");
      await page.getByRole("textbox", { name: "Text of the new line" }).fill("A line of my own.");
      await page.keyboard.press("Control+Enter");
      await page.keyboard.press("h");
      await expect(page.getByRole("dialog", { name: "History" })).toContainText("A line of my own.");
      await page.keyboard.press("Escape");
      await screen.button("Next criterion").click();
      await expect(screen.criterion).toHaveText("Correctness");
      await page.keyboard.press("2");
      await screen.expectSaved();
      await screen.button("Submit, next sample").click();
    }
    await expect(page.getByText("3 of 3", { exact: true })).toBeVisible();
    await page.reload();
    await screen.ready();
  });

  await test.step("look at one's own submitted work again, and open every page by its URL", async () => {
    await page.keyboard.press(",");
    await expect(page.getByText(/^Submitted on/)).toBeVisible();
    await page.goto(`/projects/${study.projectId}/annotate`);
    await expect(page.getByRole("navigation", { name: "Project" }).getByRole("link")).toHaveText(["Annotate"]);
    await page.getByText("Your samples").click();
    await expect(page.getByRole("button", { name: "Reopen" })).toHaveCount(2);
    for (const place of [
      "",
      "/tasks",
      `/tasks/${study.taskId}`,
      "/samples",
      "/criteria",
      "/runs",
      "/review",
      "/report",
      "/people",
      "/people?view=work",
      "/audit",
      "/settings",
    ]) {
      await page.goto(`/projects/${study.projectId}${place}`, { waitUntil: "networkidle" });
    }
  });

  await test.step("the API refuses to reveal drafts, and its refusals reveal nothing", async () => {
    const mine = await context.request.get(`${api.baseURL}/api/v1/tasks/${study.taskId}`);
    expect(mine.ok()).toBe(true);
    const refused = await Promise.all(
      [
        `tasks/${study.taskId}/samples`,
        `tasks/${study.taskId}/runs`,
        `tasks/${study.taskId}/progress`,
        `tasks/${study.taskId}/people`,
        `projects/${study.projectId}/audit`,
        `projects/${study.projectId}/exclusions`,
        `projects/${study.projectId}/report`,
      ]
        .concat([`projects/${study.projectId}/exports`, `projects/${study.projectId}/judges`, `projects/${study.projectId}/imports`])
        .map((path) => context.request.get(`${api.baseURL}/api/v1/${path}`)),
    );
    for (const response of refused) {
      expect(response.status(), response.url()).toBe(403);
      const body = await response.text();
      expect(secrets.filter((secret) => body.includes(secret))).toEqual([]);
    }
    const task = await mine.text();
    expect(secrets.filter((secret) => task.includes(secret))).toEqual([]);
  });

  expect(await recording.count()).toBeGreaterThan(50);
  for (const secret of secrets) expect(await recording.repliesWith(secret), `“${secret}” came over the network`).toEqual([]);
  expect((await recording.repliesWith("Air scatters short waves")).length, "the recording holds what was shown").toBeGreaterThan(0);

  await test.step("the same recording does find drafts once the arm shows them", async () => {
    await api.call("updateTask", { params: { taskId: study.taskId }, body: { arm: "drafted" } });
    const reader = await browser.newContext();
    const drafted = new Recording(reader);
    const other = new WorkspaceScreen(await reader.newPage());
    await signIn(other.page, api.baseURL, await invite(api, study.projectId, "annotator"));
    await other.begin(study);
    await expect(other.line("Conclusion")).toBeVisible();
    expect((await drafted.repliesWith(drafts[0] ?? "no draft")).length).toBeGreaterThan(0);
    for (const system of ["harbour", "meadow"]) expect(await drafted.repliesWith(system)).toEqual([]);
  });
});
