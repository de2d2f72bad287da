import { request } from "@playwright/test";
import { Api } from "../support/api";
import { accessibilityProblems, visit } from "../support/page-checks";
import { invite, makeStudy, signedInApi } from "../support/study";
import { expect, signIn, test } from "../support/test";

test("a member's key works until an admin revokes it, and a deleted member's work stays under another name", async ({
  page,
  browser,
  api,
}) => {
  test.slow();
  const { projectId, taskId } = await makeStudy(api, { task: { arm: "blind" } });
  const admin = await invite(api, projectId, "admin", "Ada Admin");
  const member = await invite(api, projectId, "annotator", "Mona Member");
  const memberApi = await signedInApi(api.baseURL, member);
  await memberApi.call("nextAssignment", { params: { taskId } });
  await memberApi.request.dispose();

  const key = await test.step("the member creates a key, which works at once", async () => {
    const context = await browser.newContext();
    const own = await context.newPage();
    await signIn(own, api.baseURL, member);
    await own.goto("/profile");
    await own.getByRole("textbox", { name: "What it is for" }).fill("nightly export");
    await own.getByRole("button", { name: "Create key" }).click();
    const made = own.getByRole("status").filter({ hasText: "Copy it now" });
    expect(await accessibilityProblems(own)).toEqual([]);
    const text = await made.locator("code").innerText();
    await expect(own.getByRole("button", { name: "Revoke nightly export" })).toBeVisible();
    await context.close();
    return text;
  });
  const script = new Api(await request.newContext({ extraHTTPHeaders: { authorization: `Bearer ${key}` } }), api.baseURL);
  expect((await script.call("listProjects")).items.map(({ id }) => id)).toEqual([projectId]);

  await signIn(page, api.baseURL, admin);
  await test.step("an admin of the project revokes it", async () => {
    await visit(page, `/projects/${projectId}/people`);
    await page.getByRole("button", { name: "Revoke nightly export of Mona Member" }).click();
    await expect(page.getByText("No member has a key.")).toBeVisible();
    expect((await script.fetch("listProjects")).status()).toBe(401);
  });

  await test.step("the admin disables the account, enables it again and deletes it", async () => {
    const row = page.getByRole("listitem").filter({ hasText: member.email });
    const choose = async (entry: string) => {
      await row.getByRole("button", { name: "Account of Mona Member" }).click();
      await page.getByRole("menuitem", { name: entry }).click();
    };
    await choose("Disable account…");
    await page.getByRole("dialog").getByRole("button", { name: "Disable account" }).click();
    await expect(row.getByText("disabled")).toBeVisible();
    await choose("Enable account");
    await expect(row.getByText("disabled")).toHaveCount(0);
    await choose("Delete account…");
    const dialog = page.getByRole("dialog", { name: "Delete the account of Mona Member" });
    await dialog.getByRole("textbox").fill(member.email);
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await expect(row).toHaveCount(0);
  });

  await test.step("Progress has the work under an anonymous name", async () => {
    await visit(page, `/projects/${projectId}/review`);
    const row = page.getByRole("table", { name: "Progress of each annotator" }).getByRole("row").nth(1);
    await expect(row).toContainText(/^former annotator [0-9a-f]{8} no account/);
    await expect(page.getByText("Mona")).toHaveCount(0);
  });
  await script.request.dispose();
});
