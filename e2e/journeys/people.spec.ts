import type { Page } from "@playwright/test";
import { accessibilityProblems, sidewaysOverflow, visit } from "../support/page-checks";
import { importFile, invite, makeStudy } from "../support/study";
import { expect, signIn, test } from "../support/test";

/** Checks a state of the page with axe at desktop and phone width. */
async function check(page: Page, state: string): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await accessibilityProblems(page), `${state} at ${width}`).toEqual([]);
    expect(await sidewaysOverflow(page), `${state} at ${width}`).toBeNull();
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Ann and Bob nearly agree; Zoe gives the opposite. */
const ratings = (criteria: { name: string }[]) => {
  const scores = { Ann: [1, 2, 3, 1, 2, 3], Bob: [1, 2, 3, 1, 2, 2], Zoe: [3, 2, 1, 3, 2, 1] };
  const lines = Object.entries(scores).flatMap(([rater, given]) =>
    criteria.flatMap(({ name }) => given.map((score, index) => `s${index + 1},${name},${rater},annotator,${score}`)),
  );
  return ["sample_id,criterion,rater,rater_kind,score", ...lines].join("\n");
};

test("a researcher excludes an annotator with a reason, the report shows it both ways, and the audit log says who did it", async ({
  page,
  api,
}) => {
  test.slow();
  const study = await makeStudy(api, { samples: 6 });
  const { projectId, taskId } = study;
  await importFile(api, { projectId, task: study.taskName, fileName: "ratings.csv", file: ratings(study.criteria) });
  const researcher = await invite(api, projectId, "researcher", "Rhea");
  await signIn(page, api.baseURL, researcher);

  await test.step("the page shows what everybody did, by name, with intervals and n", async () => {
    await visit(page, `/projects/${projectId}/people?task=${taskId}`);
    const names = page.getByRole("table", { name: "What each annotator has done" }).getByRole("row").locator("td:first-child");
    await expect(names).toHaveText([/^Ann/, /^Bob/, /^Zoe/]);
    await expect(page.getByRole("row", { name: /^Zoe/ })).toContainText("12 shared ratings: few");
    await expect(page.getByRole("button", { name: "agreement with the others" })).toHaveCount(0);
    await check(page, "people");
  });

  await test.step("excluding needs a reason", async () => {
    await page.getByRole("button", { name: "Exclude Zoe" }).click();
    const dialog = page.getByRole("dialog", { name: "Exclude Zoe" });
    await expect(dialog.getByRole("button", { name: "Exclude" })).toBeDisabled();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Turned the scale round.");
    await check(page, "exclude dialog");
    await dialog.getByRole("button", { name: "Exclude" }).click();
    await expect(page.getByText("Excluded from this task: Turned the scale round.")).toBeVisible();
    await check(page, "excluded");
  });

  await test.step("the report leaves the work out and says so; the switch in the URL shows it with them", async () => {
    await page
      .getByRole("navigation", { name: "Project" })
      .getByRole("button", { name: /^Analyse/ })
      .click();
    await page.getByRole("menuitem", { name: "Report" }).click();
    await expect(page.getByText(/^Without one excluded person \(Zoe: Turned the scale round\); with them mean alpha/)).toBeVisible();
    await expect(page.getByText(/Two annotators/)).toBeVisible();
    await page.getByRole("button", { name: "Show with them" }).click();
    await expect(page).toHaveURL(/excluded=with/);
    await expect(page.getByText(/^With one excluded person .*; without them mean alpha/)).toBeVisible();
    await expect(page.getByText(/Three annotators/)).toBeVisible();
    await check(page, "report with excluded people");
  });

  await test.step("the audit log shows who did it, filters and exports", async () => {
    await page
      .getByRole("navigation", { name: "Project" })
      .getByRole("button", { name: /^Manage/ })
      .click();
    await page.getByRole("menuitem", { name: "Audit" }).click();
    const events = page.getByRole("list", { name: "Events" }).getByRole("listitem");
    await expect(events.first()).toContainText(/^Rhea excluded an annotator: P/);
    await expect(events.first()).toContainText("reason: Turned the scale round.");
    await page.getByRole("combobox", { name: "Object" }).click();
    await page.getByRole("option", { name: "annotator" }).click();
    await expect(events).toHaveCount(1);
    await check(page, "audit");
    const csv = await page.request.get(
      await page.getByRole("link", { name: "Download CSV" }).evaluate((link: HTMLAnchorElement) => link.href),
    );
    expect(await csv.text()).toMatch(/^\uFEFFat,who,verb.*\r\n[^\r]*,Rhea,annotator\.exclude,annotator,[^\r]*\r\n$/);
  });

  await test.step("lifting brings the work back", async () => {
    await visit(page, `/projects/${projectId}/people?task=${taskId}`);
    await page.getByRole("button", { name: "Lift the exclusion of Zoe" }).click();
    await expect(page.getByText(/^Excluded from/)).toHaveCount(0);
  });
});
