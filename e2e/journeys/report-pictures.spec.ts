import type { Page } from "@playwright/test";
import { influenceStudy } from "../support/influence-study";
import {
  acceptableStudy,
  adjudicatedStudy,
  degenerateStudy,
  largeStudy,
  madeStudy,
  swappedStudy,
  tinyStudy,
} from "../support/report-studies";
import { makeStudy, type Study } from "../support/study";
import { expect, test } from "../support/test";

/*
 * Pictures of every chapter of the report, light and dark, with little, degenerate and much data, and of the demo, which has every panel. They are drawn by
 * the Chromium and the fonts of this repository, so another machine draws the same; where that browser does not run, this file is left out
 * (playwright.config.ts). A picture may differ in
 * two of a thousand points (edges of letters), each by a fifth of the way from black to white before it counts.
 * `REDLINE_PICTURES=new npm test -- --only build,e2e report-pictures` takes them anew.
 */
const tolerance = { maxDiffPixelRatio: 0.002, threshold: 0.2, animations: "disabled", caret: "hide" } as const;

test.describe.configure({ timeout: 240_000 });

/** What is written about time and place of the computation differs each time. */
const withoutMethods = ["verdict", "people", "judges", "scores", "bias", "influence", "criteria", "next"] as const;

async function inTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  await expect(page.locator("html")).toHaveClass(new RegExp(`\\b${theme}\\b`));
}

/** Opens all chapters, as high as they are: what sticks to the window's top then covers nothing. */
async function openAll(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1200, height: 900 });
  await page.goto(`${path}&chapter=all`);
  await expect(page.locator('[data-panel="Methods"]')).toBeVisible({ timeout: 90_000 });
  await expect(page.getByRole("status", { name: /^(Loading|Computing)/ })).toHaveCount(0, { timeout: 60_000 });
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: 1200, height });
}

async function pictureChapters(page: Page, state: string, path: string, chapters: readonly string[] = withoutMethods): Promise<void> {
  await openAll(page, path);
  for (const theme of ["light", "dark"] as const) {
    await inTheme(page, theme);
    for (const chapter of chapters) {
      const part = page.locator(`section:has(> [data-chapter="${chapter}"])`);
      await expect.soft(part).toHaveScreenshot([state, `${chapter}-${theme}.png`], tolerance);
    }
  }
}

const addressOf = ({ projectId, taskId }: Study) => `/projects/${projectId}/report?task=${taskId}`;

test("pictures: a report without ratings, and one narrowed to none", async ({ adminPage: page, api }) => {
  const none = await makeStudy(api);
  const tiny = await tinyStudy(api);
  for (const [name, path] of [
    ["without-ratings", addressOf(none)],
    ["narrowed-to-none", `${addressOf(tiny)}&from=2030-01-01`],
  ] as const) {
    await page.setViewportSize({ width: 1200, height: 900 });
    await page.goto(path);
    await expect(page.getByText(/Nothing (has been scored|is left)/)).toBeVisible({ timeout: 60_000 });
    for (const theme of ["light", "dark"] as const) {
      await inTheme(page, theme);
      await expect.soft(page.locator("main")).toHaveScreenshot(["empty", `${name}-${theme}.png`], tolerance);
    }
  }
});

test("pictures: a report of few ratings", async ({ adminPage: page, api }) => {
  await pictureChapters(page, "tiny", addressOf(await tinyStudy(api)));
});

test("pictures: a report of ratings that are all alike", async ({ adminPage: page, api }) => {
  await pictureChapters(page, "degenerate", addressOf(await degenerateStudy(api)));
});

test("pictures: a report of many criteria, people and judges", async ({ adminPage: page, api }) => {
  await pictureChapters(page, "large", addressOf(await largeStudy(api)));
});

test("pictures: what drafts did to people who saw them from the start, or after their own score", async ({
  adminPage: page,
  api,
  standIn,
}) => {
  await pictureChapters(page, "drafts", addressOf(await influenceStudy(api, standIn.url)), ["influence"]);
});

test("pictures: what people did with dimensions that a judge made for each sample", async ({ adminPage: page, api, standIn }) => {
  const study = await madeStudy(api, standIn.url);
  await openAll(page, addressOf(study));
  const panel = page.locator('[data-panel^="What people did with the dimensions"]');
  await expect(panel.getByRole("row", { name: /^Specific to one sample/ })).toBeVisible();
  for (const theme of ["light", "dark"] as const) {
    await inTheme(page, theme);
    await expect.soft(panel).toHaveScreenshot(["made", `dimensions-${theme}.png`], tolerance);
  }
});

