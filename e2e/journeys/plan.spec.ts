import type { Page } from "@playwright/test";
import { accessibilityProblems, sidewaysOverflow, visit } from "../support/page-checks";
import { invite, makeStudy, signedInApi } from "../support/study";
import { expect, signIn, test } from "../support/test";
import { WorkspaceScreen } from "../support/workspace";

/** Checks a state of the page with axe at desktop and phone width. */
async function check(page: Page, state: string): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await accessibilityProblems(page), `${state} at ${width}`).toEqual([]);
    expect(await sidewaysOverflow(page), `${state} at ${width}`).toBeNull();
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("a researcher plans and starts a study, an annotator consents and rates, and the researcher sees it", async ({
  page,
  browser,
  api,
  standIn,
}) => {
  test.slow();
  const study = await makeStudy(api, { draftedBy: standIn.url, samples: 6, task: { mayAcceptRest: true } });
  const researcher = await invite(api, study.projectId, "researcher", "Rhea");
  const annotators = [
    await invite(api, study.projectId, "annotator", "Ada"),
    await invite(api, study.projectId, "annotator", "Ben"),
  ] as const;
  await signIn(page, api.baseURL, researcher);
  await visit(page, `/projects/${study.projectId}/plan`);
  const headline = page.getByRole("heading", { level: 1 });

  await test.step("a change is corrected in the sentence, and Undo takes it back", async () => {
    await expect(headline).toHaveText(/^Each of 2 annotators rates 6 samples: 6 ratings with the draft, 6 ratings blind/);
    await page.getByRole("textbox", { name: "Overlap", exact: true }).fill("3");
    await expect(page.getByText("Cannot start: Overlap 3, but 2 people.")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Start the study/ })).toBeDisabled();
    await page.keyboard.press("z");
    await expect(page.getByText(/^Cannot start/)).toHaveCount(0);
    await page.getByRole("textbox", { name: "Samples shared by all" }).fill("2");
    await expect(headline.locator("ins")).toContainText("2 by everyone");
    await page.getByRole("textbox", { name: "Overlap", exact: true }).fill("1");
    await expect(headline.locator("del").first()).toBeVisible();
    const alternatives = page.getByRole("table", { name: "This plan and alternatives" });
    await expect(alternatives.getByText(/^needs \d more (person|people)$/)).toBeVisible();
    await page.getByText("How this is computed").click();
    await check(page, "draft");
    await page.getByRole("textbox", { name: "Overlap", exact: true }).press("Enter");
    await expect(page.getByText(/^Last change/)).toHaveCount(0);
  });

  await test.step("the dialog passes axe, and a reload keeps the choices", async () => {
    await page.getByRole("textbox", { name: "Consent text" }).fill("## What this is\n\nYou rate **answers**.");
    await page.getByRole("button", { name: "Choose" }).click();
    await page.getByLabel("Ada").click();
    await check(page, "people dialog");
    await page.getByRole("button", { name: "Name 1 person" }).click();
    await page.getByRole("combobox", { name: "Order of samples" }).click();
    await page.getByRole("option", { name: "arms alternate in blocks" }).click();
    await expect(page.getByText("Draft · Saved")).toBeVisible();
    await page.reload();
    await expect(page.getByText("Named: Ada")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Block size" })).toHaveValue("10");
  });

  await test.step("the study starts", async () => {
    await page.getByRole("button", { name: /^Start the study/ }).click();
    await expect(page.getByText(/Version 1, running/)).toBeVisible();
    await expect(headline).toHaveText(/2 by everyone/);
    await check(page, "running");
  });

  await test.step("an annotator reads the consent text, agrees, and rates a sample", async () => {
    const context = await browser.newContext();
    const work = await context.newPage();
    await signIn(work, api.baseURL, annotators[0]);
    await work.goto(`${api.baseURL}/`);
    await expect(work.getByRole("heading", { name: "What this is" })).toBeVisible();
    await expect(work.getByRole("link", { name: "Plan", exact: true })).toHaveCount(0);
    await check(work, "consent");
    await work.getByRole("button", { name: "I agree" }).click();
    const screen = new WorkspaceScreen(work);
    await screen.ready();
    await context.close();
    const own = await signedInApi(api.baseURL, annotators[0]);
    const { assignmentId } = await own.call("nextAssignment", { params: { taskId: study.taskId } });
    expect(assignmentId).not.toBeNull();
    const opened = await own.call("openAssignment", { params: { assignmentId: assignmentId ?? "" } });
    for (const { criterionId, draft } of opened.units) {
      const at = new Date().toISOString();
      const action = draft
        ? { id: crypto.randomUUID(), kind: "accept-rest" as const, parentId: null, at }
        : { id: crypto.randomUUID(), kind: "set-score" as const, score: 1, reasonCode: null, reason: null, parentId: null, at };
      await own.call("saveActions", {
        params: { assignmentId: assignmentId ?? "" },
        body: { criterionId, actions: [action], activeMs: 1000 },
      });
    }
    await own.call("submitAssignment", { params: { assignmentId: assignmentId ?? "" } });
    await own.request.dispose();
  });

  await test.step("the researcher sees the progress, ends a part, changes the last day and closes the study", async () => {
    await page.reload();
    await expect(page.getByRole("heading", { name: /^1 of 8 ratings submitted/ })).toBeVisible();
    await page.getByRole("button", { name: "End the part of place 2" }).click();
    await check(page, "end a part");
    await page.getByRole("dialog").getByRole("button", { name: "End their part" }).click();
    await expect(page.getByText(/Place 2 left\./)).toBeVisible();
    await page.getByLabel("Last day").fill("2099-12-31");
    await page.getByRole("button", { name: "Save the change" }).click();
    await expect(page.getByText("Last day: none to 2099-12-31.")).toBeVisible();
    await page.getByRole("button", { name: "Close the study" }).click();
    await expect(page.getByRole("dialog")).toContainText("7 ratings not begun will not be given out. None is open.");
    await page.getByRole("dialog").getByRole("button", { name: "Close the study" }).click();
    await page.getByText(/^Version 1 closed/).click();
    await expect(page.getByText(/Closed with 7 ratings not begun and 0 open\./)).toBeVisible();
    await check(page, "closed");
  });
});
