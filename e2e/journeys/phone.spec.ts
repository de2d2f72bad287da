import { sidewaysOverflow } from "../support/page-checks";
import { invite, makeStudy } from "../support/study";
import { expect, signIn, test } from "../support/test";
import { WorkspaceScreen } from "../support/workspace";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test("on a phone: annotate a sample with the thumb, and read the report", async ({ adminPage, browser, api, standIn }) => {
  const study = await makeStudy(api, { draftedBy: standIn.url, samples: 1 });
  const context = await browser.newContext();
  const screen = new WorkspaceScreen(await context.newPage());
  const { page } = screen;
  await signIn(page, api.baseURL, await invite(api, study.projectId, "annotator"));
  await page.goto(`/projects/${study.projectId}/annotate`);
  await page.getByRole("button", { name: "Start: Answers" }).tap();
  await screen.ready();
  await expect(page.getByText("Air scatters short waves more than long ones.").first()).toBeInViewport();
  const accept = screen.button("Accept");
  const place = await accept.boundingBox();
  expect(place?.height).toBeGreaterThanOrEqual(44);
  await accept.tap();
  await expect(screen.line("Conclusion")).toHaveAccessibleName("Conclusion, Accepted");
  expect(await accept.boundingBox(), "Accept stays under the thumb").toEqual(place);
  await screen.button("Revise").tap();
  await page.getByRole("textbox", { name: "New text" }).fill("Two sentences, both plain.");
  await screen.button("Save the line").tap();
  await expect(screen.line("Explanation")).toHaveAccessibleName("Explanation, Revised");
  expect(await sidewaysOverflow(page)).toBeNull();
  await screen.draft.getByRole("radio", { name: "4", exact: true }).tap();
  await expect(screen.line("Score")).toHaveAccessibleName("Score, 4");
  expect(await accept.boundingBox(), "and after a line was revised").toEqual(place);
  await screen.acceptAll();
  await screen.button("Next criterion").tap();
  await expect(screen.criterion).toHaveText("Correctness");
  await screen.acceptAll();
  await screen.button("Submit, next sample").tap();
  await expect(page.getByText("There is nothing left for you in this task.")).toBeVisible();

  await adminPage.goto(`/projects/${study.projectId}`);
  await adminPage.getByRole("button", { name: "Pages of this project" }).tap();
  await adminPage.getByRole("dialog").getByRole("link", { name: "Report" }).tap();
  await adminPage.waitForURL(/\/report/);
  await expect(adminPage.getByRole("dialog")).toHaveCount(0);
  await expect(adminPage.getByRole("heading", { level: 1 })).toContainText("Only one person has scored");
  await expect(
    adminPage.getByRole("region", { name: "Agreement for each criterion" }).getByRole("listitem").filter({ hasText: "Clarity" }),
  ).toBeVisible();
  expect(await sidewaysOverflow(adminPage)).toBeNull();
});

test("dialogs do not scroll sideways on a phone, and prices can be read and set there", async ({ adminPage: page, scene }) => {
  const { study, finishedRun } = scene;
  const project = `/projects/${study.projectId}`;
  const openings = [
    { path: `${project}/settings?tab=judges`, press: "Add a judge" },
    { path: `${project}/settings?tab=prompts`, press: "Write a new version" },
    { path: `${project}/runs?task=${study.taskId}`, press: "Start a run" },
    { path: `${project}/runs/${finishedRun}`, press: /^What was asked/ },
  ];
  for (const { path, press } of openings) {
    await page.goto(path);
    await page.getByRole("button", { name: press }).first().tap();
    await page.waitForLoadState("networkidle");
    expect(await sidewaysOverflow(page), `${press}`).toBeNull();
  }
  await page.goto(`${project}/settings?tab=judges`);
  for (const name of ["Model, or how its name begins", "Price in of a new model", "Price out of a new model"]) {
    const box = await page.getByRole("textbox", { name }).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 390), name).toBeLessThan(390);
  }
});
