import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";

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
