import type { Page } from "@playwright/test";
import { invite, makeStudy, type Study, signedInApi } from "../support/study";
import { expect, signIn, test } from "../support/test";
import { WorkspaceScreen } from "../support/workspace";

async function readReport(page: Page, study: Study) {
  await page.goto(`/projects/${study.projectId}/report?task=${study.taskId}&chapter=influence`);
}

test("two annotators redline the same sample without seeing each other, and the report moves", async ({
  adminPage,
  browser,
  api,
  standIn,
}) => {
  const study = await makeStudy(api, { draftedBy: standIn.url, samples: 1, task: { annotatorsPerSample: 2, reasonRequired: true } });
  const [first, second] = [
    await invite(api, study.projectId, "annotator", "Ada First"),
    await invite(api, study.projectId, "annotator", "Bo Second"),
  ];
  const ada = new WorkspaceScreen(await (await browser.newContext()).newPage());
  const bo = new WorkspaceScreen(await (await browser.newContext()).newPage());
  await signIn(ada.page, api.baseURL, first);
  await signIn(bo.page, api.baseURL, second);

  await readReport(adminPage, study);
  await expect(adminPage.getByText("Nothing has been scored in this task yet")).toBeVisible();

  await ada.begin(study);
  const opened = await (await signedInApi(api.baseURL, first)).call("openAssignment", { params: { assignmentId: ada.assignmentId } });
  const drafted = opened.units[0]?.draft?.score ?? null;
  const other = drafted === 5 ? 3 : 5;

  await test.step("accept, revise with a word diff, remove and add, each with its reason", async () => {
    await expect(ada.criterion).toHaveText("Clarity");
    await ada.press(ada.line("Conclusion"), "Accept");
    await expect(ada.line("Conclusion")).toHaveAccessibleName("Conclusion, Accepted");

    await ada.press(ada.line("Explanation"), "Revise");
    const editor = ada.page.getByRole("textbox", { name: "New text" });
    await editor.fill((await editor.inputValue()).replace("was held against", "was weighed against"));
    const changes = ada.page.getByRole("region", { name: "Your changes to the draft" });
    await expect(changes.getByRole("deletion")).toHaveText("held");
    await expect(changes.getByRole("insertion")).toHaveText("weighed");
    await expect(ada.button("Save the line")).toBeDisabled();
    await ada.draft.getByRole("combobox", { name: /^Reason/ }).click();
    await ada.page.getByRole("option", { name: "unclear" }).click();
    await ada.button("Save the line").click();
    await expect(ada.line("Explanation")).toHaveAccessibleName("Explanation, Revised · unclear");
    await expect(ada.line("Explanation").getByRole("deletion")).toHaveText("held");
    await expect(ada.line("Explanation").getByRole("insertion")).toHaveText("weighed");

    await ada.press(ada.line("Evidence"), "Remove");
    await ada
      .line("Evidence")
      .getByRole("group", { name: "Why remove it?" })
      .getByRole("button", { name: /^made up/ })
      .click();
    await expect(ada.line("Evidence")).toHaveAccessibleName("Evidence, Removed · made up");
    await expect(ada.line("Evidence").getByRole("deletion")).toBeVisible();
    await ada.press(ada.line("Evidence", 1), "Accept");

    await ada.button("Add a line").click();
    await ada.page.getByRole("textbox", { name: "Text of the new line" }).fill("The second sentence draws the conclusion for the reader.");
    await ada.button("Add the line").click();
    await expect(ada.line("Explanation", 1)).toHaveAccessibleName("Explanation, Added");
    await expect(ada.line("Explanation", 1).getByRole("insertion")).toHaveText("The second sentence draws the conclusion for the reader.");
  });

  await test.step("another score than the draft's, with a reason; the score line is the score", async () => {
    await ada.draft.getByRole("radio", { name: new RegExp(`^${other}`) }).click();
    await ada.draft
      .getByRole("group", { name: "Why a different score?" })
      .getByRole("button", { name: /^wrong score/ })
      .click();
    await expect(ada.draft.getByRole("radio", { name: new RegExp(`^${other}`) })).toBeChecked();
    await expect(ada.line("Score")).toHaveAccessibleName(`Score, ${other}`);
    await ada.expectSaved();
  });

  await test.step("the other annotator has the same sample and sees none of this work", async () => {
    await bo.begin(study);
    expect(bo.assignmentId).not.toBe(ada.assignmentId);
    await expect(bo.page.getByText("Air scatters short waves more than long ones.").first()).toBeVisible();
    await expect(bo.line("Explanation")).toHaveAccessibleName("Explanation, not decided");
    await expect(bo.draft.getByRole("deletion")).toHaveCount(0);
    await expect(bo.page.getByText("The second sentence draws the conclusion")).toHaveCount(0);
  });

  await test.step("submitted work of one: agreement is unknown, and what was done to the draft is counted", async () => {
    await ada.button("Next criterion").click();
    await expect(ada.criterion).toHaveText("Correctness");
    await ada.acceptAll();
    await ada.button("Submit, next sample").click();
    await expect(ada.page.getByText("There is nothing left for you in this task.")).toBeVisible();

    await readReport(adminPage, study);
    await expect(adminPage.getByRole("heading", { level: 1 })).toContainText("Only one person has scored");
    const report = await api.call("readReport", { params: { projectId: study.projectId }, query: { task: study.taskId } });
    expect(report.tasks[0]?.counts).toMatchObject({ samples: 1, criteria: 2, annotators: 1, judges: 1, units: 2 });
    // Five lines a draft: of Clarity two accepted, two revised (the explanation and the score), one removed; all of Correctness accepted.
    expect(report.tasks[0]?.actions["stand-in"]?.overall).toMatchObject({
      accept: { count: 7 },
      revise: { count: 2 },
      remove: { count: 1 },
      add: { count: 1 },
    });
    await expect(adminPage.getByRole("heading", { name: "What people did with the draft" })).toBeVisible();
  });

  await test.step("submitted work of both: the report has the ratings of two people", async () => {
    await bo.acceptAll();
    await bo.button("Next criterion").click();
    await bo.acceptAll();
    await bo.button("Submit, next sample").click();
    await expect(bo.page.getByText("There is nothing left for you in this task.")).toBeVisible();

    await adminPage.reload();
    await expect(
      adminPage.getByText(/^Two annotators and one judge \(stand-in\) on 1 sample of 1 input, two criteria, 4 ratings/),
    ).toBeVisible();
    const report = await api.call("readReport", { params: { projectId: study.projectId }, query: { task: study.taskId } });
    expect(report.tasks[0]?.counts).toMatchObject({ annotators: 2, ratings: 4 });
    expect(report.tasks[0]?.actions["stand-in"]?.overall).toMatchObject({
      accept: { count: 17 },
      revise: { count: 2 },
      remove: { count: 1 },
      add: { count: 1 },
    });
    expect(report.tasks[0]?.scores.perCriterion.Clarity?.annotators?.histogram).toMatchObject({ [String(other)]: 1, [String(drafted)]: 1 });
  });
});
