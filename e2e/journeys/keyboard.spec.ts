import type { Locator } from "@playwright/test";
import { invite, makeStudy } from "../support/study";
import { expect, test } from "../support/test";
import { WorkspaceScreen } from "../support/workspace";

/** Presses Tab until the target has the focus, as a user without a mouse does. */
async function tabTo(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 60; presses++) {
    if (await isThere()) return;
    await target.page().keyboard.press("Tab");
  }
  throw new Error(`60 presses of Tab do not reach ${target}.`);
}

test("from signing in to the next sample without a mouse", async ({ page, api, standIn }) => {
  const study = await makeStudy(api, { draftedBy: standIn.url, samples: 2 });
  const { email, password } = await invite(api, study.projectId, "annotator");
  const screen = new WorkspaceScreen(page);
  const { keyboard } = page;

  await test.step("sign in and open the first sample", async () => {
    await page.goto("/sign-in");
    await tabTo(page.getByLabel("E-mail"));
    await keyboard.type(email);
    await tabTo(page.getByLabel("Password"));
    await keyboard.type(password);
    await keyboard.press("Enter");
    await screen.ready();
    await expect(screen.line("Conclusion")).toBeFocused();
  });

  await test.step("decide every line of the first criterion", async () => {
    await keyboard.press("a");
    await expect(screen.line("Conclusion")).toHaveAccessibleName("Conclusion, Accepted");
    await expect(screen.line("Explanation")).toBeFocused();
    await keyboard.press("r");
    await expect(page.getByRole("textbox", { name: "New text" })).toBeFocused();
    await keyboard.type(" Both are short.");
    await keyboard.press("Control+Enter");
    await expect(screen.line("Explanation")).toHaveAccessibleName("Explanation, Revised");
    await expect(screen.line("Explanation").getByRole("insertion")).toHaveText("Both are short.");
    await expect(screen.line("Score")).toBeFocused();
    await keyboard.press("4");
    await expect(screen.draft.getByRole("radio", { name: "4", exact: true })).toBeChecked();
    await expect(screen.line("Evidence")).toBeFocused();
    await keyboard.press("d");
    await expect(screen.line("Evidence")).toHaveAccessibleName("Evidence, Removed");
    await expect(screen.line("Evidence", 1)).toBeFocused();
    await keyboard.press("a");
    await keyboard.press("n");
    await expect(page.getByRole("textbox", { name: "Text of the new line" })).toBeFocused();
    await keyboard.type("It is for children too.");
    await keyboard.press("Control+Enter");
    await expect(screen.line("Explanation", 1)).toHaveAccessibleName("Explanation, Added");
  });

  await test.step("undo and redo", async () => {
    await keyboard.press("z");
    await expect(page.getByText("It is for children too.")).toHaveCount(0);
    await keyboard.press("Shift+Z");
    await expect(screen.line("Explanation", 1)).toHaveAccessibleName("Explanation, Added");
    await screen.expectSaved();
  });

  await test.step("the keys, the guidelines and the history are one key away, and Escape leads back", async () => {
    for (const [key, title] of [
      ["?", "Keys"],
      ["g", "Guidelines"],
      ["h", "History"],
    ] as const) {
      await keyboard.press(key);
      await expect(page.getByRole("dialog", { name: title })).toBeVisible();
      await keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
  });

  await test.step("a reload resumes where the annotator stopped, half-typed text included", async () => {
    await keyboard.press("Enter");
    await expect(screen.criterion).toHaveText("Correctness");
    await expect(screen.line("Conclusion")).toBeFocused();
    await keyboard.press("a");
    await expect(screen.line("Explanation")).toBeFocused();
    await keyboard.press("r");
    await keyboard.type(" Half a thou");
    await expect(page.locator("[data-save-state]")).toHaveText("Unsaved text");
    const before = screen.assignmentId;
    await page.reload();
    await screen.ready();
    expect(screen.assignmentId).toBe(before);
    await expect(screen.criterion).toHaveText("Correctness");
    await expect(screen.line("Conclusion")).toHaveAccessibleName("Conclusion, Accepted");
    await expect(screen.line("Explanation")).toBeFocused();
    await expect(screen.line("Explanation").getByText("unfinished change")).toBeVisible();
    await keyboard.press("r");
    await expect(page.getByRole("textbox", { name: "New text" })).toHaveValue(/ Half a thou$/);
    await keyboard.press("Escape");
    await keyboard.press("z");
    await expect(page.getByRole("textbox", { name: "New text" })).toHaveValue(/ Half a thou$/);
    await keyboard.press("Escape");
    await screen.expectSaved();
    await expect(screen.criteria.getByRole("button", { name: /^Clarity.*complete.*4$/ })).toBeVisible();
  });

  await test.step("submit, move to the next sample, go back, reopen, submit again", async () => {
    for (const kind of ["Explanation", "Score", "Evidence"] as const) {
      await expect(screen.line(kind)).toBeFocused();
      await keyboard.press("a");
    }
    await expect(screen.line("Evidence", 1)).toBeFocused();
    await keyboard.press("a");
    await screen.expectSaved();
    const first = screen.assignmentId;
    await keyboard.press("Enter");
    await page.waitForURL((url) => !url.pathname.endsWith(first));
    await expect(page.getByText("2 of 2", { exact: true })).toBeVisible();
    await expect(page.getByText("It mirrors the sea.").first()).toBeVisible();
    await expect(screen.line("Conclusion")).toBeFocused();

    await keyboard.press(",");
    await page.waitForURL((url) => url.pathname.endsWith(first));
    await expect(page.getByText(/^Submitted on/)).toBeVisible();
    await keyboard.press("5");
    await expect(screen.draft.getByRole("radio", { name: "4", exact: true })).toBeChecked();
    await keyboard.press("o");
    await expect(page.getByText(/^Submitted on/)).toHaveCount(0);
    await keyboard.press("5");
    await expect(screen.draft.getByRole("radio", { name: /^5/ })).toBeChecked();
    await screen.expectSaved();
    await keyboard.press("Enter");
    await expect(page.getByText("It mirrors the sea.").first()).toBeVisible();
    const report = await api.call("readReport", { params: { projectId: study.projectId }, query: { task: study.taskId } });
    expect(report.tasks[0]?.scores.perCriterion.Clarity?.annotators?.histogram).toMatchObject({ "4": 0, "5": 1 });
  });
});
