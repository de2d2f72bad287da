import { expect, test } from "@playwright/test";

test("a started Redline reports that database and worker are healthy", async ({ request }) => {
  const response = await request.get("/api/health");
  expect(response.status()).toBe(200);
  expect(await response.json()).toMatchObject({ status: "ok", database: "ok", worker: "ok" });
});

test("an idle connection outlives those of proxies and clients, so that no request meets its end", async ({ request }) => {
  expect((await request.get("/api/health")).headers()["keep-alive"]).toBe("timeout=75");
});

test("its first page opens in the browser without console messages", async ({ page }) => {
  const messages: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") messages.push(message.text());
  });
  page.on("pageerror", (error) => messages.push(error.message));
  const response = await page.goto("/");
  expect(response?.ok()).toBe(true);
  await expect(page.getByRole("heading").first()).toBeVisible();
  expect(messages).toEqual([]);
});

test("the site's files are served, and a shared link shows a picture from the public address", async ({ page, request }) => {
  const files = {
    "/favicon.ico": /^image\//,
    "/icon.svg": "image/svg+xml",
    "/icon-192.png": "image/png",
    "/icon-512.png": "image/png",
    "/icon-maskable-512.png": "image/png",
    "/apple-touch-icon.png": "image/png",
    "/social.png": "image/png",
    "/manifest.webmanifest": "application/manifest+json",
    "/robots.txt": /^text\/plain/,
  };
  for (const [path, type] of Object.entries(files)) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    expect(response.headers()["content-type"], path).toMatch(type);
  }
  await page.goto("/sign-in");
  await expect(page.locator('link[rel="manifest"]')).toHaveAttribute("href", "/manifest.webmanifest");
  await expect(page.locator('link[rel="apple-touch-icon"]')).toHaveAttribute("href", "/apple-touch-icon.png");
  const picture = await page.locator('meta[property="og:image"]').getAttribute("content");
  expect(picture).toBe(new URL("/social.png", page.url()).href);
});
