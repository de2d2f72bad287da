import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { accessibilityProblems, sidewaysOverflow, visit } from "../support/page-checks";
import { type Credentials, invite, makeStudy, type Study, signedInApi } from "../support/study";
import { expect, signIn, test } from "../support/test";
import { WorkspaceScreen } from "../support/workspace";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Scores the one sample's two criteria over HTTP and submits it. */
async function rateByScript(baseURL: string, who: Credentials, study: Study, scores: number[]): Promise<void> {
  const own = await signedInApi(baseURL, who);
  const { assignmentId } = await own.call("nextAssignment", { params: { taskId: study.taskId } });
  const params = { assignmentId: assignmentId ?? "" };
  for (const [index, { id: criterionId }] of study.criteria.entries()) {
    const at = new Date().toISOString();
    const scored = { id: randomUUID(), parentId: null, kind: "set-score" as const, score: scores[index] ?? 0, at };
    await own.call("saveActions", { params, body: { criterionId, actions: [scored] } });
  }
  await own.call("submitAssignment", { params });
}

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

/** The open page passes axe and does not overflow, on a desktop and on a phone. */
async function checkBothSizes(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    expect(await accessibilityProblems(page), `${name}, ${size}`).toEqual([]);
    expect(await sidewaysOverflow(page), `${name}, ${size}`).toBeNull();
  }
  if (before) await page.setViewportSize(before);
}

test("a reviewer returns work, its annotator fixes it on a phone, it is approved, and what people disagree on is adjudicated", async ({
  adminPage: page,
  browser,
  api,
  baseURL,
  standIn,
}) => {
  test.setTimeout(300_000);
  const url = baseURL ?? "";
  const study = await makeStudy(api, { draftedBy: standIn.url, samples: 1, task: { annotatorsPerSample: 2, arm: "blind" } });
  const ada = await invite(api, study.projectId, "annotator", "Ada First");
  const bo = await invite(api, study.projectId, "annotator", "Bo Second");
  await rateByScript(url, ada, study, [1, 2]);
  await rateByScript(url, bo, study, [5, 2]);
  const place = (name: string, query = "") => `/projects/${study.projectId}/${name}?task=${study.taskId}${query}`;
  const queue = page.getByRole("list", { name: "Work to review" });
  const review = page.getByRole("region", { name: "Review" });
  const open = (who: string) => queue.getByRole("listitem").filter({ hasText: who }).getByRole("link").click();

  await test.step("a reviewer comments on a criterion and returns the work", async () => {
    await visit(page, place("reviews"));
    await expect(queue.getByText("not reviewed")).toHaveCount(2);
    await checkBothSizes(page, "the queue");
    await open("Ada First");
    await expect(review.getByText("not reviewed")).toBeVisible();
    await page.getByRole("textbox", { name: "Comment on Clarity" }).fill("@Ada First, which sentence is unclear?");
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    await expect(page.getByRole("region", { name: "Comments" }).getByText("which sentence is unclear?")).toBeVisible();
    await checkBothSizes(page, "work under review");
    await page.keyboard.press("r");
    const dialog = page.getByRole("dialog", { name: "Return this work" });
    await expect(dialog).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Return to Ada First" }).click();
  });

  await test.step("the next work follows at once and is approved with a key", async () => {
    await expect(page.getByText("Bo Second's work")).toBeVisible();
    await expect(review.getByText("not reviewed")).toBeVisible();
    await page.keyboard.press("a");
    await page.waitForURL(/\/reviews/);
    await expect(queue.getByText("approved")).toBeVisible();
    await expect(queue.getByText("returned", { exact: true })).toBeVisible();
  });

  await test.step("its annotator is mentioned, finds it first in their work with the comment, and submits it again", async () => {
    const own = new WorkspaceScreen(await (await browser.newContext({ viewport: sizes.phone, reducedMotion: "reduce" })).newPage());
    await signIn(own.page, url, ada);
    await visit(own.page, "/mentions");
    await expect(own.page.getByRole("list", { name: "Mentions" }).getByText("@Ada First, which sentence is unclear?")).toBeVisible();
    await expect(own.page.getByRole("button", { name: /1 unseen mention$/ })).toBeVisible();
    await checkBothSizes(own.page, "mentions");
    await own.page.getByRole("button", { name: "Mark all as seen" }).click();
    await expect(own.page.getByRole("button", { name: /1 unseen mention$/ })).toHaveCount(0);

    await own.page.goto(`/projects/${study.projectId}/annotate/next`);
    await own.ready();
    await expect(own.page.getByText("A reviewer returned this on")).toBeVisible();
    await expect(own.draft.getByText("which sentence is unclear?")).toBeVisible();
    await own.draft.getByRole("radio", { name: /^2/ }).click();
    await own.expectSaved();
    await checkBothSizes(own.page, "returned work");
    await own.button("Submit").click();
    await expect(own.page.getByText("A reviewer returned this on")).toHaveCount(0);
    await own.page.context().close();
  });

  await test.step("the reviewer sees what changed, and approves", async () => {
    await visit(page, place("reviews", "&state=resubmitted"));
    await open("Ada First");
    await review.getByText("1 change since it was returned").click();
    await expect(review.getByText("score 1 → 2")).toBeVisible();
    await checkBothSizes(page, "resubmitted work");
    await review.getByRole("button", { name: "Approve" }).click();
    await page.waitForURL(/\/reviews/);
    await visit(page, place("review"));
    await expect(page.getByRole("row", { name: /Ada First/ })).toContainText("100.0");
  });

  await test.step("an adjudicator labels the most disputed unit before seeing the judge, then changes the label", async () => {
    await visit(page, place("adjudications"));
    await expect(page.getByRole("button", { name: /Sample 1 · Clarity range 3,/ })).toHaveAttribute("aria-current", "true");
    const draft = page.getByRole("region", { name: "The judge's draft" });
    await expect(page.getByText(/^Rater [AB]$/)).toHaveCount(2);
    await expect(draft).toHaveCount(0);
    await checkBothSizes(page, "before the first label");
    await page.keyboard.press("4");
    await page.keyboard.press("Enter");
    await expect(draft).toBeVisible();
    await expect(page.getByText("You gave 4 before you saw the draft.")).toBeVisible();
    await page.keyboard.press("1");
    await checkBothSizes(page, "before the final label");
    await page.getByRole("button", { name: "Change to 1" }).click();
    await expect(page.getByRole("heading", { name: "Correctness" })).toBeVisible();
    await page.keyboard.press("k");
    await expect(page.getByRole("region", { name: "Labels" }).getByText("4 → 1")).toBeVisible();
    await checkBothSizes(page, "an adjudicated unit");
  });

  await test.step("the report keeps the label apart and says that the unit was a disputed one", async () => {
    await visit(page, place("report", "&chapter=people"));
    await expect(page.getByText("1 unit adjudicated. The queue offers the most disputed units first")).toBeVisible();
    await checkBothSizes(page, "the report");
  });
});
