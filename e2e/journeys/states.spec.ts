import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { accessibilityProblems, sidewaysOverflow, widths } from "../support/page-checks";
import { invite, makeStudy, signedInApi } from "../support/study";
import { expect, signIn, test } from "../support/test";
import { WorkspaceScreen } from "../support/workspace";

// Each state of the workspace at each width, with keys alone and axe while it is on the screen.
test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const [width, height] of widths) {
  test(`at ${width} px, with keys alone: a contradiction, a pause, unsaved text, no connection, two versions and an ended session`, async ({
    page,
    context,
    api,
    standIn,
  }) => {
    test.setTimeout(240_000);
    await page.setViewportSize({ width, height });
    const study = await makeStudy(api, { draftedBy: standIn.url, samples: 1, task: { mayAcceptRest: true } });
    const account = await invite(api, study.projectId, "annotator");
    await signIn(page, api.baseURL, account);
    const own = await signedInApi(api.baseURL, account);
    await page.goto("/");
    const screen = new WorkspaceScreen(page);
    await screen.ready();
    await expect(screen.line("Conclusion")).toBeFocused();
    const { keyboard } = page;
    const state = page.locator("[data-save-state]");
    const accessible = async (name: string) => {
      expect.soft(await accessibilityProblems(page), name).toEqual([]);
      expect.soft(await sidewaysOverflow(page), name).toBeNull();
    };

    await test.step("a line that says 5 out of 5 beside a score of 2 is pointed out until they agree", async () => {
      await keyboard.press("n");
      await keyboard.type("I would give it 5 out of 5.");
      await keyboard.press("Control+Enter");
      await keyboard.press("2");
      const line = screen.draft.getByRole("listitem", { name: "Explanation, Added" });
      await expect(line.getByText("says 5, the score is 2")).toBeVisible();
      await accessible("a contradiction");
      await keyboard.press("5");
      await expect(line.getByText(/^says 5/)).toHaveCount(0);
      await screen.expectSaved();
    });

    await test.step("a pause takes the keys until Escape, which leads back to the line", async () => {
      const focused = () => page.evaluate(() => document.activeElement?.closest("[data-stop]")?.getAttribute("data-stop") ?? null);
      const before = await focused();
      await keyboard.press("p");
      await expect(page.getByRole("dialog", { name: "Paused" })).toBeVisible();
      await keyboard.press("1");
      await accessible("a pause");
      await keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(screen.draft.getByRole("radio", { name: /^5/ })).toBeChecked();
      await expect.poll(focused).toBe(before);
    });

    await test.step("typed text that is not entered is called unsaved, and Escape and undo bring it back", async () => {
      await screen.draft.getByRole("listitem", { name: /^Conclusion/ }).focus();
      await keyboard.press("r");
      await keyboard.type(" Half a thou");
      await expect(state).toHaveText("Unsaved text");
      await accessible("unsaved text");
      await keyboard.press("Escape");
      await keyboard.press("z");
      await expect(page.getByRole("textbox", { name: "New text" })).toHaveValue(/ Half a thou$/);
      await keyboard.type("ght.");
      await keyboard.press("Control+Enter");
      await screen.expectSaved();
    });

    await test.step("offline is explained, and another tab's decision in the meantime is a choice of two versions", async () => {
      await context.setOffline(true);
      await keyboard.press("a");
      await expect(state).toHaveText("Waiting");
      await expect(page.getByText("You are offline. Keep working on this sample")).toBeVisible();
      await accessible("no connection");
      const { units } = await own.call("openAssignment", { params: { assignmentId: screen.assignmentId } });
      const unit = units[0];
      const evidence = unit?.draft?.items.findLast(({ kind }) => kind === "evidence");
      await own.call("saveActions", {
        params: { assignmentId: screen.assignmentId },
        body: {
          criterionId: unit?.criterionId ?? "",
          actions: [
            {
              ...{ id: randomUUID(), parentId: unit?.actions.at(-1)?.id ?? null, at: new Date().toISOString() },
              ...{ kind: "remove" as const, itemId: evidence?.id ?? "" },
            },
          ],
        },
      });
      await context.setOffline(false);
      const versions = page.getByRole("alert", { name: "Two versions" });
      await expect(versions).toBeVisible();
      await expect(state).toHaveText("Choose");
      await accessible("two versions");
      await keyboard.press("1");
      await expect(versions).toBeHidden();
      await screen.expectSaved();
    });

    await test.step("an ended session leaves the focus where it is, and is begun again in place", async () => {
      await context.clearCookies();
      await keyboard.press("Shift+A");
      const banner = page.getByRole("region", { name: "Sign in again" });
      await expect(banner).toBeVisible();
      expect(await screen.draft.evaluate((draft) => draft.contains(document.activeElement))).toBe(true);
      await accessible("an ended session");
      await tabInto(page, "Sign in");
      await keyboard.press("Enter");
      await expect(banner.getByLabel("Password")).toBeFocused();
      await accessible("signing in again");
      await keyboard.type(account.password);
      await keyboard.press("Enter");
      await expect(banner).toBeHidden();
      await screen.expectSaved();
    });
  });
}

/** Presses Tab until a button of this name has the focus. */
async function tabInto(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name, exact: true });
  for (let presses = 0; presses < 80; presses++) {
    if (await button.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`80 presses of Tab do not reach ${name}.`);
}
