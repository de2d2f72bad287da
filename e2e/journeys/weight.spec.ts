import type { Page } from "@playwright/test";
import { invite, makeStudy } from "../support/study";
import { expect, signIn, test } from "../support/test";
import { WorkspaceScreen } from "../support/workspace";

const limitBytes = 200_000;
const workspaceLimitBytes = 220_000;
const reportLimitBytes = 250_000;

/** Transfer sizes of a page's scripts with an empty cache: those its HTML names, and those fetched once it is on screen. */
async function scriptBytes(page: Page, path: string, shown: () => Promise<void>): Promise<{ first: number; later: number }> {
  const sizes: Promise<{ url: string; bytes: number }>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "script")
      sizes.push(request.sizes().then(({ responseBodySize }) => ({ url: new URL(request.url()).pathname, bytes: responseBodySize })));
  });
  const response = await page.goto(path, { waitUntil: "networkidle" });
  await shown();
  await page.waitForLoadState("networkidle");
  const html = (await response?.text()) ?? "";
  const all = await Promise.all(sizes);
  const sum = (wanted: typeof all) => wanted.reduce((total, { bytes }) => total + bytes, 0);
  const first = all.filter(({ url }) => html.includes(url));
  expect(first.length, "the page names its scripts").toBeGreaterThan(3);
  return { first: sum(first), later: sum(all) - sum(first) };
}

test("the sign-in page loads less than 200 kB of JavaScript", async ({ page }) => {
  const { first, later } = await scriptBytes(page, "/sign-in", () => page.getByRole("button", { name: "Sign in" }).waitFor());
  expect(first + later).toBeLessThan(limitBytes);
});

test("the first page after it loads less than 200 kB of JavaScript", async ({ adminPage }) => {
  const { first, later } = await scriptBytes(adminPage, "/projects", () => adminPage.getByRole("heading", { name: "Projects" }).waitFor());
  expect(first + later).toBeLessThan(limitBytes);
});

test("the workspace loads less than 220 kB of JavaScript, with its menus, and its dialogs weigh little more", async ({
  browser,
  page,
  api,
  standIn,
}) => {
  const study = await makeStudy(api, { draftedBy: standIn.url, samples: 1 });
  const account = await invite(api, study.projectId, "annotator");
  await signIn(page, api.baseURL, account);
  await new WorkspaceScreen(page).begin(study);
  const fresh = await (await browser.newContext()).newPage();
  await signIn(fresh, api.baseURL, account);
  const { first, later } = await scriptBytes(fresh, page.url(), async () => {
    await fresh.getByRole("region", { name: "Draft" }).waitFor();
    await fresh.keyboard.press("?");
    await expect(fresh.getByRole("dialog", { name: "Keys" })).toBeVisible();
  });
  console.log(`workspace: ${first} bytes of JavaScript, then ${later} for dialogs and notices`);
  expect(first).toBeLessThan(workspaceLimitBytes);
  expect(later).toBeLessThan(40_000);
});

test("the report loads less than 250 kB of JavaScript, whichever chapter is opened, and little more for all of them", async ({
  browser,
  adminPage,
  api,
}) => {
  test.slow();
  const demo = (await api.call("listProjects")).items.find((project) => project.demo);
  const cookies = await adminPage.context().cookies();
  const chapters = ["verdict", "people", "judges", "scores", "bias", "influence", "criteria", "next", "methods", "all"];
  for (const chapter of chapters) {
    const context = await browser.newContext();
    await context.addCookies(cookies);
    const fresh = await context.newPage();
    const { first, later } = await scriptBytes(fresh, `/projects/${demo?.id}/report?chapter=${chapter}`, async () => {
      await fresh.locator("[data-chapter] [data-panel]").first().waitFor();
    });
    console.log(`report, ${chapter}: ${first + later} bytes of JavaScript`);
    expect(first + later, chapter).toBeLessThan(reportLimitBytes + (chapter === "all" ? 40_000 : 0));
    await context.close();
  }
});
