import type { Page } from "@playwright/test";
import { accessibilityProblems, sidewaysOverflow, visit } from "../support/page-checks";
import { invite, makeStudy } from "../support/study";
import { expect, signIn, test } from "../support/test";
import { WorkspaceScreen } from "../support/workspace";

/** Checks a state of the page with axe at desktop and phone width. */
async function check(page: Page, state: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await accessibilityProblems(page), `${state} at ${width}`).toEqual([]);
    expect.soft(await sidewaysOverflow(page), `${state} at ${width}`).toBeNull();
  }
  await page.setViewportSize(size);
}

test("two annotators rate a calibration round alone, it closes, and they compare, discuss and go on to the work", async ({
  adminPage: page,
  browser,
  api,
}) => {
  test.setTimeout(300_000);
  const study = await makeStudy(api, { samples: 5, task: { arm: "blind" } });
  const [ann, bea] = [
    await invite(api, study.projectId, "annotator", "Ann Otator"),
    await invite(api, study.projectId, "annotator", "Bea Rater"),
  ];
  const rounds = `/projects/${study.projectId}/guidelines?tab=calibration`;

  await test.step("the researcher opens a round of two samples with instructions", async () => {
    await visit(page, rounds);
    for (const sample of ["s1", "s2"]) {
      await page.getByRole("button", { name: "Add a sample" }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: new RegExp(sample) })
        .click();
    }
    await page.getByLabel("Instructions").fill("Give a **reason** for each score.");
    await check(page, "a round to open");
    await page.getByRole("button", { name: "Open the round" }).click();
    await expect(page.getByRole("heading", { name: "Round 1" })).toBeVisible();
    await expect(page.getByText("Nobody has submitted a sample yet.")).toBeVisible();
  });

  const at = async (account: typeof ann, width: number) => {
    const own = await (await browser.newContext({ viewport: { width, height: 844 }, baseURL: api.baseURL })).newPage();
    await signIn(own, api.baseURL, account);
    await own.goto("/");
    return { own, screen: new WorkspaceScreen(own) };
  };
  const rate = async ({ own, screen }: Awaited<ReturnType<typeof at>>, sample: number, scores: [string, string], reason: string) => {
    await screen.ready();
    await expect(own.getByText(new RegExp(`^Calibration round 1, sample ${sample} of 2\\.`))).toBeVisible();
    await own.keyboard.press("n");
    await own.getByRole("textbox", { name: "Text of the new line" }).fill(reason);
    await own.keyboard.press("Control+Enter");
    for (const [index, criterion] of ["Clarity", "Correctness"].entries()) {
      await expect(screen.criterion).toHaveText(criterion);
      await own.keyboard.press(scores[index] ?? "");
      await screen.expectSaved();
      const before = own.url();
      await own.keyboard.press("Enter");
      if (index === 1) await own.waitForURL((url) => url.href !== before);
    }
  };

  const atDesk = await at(ann, 1440);
  await test.step("one annotator rates it at a desk, and can neither look at it nor work before it is closed", async () => {
    await atDesk.screen.ready();
    await atDesk.own.getByText("Instructions", { exact: true }).click();
    await expect(atDesk.own.getByText("Give a reason for each score.")).toBeVisible();
    await check(atDesk.own, "a calibration sample");
    await rate(atDesk, 1, ["4", "3"], "Short waves are named.");
    await rate(atDesk, 2, ["2", "0"], "The sea is no cause.");
    await expect(atDesk.own.getByRole("heading", { name: "You have finished calibration round 1" })).toBeVisible();
    await check(atDesk.own, "waiting for the round");
    await atDesk.own.getByRole("button", { name: "Look again" }).click();
    await expect(atDesk.own.getByRole("heading", { name: "You have finished calibration round 1" })).toBeVisible();
    await visit(atDesk.own, `/projects/${study.projectId}/calibration/${study.taskId}/1`);
    await expect(atDesk.own.getByText("The ratings cannot be shown")).toBeVisible();
    await expect(atDesk.own.getByText("Short waves are named.")).toHaveCount(0);
  });

  const onPhone = await at(bea, 390);
  await test.step("the other rates it on a phone, which closes the round, and gets the first sample of work", async () => {
    await rate(onPhone, 1, ["5", "3"], "Everything is there.");
    await rate(onPhone, 2, ["2", "3"], "It sounds right.");
    await onPhone.screen.ready();
    await expect(onPhone.own.getByText("1 of 3", { exact: true })).toBeVisible();
    await expect(onPhone.own.getByText(/^Calibration round/)).toHaveCount(0);
  });

  await test.step("both compare under codes and discuss a sample", async () => {
    await visit(atDesk.own, `/projects/${study.projectId}/annotate`);
    await atDesk.own.getByRole("link", { name: "Compare and discuss" }).click();
    const second = atDesk.own.getByRole("region", { name: "Correctness of sample 2" });
    await expect(second.getByText(/^You \(/)).toBeVisible();
    await expect(second.getByRole("listitem").filter({ hasText: /^You \(.*0/ })).toBeVisible();
    await expect(atDesk.own.getByText("It sounds right.")).toBeVisible();
    await expect(atDesk.own.getByText("Bea Rater")).toHaveCount(0);
    const discussion = atDesk.own.getByRole("region", { name: "Discussion of sample 2" });
    await discussion.getByRole("textbox", { name: "Comment" }).fill("Why is it right?");
    await discussion.getByRole("button", { name: "Comment" }).click();
    await expect(discussion.getByText("Why is it right?")).toBeVisible();
    await check(atDesk.own, "a comparison");
    await visit(onPhone.own, `/projects/${study.projectId}/calibration/${study.taskId}/1`);
    const theirs = onPhone.own.getByRole("region", { name: "Discussion of sample 2" });
    await expect(theirs.getByText("Why is it right?")).toBeVisible();
    await expect(onPhone.own.getByText("Ann Otator")).toHaveCount(0);
    await theirs.getByRole("textbox", { name: "Comment" }).fill("I had taken grey for the weather.");
    await theirs.getByRole("button", { name: "Comment" }).click();
    await expect(theirs.getByText("I had taken grey for the weather.")).toBeVisible();
  });

  await test.step("the researcher sees who took part, how far they agree and what they said", async () => {
    await visit(page, rounds);
    await expect(page.getByRole("list", { name: "Who took part" }).getByRole("listitem")).toHaveText([/Ann Otator/, /Bea Rater/]);
    const rows = page.getByRole("table", { name: "Agreement of the round" }).getByRole("row");
    await expect(rows).toHaveText([/Criterion/, /^Clarity.*24$/, /^Correctness.*24$/]);
    await check(page, "a closed round");
    await page.getByRole("link", { name: "Compare and discuss" }).click();
    await expect(page.getByText("I had taken grey for the weather.")).toBeVisible();
  });
  for (const { own } of [atDesk, onPhone]) await own.context().close();
});
