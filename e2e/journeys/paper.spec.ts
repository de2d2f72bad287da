import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { accessibilityProblems, visit } from "../support/page-checks";
import { importFile, makeStudy } from "../support/study";
import { expect, test } from "../support/test";

/** Two people who nearly agree, and a judge. */
const ratings = (criteria: { name: string }[]) => {
  const scores = { Ann: [1, 2, 3, 1, 2, 3], Bob: [1, 2, 3, 1, 3, 2], "model-x": [2, 2, 3, 1, 3, 3] };
  const lines = Object.entries(scores).flatMap(([rater, given]) =>
    criteria.flatMap(({ name }) =>
      given.map((score, index) => `s${index + 1},${name},${rater},${rater === "model-x" ? "judge" : "annotator"},${score}`),
    ),
  );
  return ["sample_id,criterion,rater,rater_kind,score", ...lines].join("\n");
};

async function exported(page: Page, panel: string, format: string): Promise<Buffer> {
  await page.getByRole("button", { name: `Export ${panel}`, exact: true }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: format, exact: true }).click()]);
  expect(download.suggestedFilename()).toMatch(new RegExp(`^Answers ${panel}\\.`, "u"));
  return readFile(await download.path());
}

const heatMap = "Who agrees with whom";
const table = "Agreement for each criterion";

test("the report goes into a paper: pictures that need nothing else, tables with captions, methods, print and a projector", async ({
  adminPage: page,
  api,
}) => {
  test.slow();
  const study = await makeStudy(api, { samples: 6 });
  await importFile(api, { projectId: study.projectId, task: study.taskName, fileName: "ratings.csv", file: ratings(study.criteria) });
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, `/projects/${study.projectId}/report?task=${study.taskId}&chapter=all`);

  await test.step("SVG is plain shapes and text in the light theme, whatever the page's", async () => {
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(page.locator("html")).toHaveClass(/\bdark\b/);
    const dark = (await exported(page, heatMap, "SVG")).toString();
    await expect(page.locator("html")).toHaveClass(/\bdark\b/);
    await page.emulateMedia({ colorScheme: "light" });
    await expect(page.locator("html")).toHaveClass(/\blight\b/);
    expect((await exported(page, heatMap, "SVG")).toString()).toBe(dark);
    expect(dark).not.toMatch(/foreignObject|var\(|oklab|class=|https?:(?!\/\/www\.w3\.org\/2000\/svg)/u);
    expect(dark).toContain("src:url(data:font/woff2;base64,");
    expect(dark).toMatch(/<desc>Who agrees with whom: Mean over criteria\. .*Redline \d/u);
    for (const name of ["Ann", "Bob", "model-x"]) expect(dark).toContain(`>${name}</text>`);
    const problem = await page.evaluate(
      (svg) => new DOMParser().parseFromString(svg, "image/svg+xml").querySelector("parsererror")?.textContent ?? null,
      dark,
    );
    expect(problem).toBeNull();
  });

  await test.step("PNG is the same picture at three times its size", async () => {
    const svg = (await exported(page, table, "SVG")).toString();
    const png = await exported(page, table, "PNG");
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    const [, width, height] = /width="(\d+)" height="(\d+)"/u.exec(svg) ?? [];
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([Number(width) * 3, Number(height) * 3]);
    expect(svg).toContain("Clarity</text>");
  });

  await test.step("CSV has every digit; LaTeX and Markdown have captions", async () => {
    const report = await api.call("readReport", { params: { projectId: study.projectId }, query: { task: study.taskId } });
    const alpha = report.tasks[0]?.agreement.perCriterion.Clarity?.annotators.ordinal.value;
    expect((await exported(page, table, "CSV")).toString()).toContain(`${table},Clarity,alpha,${alpha},`);
    expect((await exported(page, table, "LaTeX")).toString()).toMatch(/\\caption\{Agreement for each criterion\. .*\\toprule/su);
    expect((await exported(page, table, "Markdown")).toString()).toMatch(/^\*\*Agreement for each criterion\. .*\| Clarity \|/su);
  });

  await test.step("the keyboard reaches the table behind a chart, and what a figure says", async () => {
    const panel = page.locator(`[data-panel="${heatMap}"]`);
    await panel.getByText("Figures as a table").focus();
    await page.keyboard.press("Enter");
    await expect(panel.getByRole("row", { name: /^Ann Bob -?[01]/ })).toBeVisible();
    await panel.getByRole("button", { name: "alpha", exact: true }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("note")).toContainText("Krippendorff (2018)");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
    await page.keyboard.press("Escape");
    await expect(page.getByRole("note")).toHaveCount(0);
  });

  await test.step("the methods say what was done", async () => {
    const methods = page.locator('[data-panel="Methods"]');
    await expect(methods).toContainText("2 annotators rated 6 outputs for 3 inputs on 2 criteria (24 ratings).");
    await expect(methods).toContainText("The judge model-x is a judge whose scores were imported.");
    await expect(methods).toContainText("it is not recorded whether a draft was in view");
  });

  await test.step("print has the panels of all chapters and no control, in the light theme", async () => {
    await page.getByRole("navigation", { name: "Chapters" }).getByRole("link", { name: "Verdict" }).click();
    await expect(page.locator(`[data-panel="${heatMap}"]`)).toHaveCount(0);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    for (const control of await page.locator("[data-screen-only], summary, header nav").all()) await expect(control).toBeHidden();
    for (const panel of [table, heatMap, "How scores are spread", "Methods"])
      await expect(page.locator(`[data-panel="${panel}"]`)).toBeVisible();
    expect(await page.locator(`[data-panel="${table}"]`).evaluate((panel) => getComputedStyle(panel).backgroundColor)).toBe(
      "rgb(255, 255, 255)",
    );
    expect((await page.pdf({ format: "A4" })).length).toBeGreaterThan(10_000);
    await page.emulateMedia({ media: "screen", colorScheme: "light" });
    await expect(page.locator(`[data-panel="${heatMap}"]`)).toHaveCount(0);
  });

  await test.step("a projector shows one panel at a time, in large type", async () => {
    await page.getByRole("button", { name: "Present" }).click();
    const shown = page.locator("[data-panel]:visible");
    await expect(shown).toHaveCount(1);
    const first = await shown.getAttribute("data-panel");
    await page.keyboard.press("ArrowRight");
    await expect(shown).toHaveCount(1);
    expect(await shown.getAttribute("data-panel")).not.toBe(first);
    expect(await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))).toBeGreaterThan(20);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
    await page.keyboard.press("Escape");
    await expect(page.locator(`[data-panel="${table}"]`)).toBeVisible();
  });

  await test.step("a wide screen is used", async () => {
    await page.setViewportSize({ width: 2560, height: 1440 });
    const width = async () => (await page.locator(`[data-panel="${table}"]`).boundingBox())?.width;
    await expect.poll(width).toBeGreaterThan(2000);
  });
});
