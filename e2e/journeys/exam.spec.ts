import type { Page } from "@playwright/test";
import { accessibilityProblems, sidewaysOverflow, visit } from "../support/page-checks";
import { invite, makeStudy, samplesCsv } from "../support/study";
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

test("an annotator reads the guidelines, fails the exam, sees the answers, passes at the second try and gets the first sample", async ({
  adminPage: page,
  browser,
  api,
}) => {
  test.slow();
  const long = "Why is the sky blue, and not violet, although air scatters violet light more than blue light?";
  const file = { fileName: "samples.csv", file: samplesCsv(4).replace("Why is the sky blue?", `"${long}"`) };
  const study = await makeStudy(api, { file, task: { arm: "blind", guidelines: "Read the answer twice." } });
  const annotator = await invite(api, study.projectId, "annotator", "Ann Otator");
  const researcherPage = `/projects/${study.projectId}/guidelines`;

  await test.step("the researcher writes the answers of a sample and opens the exam", async () => {
    await visit(page, `${researcherPage}?tab=gold`);
    await page.getByRole("button", { name: "Add a sample" }).click();
    await check(page, "choose a sample");
    await page.getByRole("dialog").getByRole("button", { name: /s1/ }).click();
    const dialog = page.getByRole("dialog", { name: "Answers for s1" });
    for (const [criterion, score] of [
      ["Clarity", "4"],
      ["Correctness", "3"],
    ] as const) {
      const fields = dialog.getByRole("group", { name: criterion });
      await fields.getByRole("combobox", { name: "Score" }).click();
      await page.getByRole("option", { name: score, exact: true }).click();
      await fields.getByLabel("Tolerance").fill(criterion === "Clarity" ? "1" : "0");
      await fields.getByLabel("Why").fill(`Because of its ${criterion.toLowerCase()}.`);
    }
    await check(page, "answers");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("2 answers")).toBeVisible();
    await check(page, "gold samples");
    await page.getByRole("tab", { name: "Exam" }).click();
    await page.getByLabel("Pass mark").fill("100");
    await page.getByLabel("Instructions").fill("Take **your time**.");
    await page.getByRole("button", { name: "Open the exam" }).click();
    await expect(page.getByRole("heading", { name: "Version 1 is in force" })).toBeVisible();
    await check(page, "exam in force");
  });

  const own = await (await browser.newContext()).newPage();
  const screen = new WorkspaceScreen(own);
  const answer = async (clarity: string, correctness: string) => {
    await screen.ready();
    await expect(screen.criterion).toHaveText("Clarity");
    await own.keyboard.press(clarity);
    await own.keyboard.press("Enter");
    await expect(screen.criterion).toHaveText("Correctness");
    await own.keyboard.press(correctness);
    await screen.expectSaved();
    await own.keyboard.press("Enter");
  };

  await test.step("the annotator reads the guidelines, and then of the exam", async () => {
    await signIn(own, api.baseURL, annotator);
    await own.goto("/");
    await expect(own.getByRole("heading", { name: "Read the guidelines" })).toBeVisible();
    await check(own, "guidelines to read");
    await own.getByRole("button", { name: "I have read this" }).click();
    await expect(own.getByRole("heading", { name: "An exam comes first" })).toBeVisible();
    await expect(own.getByText(/You score 1 sample .* You have 2 tries\./)).toBeVisible();
    await check(own, "exam to begin");
    await own.getByRole("button", { name: "Begin the exam" }).click();
  });

  await test.step("the answers are shown after submitting, and the exam is not passed", async () => {
    await expect(own.getByText(/^Exam, sample 1 of 1\./)).toBeVisible();
    await answer("3", "0");
    await expect(own.getByText(/1 of 2 criteria within tolerance\. You did not pass the exam/)).toBeVisible();
    const given = own.getByRole("region", { name: "Answer" });
    await expect(given).toContainText("You: 3");
    await expect(given).toContainText("Answer: 4 ± 1");
    await expect(given).toContainText("Because of its clarity.");
    await own.keyboard.press("Enter");
    await expect(given).toContainText("Because of its correctness.");
    await expect(given).toContainText("not within tolerance");
    await expect(own.getByRole("button", { name: "Reopen" })).toHaveCount(0);
    await check(own, "answers shown");
    await own.keyboard.press("Enter");
    await expect(own.getByRole("heading", { name: "The exam is not passed yet" })).toBeVisible();
    await check(own, "not passed");
  });

  await test.step("the researcher sees the try and writes a note, which the annotator reads", async () => {
    await page.reload();
    await page.getByText("Try 1: 1 of 2 within tolerance, not passed").click();
    await page.getByLabel("Note to the annotator").fill("Look at the second sentence.");
    await page.getByRole("button", { name: "Save the note" }).click();
    await expect(page.getByRole("button", { name: "Save the note" })).toBeDisabled();
    await check(page, "results");
    await own.reload();
    await expect(own.getByText("Look at the second sentence.")).toBeVisible();
  });

  await test.step("the second try passes, and the first sample of work comes", async () => {
    await own.getByRole("button", { name: "Try again" }).click();
    await answer("5", "3");
    await expect(own.getByText(/2 of 2 criteria within tolerance\. You passed the exam/)).toBeVisible();
    const exam = screen.assignmentId;
    await own.getByRole("button", { name: "Start the work" }).click();
    await expect(own.getByText("1 of 3", { exact: true })).toBeVisible();
    expect(screen.assignmentId).not.toBe(exam);
    await expect(own.getByText(/^Exam,/)).toHaveCount(0);
  });

  await test.step("the researcher revokes the pass with a reason", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Revoke the pass: Ann Otator" }).click();
    await check(page, "decision");
    await page.getByRole("dialog").getByLabel("Reason").fill("Another person helped.");
    await page.getByRole("dialog").getByRole("button", { name: "Revoke the pass" }).click();
    await expect(page.getByText("not passed, 0 tries left")).toBeVisible();
  });

  await test.step("changed guidelines show researchers and annotators what changed", async () => {
    await page.getByRole("tab", { name: "Guidelines" }).click();
    await page.getByRole("textbox", { name: "Guidelines" }).fill("Read the answer three times.");
    await page.getByRole("button", { name: "Save as a new version" }).click();
    await page.getByText("Version 2", { exact: true }).click();
    await expect(page.getByRole("deletion")).toHaveText("twice");
    await check(page, "guidelines");
  });
  await own.context().close();
});
