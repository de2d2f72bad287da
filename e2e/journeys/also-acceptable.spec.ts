import { invite, makeStudy, twoCriteria } from "../support/study";
import { expect, signIn, test } from "../support/test";
import { WorkspaceScreen } from "../support/workspace";

test("a criterion says that several scores can be right, annotators mark them, and the report counts them", async ({
  adminPage,
  browser,
  api,
  standIn,
}) => {
  const study = await makeStudy(api, {
    criteria: twoCriteria.slice(0, 1).map((one) => ({ ...one, scale: { ...one.scale, several: true as const } })),
    draftedBy: standIn.url,
    samples: 1,
    task: { annotatorsPerSample: 2, arm: "drafted" },
  });
  await adminPage.goto(`/projects/${study.projectId}/criteria?task=${study.taskId}`);
  await expect(adminPage.getByText(/more than one can be right/u)).toBeVisible();

  for (const [name, score, also] of [
    ["Ada First", "4", "3"],
    ["Bo Second", "3", "5"],
  ] as const) {
    const screen = new WorkspaceScreen(await (await browser.newContext()).newPage());
    await signIn(screen.page, api.baseURL, await invite(api, study.projectId, "annotator", name));
    await screen.begin(study);
    const row = screen.draft.getByRole("group", { name: "Also acceptable" });
    await expect(row).toHaveCount(0);
    await screen.page.keyboard.press(score);
    await row.getByRole("button", { name: also, exact: true }).click();
    await screen.expectSaved();
    await screen.page.reload();
    await expect(row.getByRole("button", { name: also, exact: true })).toHaveAttribute("aria-pressed", "true");
    await screen.acceptAll();
    await screen.button("Submit, next sample").click();
    await screen.page.waitForURL(/\/annotate(?:\?|$)/);
    await screen.page.context().close();
  }

  const [sample] = (await api.call("listSamples", { params: { taskId: study.taskId } })).items;
  await adminPage.goto(`/projects/${study.projectId}/samples/${sample?.id}`);
  await expect(adminPage.getByRole("cell", { name: /^4 .*\(also 3\)$/u })).toBeVisible();
  await adminPage.goto(`/projects/${study.projectId}/report?task=${study.taskId}&chapter=people`);
  const row = adminPage.getByRole("table", { name: "Acceptable scores", exact: true }).getByRole("row", { name: /^Clarity/u });
  // Bo's 3 is acceptable to Ada, Ada's 4 not to Bo.
  await expect(row.getByRole("cell").nth(0)).toContainText("100.0");
  await expect(row.getByRole("cell").nth(1)).toContainText("0.0");
  await expect(row.getByRole("cell").nth(2)).toContainText("50.0");
});