test("pictures: what adjudicators decided, a judge that was asked again, and pairs in both orders", async ({
  adminPage: page,
  api,
  standIn,
}) => {
  const adjudicated = await adjudicatedStudy(api, standIn.url);
  const swapped = await swappedStudy(api, standIn.url);
  for (const [study, panels] of [
    [adjudicated, { adjudicated: "What adjudicators decided", "asked-again": "Does a judge agree with itself?" }],
    [swapped, { swapped: "Does the order of the outputs matter?" }],
  ] as const) {
    await openAll(page, addressOf(study));
    for (const theme of ["light", "dark"] as const) {
      await inTheme(page, theme);
      for (const [name, title] of Object.entries(panels)) {
        const panel = page.locator(`[data-panel="${title}"]`);
        await expect(panel.getByRole("table").first()).toBeVisible();
        await expect.soft(panel).toHaveScreenshot(["made", `${name}-${theme}.png`], tolerance);
      }
    }
  }
});

test("pictures: scores that people hold acceptable besides their own, and what halves an interval at the least cost", async ({
  adminPage: page,
  api,
}) => {
  await openAll(page, addressOf(await acceptableStudy(api)));
  for (const theme of ["light", "dark"] as const) {
    await inTheme(page, theme);
    for (const [name, title] of [
      ["acceptable", "Where several scores are acceptable"],
      ["perception", "Which scores people accept, and which the judge gives"],
      ["cheapest", "What halves the interval at the least cost?"],
    ] as const) {
      const panel = page.locator(`[data-panel="${title}"]`);
      await expect(panel.getByRole("table").first()).toBeVisible();
      await expect.soft(panel).toHaveScreenshot(["made", `${name}-${theme}.png`], tolerance);
    }
  }
});

test("pictures: the demo's reports, which have every other panel", async ({ adminPage: page, api }) => {
  const demo = (await api.call("listProjects")).items.find((project) => project.demo);
  const { items } = await api.call("listTasks", { params: { projectId: demo?.id ?? "" } });
  for (const [name, state, chapters] of [
    ["Everyday questions", "demo", withoutMethods],
    ["Birds", "demo-labels", ["verdict", "people", "judges", "scores"]],
    ["Which answer follows?", "demo-pairs", ["pairwise", "verdict", "people", "scores"]],
  ] as const) {
    const task = items.find((one) => one.name === name);
    await pictureChapters(page, state, `/projects/${demo?.id}/report?task=${task?.id}`, chapters);
  }
});

test("pictures: two reports side by side, a frozen report, and the page of a sample", async ({ adminPage: page, api }) => {
  const demo = (await api.call("listProjects")).items.find((project) => project.demo);
  const { items } = await api.call("listTasks", { params: { projectId: demo?.id ?? "" } });
  const questions = items.find(({ name }) => name === "Everyday questions")?.id ?? "";
  const samples = await api.call("listSamples", { params: { taskId: questions }, query: { disagreement: "wide" } });
  const { projectId, taskId } = await tinyStudy(api);
  const frozen = await api.call("freezeReport", { params: { projectId }, body: { taskId, name: "Before the second round" } });
  const compared = `/projects/${demo?.id}/report/compare?task=${questions}&task2=${questions}&arm=blind&arm2=drafted`;
  for (const [name, path, shown] of [
    ["compared", compared, page.getByRole("row", { name: /^alpha, mean over criteria/ })],
    ["frozen", `/reports/frozen/${frozen.id}`, page.locator("[data-chapter] [data-panel]").first()],
    ["sample", `/projects/${demo?.id}/samples/${samples.items[0]?.id}`, page.getByRole("table").first()],
  ] as const) {
    await page.setViewportSize({ width: 1200, height: 900 });
    await page.goto(path);
    await expect(shown).toBeVisible({ timeout: 60_000 });
    await page.waitForLoadState("networkidle");
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width: 1200, height });
    // Times, ids, hashes and the project's name.
    const mask = [page.locator("time"), page.locator("p:has(time)"), page.locator("dl")];
    for (const theme of ["light", "dark"] as const) {
      await inTheme(page, theme);
      await expect.soft(page.locator("main")).toHaveScreenshot(["pages", `${name}-${theme}.png`], { ...tolerance, mask });
    }
  }
});
