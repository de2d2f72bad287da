import type { Locator, Page } from "@playwright/test";
import type { CriterionContent } from "@/lib/domain/criterion";
import { accessibilityProblems, resize, sidewaysOverflow, widths } from "../support/page-checks";
import { makePairStudy, plainPairs, temptingPairs } from "../support/pairs";
import { invite, makeStudy, runToEnd, twoCriteria } from "../support/study";
import { expect, signIn, test } from "../support/test";
import { WorkspaceScreen } from "../support/workspace";

// One sample at each width, worked with keys alone.
// Without animations: axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: "reduce" } });

const bare: CriterionContent = { name: "Length", definition: "", scale: { min: 1, max: 5, step: 1, levels: [] }, overall: false };

/** How high the score's buttons are together, and in how many rows they are. */
const stripOf = (strip: Locator) =>
  strip.evaluate((element) => {
    const buttons = [...element.querySelectorAll("[role=radio]")].map((button) => button.getBoundingClientRect());
    return { height: element.getBoundingClientRect().height, rows: new Set(buttons.map(({ top }) => Math.round(top))).size };
  });

const expectAccessible = async (page: Page, name: string) => {
  expect.soft(await accessibilityProblems(page), name).toEqual([]);
  expect.soft(await sidewaysOverflow(page), name).toBeNull();
};

test("levels without texts make a low strip of scores, reasons are chosen by number, and a task with two runs shows the drafts of one", async ({
  page,
  api,
  standIn,
}) => {
  test.setTimeout(240_000);
  const criteria = [...twoCriteria.slice(0, 1), bare];
  const study = await makeStudy(api, { draftedBy: standIn.url, samples: 4, criteria, task: { mayAcceptRest: true } });
  const later = await api.call("createJudge", {
    params: { projectId: study.projectId },
    body: { name: "Later", baseUrl: standIn.url, model: "stand-in" },
  });
  // The newer run has drafts of all samples but the last, which only the older one has drafted.
  await runToEnd(api, study.taskId, { judgeId: later.id, sampleLimit: widths.length });
  await signIn(page, api.baseURL, await invite(api, study.projectId, "annotator"));
  const screen = new WorkspaceScreen(page);
  await page.goto("/");
  await screen.ready();
  for (const [index, [width, height]] of widths.entries()) {
    await resize(page, width, height);
    await test.step(`at ${width} px`, async () => {
      await expect(page.getByText(`${index + 1} of`, { exact: false }).first()).toBeVisible();
      const described = await stripOf(screen.draft.getByRole("radiogroup"));
      await page.keyboard.press("Shift+A");
      await page.keyboard.press("Enter");
      await expect(screen.criterion).toHaveText("Length");
      const low = await stripOf(screen.draft.getByRole("radiogroup"));
      expect(low.rows).toBe(1);
      expect(low.height).toBeLessThan(described.height);
      await page.keyboard.press("f");
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectAccessible(page, `flag, ${width} px`);
      await page.keyboard.press("1");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await page.keyboard.press("Shift+A");
      await screen.expectSaved();
      await page.keyboard.press("Enter");
    });
  }
  await expect(page.getByText(/^1 sample lacks a draft of some criterion/).first()).toBeVisible();
});

test("a pair is worked like a single output at every width: one bar, one key for the rest, reasons by number, the next at once", async ({
  page,
  api,
  standIn,
}) => {
  test.setTimeout(240_000);
  const study = await makePairStudy(api, { Plain: plainPairs, Tempting: temptingPairs }, standIn.url);
  await api.call("updateTask", { params: { taskId: study.taskId }, body: { mayAcceptRest: true } });
  await signIn(page, api.baseURL, await invite(api, study.projectId, "annotator"));
  const screen = new WorkspaceScreen(page);
  await page.goto("/");
  await screen.ready();
  for (const [index, [width, height]] of widths.entries()) {
    await resize(page, width, height);
    await test.step(`at ${width} px`, async () => {
      await expect(page.getByText(`${index + 1} of 4`, { exact: true })).toBeVisible();
      const accept = page.getByRole("group", { name: "This line" }).getByRole("button").first();
      const place = await accept.boundingBox();
      await page.keyboard.press("a");
      expect(await accept.boundingBox(), "the bar stays where it is").toEqual(place);
      for (const key of ["s", "h", "g"]) {
        await page.keyboard.press(key);
        await expect(page.getByRole("dialog")).toBeVisible();
        if (key === "s") await expectAccessible(page, `skip a pair, ${width} px`);
        await page.keyboard.press("Escape");
        await expect(page.getByRole("dialog")).toHaveCount(0);
      }
      await page.keyboard.press("Shift+A");
      await page.keyboard.press("1");
      await expect(screen.draft.getByRole("listitem", { name: "Choice, A" })).toBeVisible();
      expect(await accept.boundingBox(), "also once everything is decided").toEqual(place);
      await expectAccessible(page, `a pair, decided, ${width} px`);
      await screen.expectSaved();
      const before = screen.assignmentId;
      await page.keyboard.press("Enter");
      await page.waitForURL((url) => !url.pathname.endsWith(before));
    });
  }
  await test.step("and a pair is skipped by the number of its reason", async () => {
    await page.keyboard.press("s");
    await page.keyboard.press("2");
    await expect(page.getByText("There is nothing left for you in this task.")).toBeVisible();
  });
});
