import type { BrowserContext, Page } from "@playwright/test";
import type { Api } from "../support/api";
import type { StandInLlm } from "../support/stand-in-llm";
import type { Credentials } from "../support/study";
import { invite, makeStudy, signedInApi } from "../support/study";
import { expect, signIn, test } from "../support/test";
import { WorkspaceScreen } from "../support/workspace";

interface AtWork {
  screen: WorkspaceScreen;
  account: Credentials;
  /** The kinds of the actions the server has stored on the first criterion. */
  stored: () => Promise<string[]>;
}

async function atWork(page: Page, api: Api, standIn: StandInLlm): Promise<AtWork> {
  const study = await makeStudy(api, { draftedBy: standIn.url, samples: 1 });
  const account = await invite(api, study.projectId, "annotator");
  await signIn(page, api.baseURL, account);
  const screen = new WorkspaceScreen(page);
  await screen.begin(study);
  await expect(screen.line("Conclusion")).toBeFocused();
  const own = await signedInApi(api.baseURL, account);
  const { assignmentId } = screen;
  const stored = async () => {
    const { units } = await own.call("openAssignment", { params: { assignmentId } });
    return (units[0]?.actions ?? []).map(({ kind }) => kind);
  };
  return { screen, account, stored };
}

const openAgain = async (context: BrowserContext, url: string) => {
  const page = await context.newPage();
  await page.goto(url);
  const screen = new WorkspaceScreen(page);
  await screen.ready();
  return screen;
};

test("work done offline is kept, even if the page is closed, and saved when the connection is back", async ({
  page,
  context,
  api,
  standIn,
}) => {
  const { screen, stored } = await atWork(page, api, standIn);
  await context.setOffline(true);
  await page.keyboard.press("a");
  await page.keyboard.press("r");
  await page.keyboard.type(" Typed in a tunnel.");
  await page.keyboard.press("Control+Enter");
  await expect(page.locator("[data-save-state]")).toHaveText("Waiting");
  await expect(page.getByText("You are offline. Keep working on this sample")).toBeVisible();
  await expect(screen.line("Explanation")).toHaveAccessibleName("Explanation, Revised");
  expect(await stored()).toEqual([]);
  await context.setOffline(false);
  await screen.expectSaved();
  expect(await stored()).toEqual(["accept", "revise"]);

  await context.setOffline(true);
  await page.keyboard.press("4");
  await expect(page.locator("[data-save-state]")).toHaveText("Waiting");
  const url = page.url();
  // Closing a page lifts its emulated outage a moment before the page is gone.
  await page.evaluate(() => {
    window.fetch = () => new Promise(() => undefined);
  });
  await page.close();
  await context.setOffline(false);
  expect(await stored()).toEqual(["accept", "revise"]);
  const again = await openAgain(context, url);
  await expect(again.draft.getByRole("radio", { name: "4", exact: true })).toBeChecked();
  await again.expectSaved();
  await expect(again.line("Explanation").getByRole("insertion")).toHaveText("Typed in a tunnel.");
  expect(await stored()).toEqual(["accept", "revise", "set-score"]);
});

