import { adminPlaces } from "../support/scene";
import { expect, test } from "../support/test";

const directives = (policy: string) => new Map(policy.split("; ").map((part) => [part.split(" ")[0] ?? "", part] as const));

// Pages whose addresses end like those of files among them.
const pages = ["/", "/sign-in", "/projects", "/docs/api", "/no-such-page", "/projects/x.png", "/take-part/a.js", "/reports/frozen/a.txt"];

for (const path of pages)
  test(`${path} runs only scripts of this server, tells other sites nothing and is in nobody's frame or cache`, async ({ request }) => {
    const [first, second] = [await request.get(path, { maxRedirects: 0 }), await request.get(path, { maxRedirects: 0 })];
    const headers = first.headers();
    const policy = directives(headers["content-security-policy"] ?? "");
    const nonce = /'nonce-([^']+)'/.exec(policy.get("script-src") ?? "")?.[1] ?? "";
    expect(policy.get("script-src")).toBe(`script-src 'self' 'nonce-${nonce}'`);
    expect(nonce).toHaveLength(36);
    expect(second.headers()["content-security-policy"]).not.toContain(nonce);
    expect(policy.get("frame-ancestors")).toBe("frame-ancestors 'none'");
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "x-frame-options": "DENY",
    });
    expect(headers["cache-control"]).toMatch(/private|no-store/);
    // Journeys run without TLS, where this header would be wrong.
    expect(headers["strict-transport-security"]).toBeUndefined();
    const scripts = (await first.text()).match(/<script\b[^>]*>/g) ?? [];
    if (first.status() < 300) expect(scripts.length).toBeGreaterThan(3);
    expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
  });

test("no page of somebody signed in may be kept by a shared cache, whole or as what the browser asks for in passing", async ({
  api,
  scene,
}) => {
  const kept: string[] = [];
  const forms: Record<string, string>[] = [{}, { RSC: "1" }];
  for (const { path } of [...adminPlaces(scene), ...["/accounts", "/instance"].map((path) => ({ path }))])
    for (const headers of forms) {
      const reply = await api.request.get(api.baseURL + path, { headers });
      const policy = reply.headers()["cache-control"] ?? "";
      if (!/private|no-store/.test(policy) || /public|s-maxage/.test(policy)) kept.push(`${path} ${JSON.stringify(headers)}: ${policy}`);
    }
  expect(kept).toEqual([]);
});

test.describe("an attack", () => {
  test.use({ attacked: true });
  test("a script that got into a page is not run", async ({ page }) => {
    await page.goto("/sign-in");
    const stopped = page.waitForEvent("console", (message) => message.text().includes("Content Security Policy"));
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "document.title = 'taken over'";
      document.body.append(script);
    });
    await stopped;
    await expect(page).not.toHaveTitle("taken over");
  });
});
