import type { Page } from "@playwright/test";
import { axeViolations, sidewaysOverflow } from "../support/page-checks";
import { expect, test } from "../support/test";

/** Redoc draws a hundred operations at once, which takes a busy machine a while. */
const untilDrawn = (page: Page) => expect(page.getByRole("heading", { name: "Projects you are in" })).toBeVisible({ timeout: 60_000 });

test("the API reference shows every part of the API and makes no request to another server", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));

  await page.goto("/docs/api");
  await untilDrawn(page);
  await expect(page.getByText("Idempotency-Key").first()).toBeVisible();
  await page.getByPlaceholder("Search...").fill("agreement report");
  await page.waitForLoadState("networkidle");

  const { origin } = new URL(page.url());
  const elsewhere = asked.filter((url) => !url.startsWith("data:") && !url.replace(/^blob:/, "").startsWith(`${origin}/`));
  expect(asked.length).toBeGreaterThan(3);
  expect(elsewhere).toEqual([]);
  expect(problems).toEqual([]);
});

test.describe("an attack", () => {
  test.use({ attacked: true });
  test("the browser keeps the API reference's scripts from reaching another server", async ({ page }) => {
    await page.goto("/docs/api");
    const blocked = page.waitForEvent("console", (message) => message.text().includes("Content Security Policy"));
    await page.evaluate(() => fetch("https://elsewhere.example/").catch(() => undefined));
    await blocked;
  });
});

// Each look at the page has all operations before it: a size and a theme are looked at once each.
for (const [theme, width] of [
  ["light", 1440],
  ["dark", 390],
] as const)
  test(`the API reference is readable in the ${theme}, ${width} px wide`, async ({ page }) => {
    test.setTimeout(300_000);
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/docs/api");
    await expect(page.locator("html")).toHaveClass(new RegExp(`\\b${theme}\\b`));
    await untilDrawn(page);
    expect(await sidewaysOverflow(page)).toBeNull();
    const rules = ["color-contrast", "button-name", "link-name", "document-title"];
    expect(await axeViolations(page, { rules, parts: ["#operation\\/createProject", "header"] })).toEqual([]);
  });