test("two tabs on the same sample: both versions are shown, and the one chosen is kept", async ({ page, context, api, standIn }) => {
  const { screen: first, stored } = await atWork(page, api, standIn);
  const second = await openAgain(context, page.url());
  await expect(second.line("Conclusion")).toBeFocused();

  await first.press(first.line("Conclusion"), "Accept");
  await first.expectSaved();
  await second.press(second.line("Conclusion"), "Remove");
  const versions = second.page.getByRole("alert", { name: "Two versions" });
  await expect(versions.getByRole("listitem")).toHaveText([/^ConclusionHereRemoved: .*ElsewhereAccepted: /]);
  await expect(second.page.locator("[data-save-state]")).toHaveText("Choose");
  await context.setOffline(true);
  await second.page.keyboard.press("a");
  await expect(second.page.getByText("Choose one of the two versions first.")).toBeVisible();
  await second.page.keyboard.press("h");
  await expect(second.page.getByRole("dialog", { name: "History" })).toBeVisible();
  await second.page.keyboard.press("Escape");
  await context.setOffline(false);
  await second.page.keyboard.press("1");
  await expect(versions).toBeHidden();
  await second.expectSaved();
  await expect(second.line("Conclusion")).toHaveAccessibleName("Conclusion, Removed");
  expect(await stored()).toEqual(["accept", "remove"]);

  await first.press(first.line("Explanation"), "Accept");
  const other = first.page.getByRole("alert", { name: "Two versions" });
  await expect(other.getByRole("listitem")).toHaveText([/^ConclusionHereAccepted/, /^ExplanationHereAccepted.*Elsewherenot decided$/]);
  await first.page.keyboard.press("2");
  await expect(other).toBeHidden();
  await first.expectSaved();
  await expect(first.line("Conclusion")).toHaveAccessibleName("Conclusion, Removed");
  await expect(first.line("Explanation")).toHaveAccessibleName("Explanation, not decided");
  expect(await stored()).toEqual(["accept", "remove"]);
});

test("a session that expires in the workspace loses nothing: the annotator signs in again in place", async ({
  page,
  context,
  api,
  standIn,
}) => {
  const { screen, account, stored } = await atWork(page, api, standIn);
  await context.clearCookies();
  await page.keyboard.press("a");
  await page.keyboard.press("r");
  await page.keyboard.type(" Written while");
  const banner = page.getByRole("region", { name: "Sign in again" });
  await expect(banner).toBeVisible();
  await page.keyboard.type(" the session ended.");
  await page.keyboard.press("Control+Enter");
  await expect(screen.line("Explanation")).toHaveAccessibleName("Explanation, Revised");
  expect(await stored()).toEqual([]);
  await banner.getByRole("button", { name: "Sign in" }).click();
  await expect(banner.getByLabel("E-mail")).toHaveValue(account.email);
  await expect(banner.getByLabel("Password")).toHaveValue("");
  await banner.getByLabel("Password").fill("not the password");
  await banner.getByRole("button", { name: "Sign in" }).click();
  await expect(banner.getByText("E-mail or password is wrong.")).toBeVisible();
  await banner.getByLabel("Password").fill(account.password);
  await banner.getByRole("button", { name: "Sign in" }).click();
  await expect(banner).toBeHidden();
  await screen.expectSaved();
  await expect(screen.line("Explanation").getByRole("insertion")).toHaveText("Written while the session ended.");
  expect(await stored()).toEqual(["accept", "revise"]);
});

test("signing in again in another tab closes the banner here, and the work is saved", async ({ page, context, api, standIn }) => {
  const { screen, account, stored } = await atWork(page, api, standIn);
  await context.clearCookies();
  await page.keyboard.press("a");
  const banner = page.getByRole("region", { name: "Sign in again" });
  await expect(banner).toBeVisible();
  const tab = await context.newPage();
  await tab.goto("/sign-in");
  await tab.getByLabel("E-mail").fill(account.email);
  await tab.getByLabel("Password").fill(account.password);
  await tab.getByRole("button", { name: "Sign in" }).click();
  await expect(banner).toBeHidden();
  await screen.expectSaved();
  expect(await stored()).toEqual(["accept"]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the banner of an ended session covers neither the notice that one is offline nor the buttons", async ({
    page,
    context,
    api,
    standIn,
  }) => {
    const { screen } = await atWork(page, api, standIn);
    await context.clearCookies();
    await page.keyboard.press("a");
    const banner = page.getByRole("region", { name: "Sign in again" });
    await expect(banner).toBeVisible();
    await context.setOffline(true);
    const offline = page.getByText("You are offline.");
    await expect(offline).toBeVisible();
    const [above, notice, button] = await Promise.all([banner, offline, screen.button("Accept")].map((part) => part.boundingBox()));
    if (!above || !notice || !button) throw new Error("A part is not on the screen.");
    expect(above.y + above.height).toBeLessThanOrEqual(notice.y);
    expect(notice.y + notice.height).toBeLessThanOrEqual(button.y);
    expect(button.y + button.height).toBeLessThanOrEqual(844);
  });
});
