import { draft, invite, makeStudy } from "../support/study";
import { expect, signIn, test } from "../support/test";
import { WorkspaceScreen } from "../support/workspace";

test("a criterion with labels is written, drafted, chosen by key and reported without a mean", async ({
  adminPage,
  browser,
  api,
  standIn,
}) => {
  const study = await makeStudy(api, { criteria: null, samples: 2, task: { annotatorsPerSample: 2, arm: "drafted" } });
  const criteriaPage = `/projects/${study.projectId}/criteria?task=${study.taskId}`;

  await test.step("a researcher gives a criterion labels in place of a scale", async () => {
    await adminPage.goto(criteriaPage);
    await adminPage.getByRole("button", { name: "Start an empty draft" }).click();
    await adminPage.getByRole("button", { name: "Add a criterion" }).click();
    const dialog = adminPage.getByRole("dialog", { name: "Add a criterion" });
    await dialog.getByLabel("Name").fill("Cause");
    await dialog.getByRole("combobox", { name: "Judged on" }).click();
    await adminPage.getByRole("option", { name: /^Labels/ }).click();
    await expect(dialog.getByLabel("Lowest score")).toHaveCount(0);
    await dialog.getByLabel("Label 1", { exact: true }).fill("made up");
    await dialog.getByLabel("Description of label 1").fill("Nowhere in the question.");
    await dialog.getByLabel("Label 2", { exact: true }).fill("Made up");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(dialog.getByText('The label "Made up" occurs twice.')).toBeVisible();
    await dialog.getByLabel("Label 2", { exact: true }).fill("out of date");
    await dialog.getByRole("button", { name: "Add a label" }).click();
    await dialog.getByLabel("Label 3", { exact: true }).fill("nothing wrong");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(adminPage.getByText("Labels made up, out of date, nothing wrong")).toBeVisible();
    await adminPage.getByRole("button", { name: "Publish version 1" }).click();
    const published = adminPage.waitForResponse((response) => response.url().endsWith("/publish") && response.ok());
    await adminPage.getByRole("dialog", { name: "Publish version 1" }).getByRole("button", { name: "Publish", exact: true }).click();
    await published;
    await expect(adminPage.getByRole("button", { name: "Publish version 1" })).toHaveCount(0);
  });

  const run = await draft(api, study, { baseUrl: standIn.url });
  expect(run).toMatchObject({ status: "done", units: { done: 2, failed: 0, pending: 0 } });

  await test.step("two annotators choose labels with number keys, with the draft's label struck through", async () => {
    for (const [name, keys] of [
      ["Ada First", ["1", "3"]],
      ["Bo Second", ["1", "2"]],
    ] as const) {
      const screen = new WorkspaceScreen(await (await browser.newContext()).newPage());
      await signIn(screen.page, api.baseURL, await invite(api, study.projectId, "annotator", name));
      await screen.begin(study);
      for (const [index, key] of keys.entries()) {
        await expect(screen.page.getByText(`${index + 1} of 2`, { exact: true })).toBeVisible();
        const radios = screen.draft.getByRole("radiogroup", { name: "Label for Cause" }).getByRole("radio");
        await expect(radios).toHaveText(["made up1", "out of date2", "nothing wrong3"]);
        await screen.page.keyboard.press(key);
        await expect(radios.nth(Number(key) - 1)).toHaveAttribute("aria-checked", "true");
        await screen.acceptAll();
        await screen.button("Submit, next sample").click();
      }
      await screen.page.waitForURL(/\/annotate(?:\?|$)/);
      await screen.page.context().close();
    }
  });

  await test.step("the report counts labels and gives them no mean, no order and no error", async () => {
    await adminPage.goto(`/projects/${study.projectId}/report?task=${study.taskId}&chapter=all`);
    const cause = adminPage.getByRole("region", { name: "Cause", exact: true });
    const counts = cause.getByRole("table", { name: "How often each label was given" });
    await expect(counts.getByRole("row", { name: /^made up 2 \(50\.0\s%\)/ })).toBeVisible();
    await expect(counts.getByRole("row", { name: /^out of date 1 \(25\.0\s%\)/ })).toBeVisible();
    await expect(cause.getByText("people give the same label")).toBeVisible();
    await expect(cause).toContainText(/50\.0\s%/);
    await expect(adminPage.getByRole("rowheader", { name: /3 labels, nominal alpha/ })).toBeVisible();
    await expect(adminPage.getByText(/Labels have no order and no distances/).first()).toBeVisible();
    // With a mean it would read "people: mean 1.25, n = 4".
    await expect(adminPage.getByText("people: n = 4", { exact: true })).toBeVisible();
  });
});
