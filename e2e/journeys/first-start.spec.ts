import { startProduct } from "../support/server.mjs";
import { expect, test } from "../support/test";

test("from the first start's one-time link to the first alpha on the demo's report", async ({ browser }) => {
  test.setTimeout(240_000);
  const product = await startProduct({ admin: false });
  try {
    const link = /^\s+(http\S+\/set-password\?token=\S+)$/m.exec(product.output())?.[1] ?? "";
    expect(link, product.output()).toContain(product.url);
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(link);
    await page.getByLabel("Name").fill("Ada Example");
    await page.getByLabel("E-mail").fill("ada@redline.test");
    await page.getByLabel("Password").fill("a password of ours");
    await page.getByRole("button", { name: "Set the password and sign in" }).click();

    await page.getByRole("link", { name: "Demo", exact: true }).click();
    await expect(page.getByText("This is the demo project.")).toBeVisible();
    await expect(page.getByText(/no model is connected/i)).toBeVisible();
    await page
      .getByRole("navigation", { name: "Project" })
      .getByRole("button", { name: /^Analyse/ })
      .click();
    await page.getByRole("menuitem", { name: "Report" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Agreement between people is above .800 on two of four criteria", {
      // The first report of a new instance is computed while it also starts.
      timeout: 60_000,
    });
    await expect(page.getByText("Krippendorff's alpha, ordinal")).toBeVisible();
    const table = page.getByRole("region", { name: "Agreement for each criterion" }).getByRole("table");
    const rows = table.getByRole("row").filter({ has: page.getByRole("rowheader") });
    // Four criteria, and the mean over them.
    await expect(rows).toHaveCount(5);
    // The column after the plot: alpha, its interval under it.
    await expect(rows.first().getByRole("cell").nth(1)).toHaveText(/^[−-]?[01]?\.\d{2,3}/);

    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(link);
    await expect(stranger.getByText("This link does not work")).toBeVisible();
    await expect(stranger.getByLabel("Password")).toHaveCount(0);
    await stranger.goto(`${product.url}/projects`);
    await expect(stranger).toHaveURL(/\/sign-in/);
    await stranger.getByLabel("E-mail").fill("ada@redline.test");
    await stranger.getByLabel("Password").fill("a password of ours");
    await stranger.getByRole("button", { name: "Sign in" }).click();
    await expect(stranger.getByRole("link", { name: "Demo", exact: true })).toBeVisible();
  } finally {
    await product.stop();
  }
});
