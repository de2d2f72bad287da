import type { Page } from "@playwright/test";
import type { Api } from "../support/api";
import { invite, makeStudy, type StudyOptions, signedInApi } from "../support/study";
import { expect, signIn, test } from "../support/test";
import { WorkspaceScreen } from "../support/workspace";

/** A first sample open in the workspace, and what the server has stored for it. */
async function atWork(page: Page, api: Api, options: StudyOptions) {
  const study = await makeStudy(api, { samples: 1, ...options });
  const account = await invite(api, study.projectId, "annotator");
  await signIn(page, api.baseURL, account);
  const screen = new WorkspaceScreen(page);
  await screen.begin(study);
  const own = await signedInApi(api.baseURL, account);
  const { assignmentId } = screen;
  const opened = () => own.call("openAssignment", { params: { assignmentId } });
  const stored = async () => {
    await screen.expectSaved();
    return (await opened()).units.map(({ actions }) => actions.map(({ kind, itemId, score }) => [kind, itemId ?? score]));
  };
  return { screen, opened, stored };
}

test("A after a revision or a score key accepts the next line and never brings the judge's version back", async ({
  page,
  api,
  standIn,
}) => {
  const { screen, opened, stored } = await atWork(page, api, { draftedBy: standIn.url });
  const { keyboard } = page;
  const draft = (await opened()).units[0]?.draft;
  const [conclusion, explanation, score, ...evidence] = draft?.items.map(({ id }) => id) ?? [];
  const chosen = draft?.score === 3 ? 2 : 3;

  await keyboard.press("r");
  await keyboard.type(" In my own words.");
  await keyboard.press("Control+Enter");
  await keyboard.press("a");
  await expect(screen.line("Conclusion")).toHaveAccessibleName("Conclusion, Revised");
  await expect(screen.line("Explanation")).toHaveAccessibleName("Explanation, Accepted");
  await expect(screen.line("Score")).toBeFocused();
  await keyboard.press(`${chosen}`);
  await keyboard.press("a");
  await expect(screen.line("Score")).toHaveAccessibleName(`Score, ${chosen}`);
  expect((await stored())[0]).toEqual([
    ["revise", conclusion],
    ["accept", explanation],
    ["set-score", chosen],
    ["accept", evidence[0]],
  ]);

  // On decided lines A only moves on; restoring the draft's line has its own key, and can be undone like anything else.
  for (const line of [screen.line("Conclusion"), screen.line("Score")]) {
    await screen.at(line);
    await keyboard.press("a");
    await expect(screen.line("Evidence", 1)).toBeFocused();
  }
  expect((await stored())[0]).toHaveLength(4);
  await screen.at(screen.line("Conclusion"));
  await keyboard.press("Shift+R");
  await expect(screen.line("Conclusion")).toHaveAccessibleName("Conclusion, Accepted");
  await keyboard.press("z");
  await expect(screen.line("Conclusion")).toHaveAccessibleName("Conclusion, Revised");
  await expect(screen.line("Score")).toHaveAttribute("data-stop", score ?? "");
});

test("A, A, A over a whole sample accepts every line once, and Enter submits it", async ({ page, api, standIn }) => {
  const { screen, opened, stored } = await atWork(page, api, { draftedBy: standIn.url });
  const { units } = await opened();
  const lines = units.map(({ draft }) => draft?.items.filter(({ kind }) => kind !== "heading").map(({ id }) => id) ?? []);
  expect(lines.map((ids) => ids.length)).toEqual([5, 5]);
  // One press for each line, and one that moves on from the first criterion to the second.
  for (const _ of [...lines.flat(), "next criterion"]) await page.keyboard.press("a");
  await expect(screen.criteria.getByRole("button", { name: /complete/ })).toHaveCount(2);
  await page.keyboard.press("a");
  expect(await stored()).toEqual(lines.map((ids) => ids.map((id) => ["accept", id])));
  await page.keyboard.press("Enter");
  await expect(page.getByText("There is nothing left for you in this task.")).toBeVisible();
  expect((await opened()).status).toBe("submitted");
});

test("a number that is typed but not entered is not shown as saved, and is still there after a reload", async ({ page, api }) => {
  const scale = { min: 0, max: 100, step: 1, levels: [] };
  const criteria = [{ name: "Clarity", definition: "", scale, overall: false }];
  const { screen, stored } = await atWork(page, api, { task: { arm: "blind" }, criteria });
  const field = page.getByRole("textbox", { name: "Score for Clarity, number" });
  await page.keyboard.type("72");
  await expect(field).toHaveValue("72");
  await expect(page.locator("[data-save-state]")).toHaveText("Unsaved text");
  await page.reload();
  await screen.ready();
  await expect(field).toHaveValue("72");
  await expect(page.locator("[data-save-state]")).toHaveText("Unsaved text");
  await field.press("Enter");
  expect(await stored()).toEqual([[["set-score", 72]]]);
});
