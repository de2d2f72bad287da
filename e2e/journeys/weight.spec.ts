import type { Page } from "@playwright/test";
import { invite, makeStudy } from "../support/study";
import { expect, signIn, test } from "../support/test";
import { WorkspaceScreen } from "../support/workspace";

const limitBytes = 200_000;

/** The transfer size of a page's scripts with an empty cache. */
async function scriptBytes(page: Page, path: string): Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "script") sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(path, { waitUntil: "networkidle" });
  const all = await Promise.all(sizes);
  expect(all.length, "the page loads scripts").toBeGreaterThan(3);
  return all.reduce((sum, size) => sum + size, 0);
}

test("the sign-in page loads less than 200 kB of JavaScript", async ({ page }) => {
  expect(await scriptBytes(page, "/sign-in")).toBeLessThan(limitBytes);
});

test("the first page after it loads less than 200 kB of JavaScript", async ({ adminPage }) => {
  expect(await scriptBytes(adminPage, "/projects")).toBeLessThan(limitBytes);
  await expect(adminPage.getByRole("heading", { name: "Projects" })).toBeVisible();
});

test("the workspace loads less than 220 kB of JavaScript, its dialogs and menus included", async ({ browser, page, api, standIn }) => {
  const study = await makeStudy(api, { draftedBy: standIn.url, samples: 1 });
  const account = await invite(api, study.projectId, "annotator");
  await signIn(page, api.baseURL, account);
  const screen = new WorkspaceScreen(page);
  await screen.begin(study);
  const fresh = await (await browser.newContext()).newPage();
  await signIn(fresh, api.baseURL, account);
  const bytes = await scriptBytes(fresh, page.url());
  test.info().annotations.push({ type: "bytes of JavaScript", description: String(bytes) });
  expect(bytes).toBeLessThan(220_000);
});
