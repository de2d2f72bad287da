import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { adminPlaces, annotatorPlaces, makeScene, type Place } from "../support/scene";
import { makeStudy } from "../support/study";
import { expect, signIn, test } from "../support/test";
import { WorkspaceScreen } from "../support/workspace";

const themes = ["light", "dark"] as const;

// Nothing moves: a colour half-way through a transition is nobody's.
test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Holds the page as it stands to axe: all rules in the light, and in the dark those that colours decide. */
async function expectAccessible(page: Page, name: string): Promise<void> {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveClass(new RegExp(`\\b${theme}\\b`));
    const axe = new AxeBuilder({ page });
    const { violations } = await (theme === "light" ? axe : axe.withRules(["color-contrast", "link-in-text-block"])).analyze();
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, target }) => `${id} (${help}) at ${target.join(" ")}: ${html}`),
    );
    expect.soft(found, `${name}, ${theme}`).toEqual([]);
  }
}

/** Opens a page and waits until it shows what it is about. */
async function visit(page: Page, { path }: Place): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("status", { name: /^(Loading|Looking)/ })).toHaveCount(0);
}

async function lookAtAll(page: Page, places: readonly Place[]): Promise<void> {
  for (const place of places) {
    await visit(page, place);
    await expectAccessible(page, place.name);
  }
}

for (const half of [0, 1]) {
  test(`no page of an administrator has a violation that axe finds, light or dark, part ${half + 1} of 2`, async ({
    adminPage,
    api,
    standIn,
  }) => {
    test.setTimeout(180_000);
    const places = adminPlaces(await makeScene(api, standIn.url));
    await lookAtAll(
      adminPage,
      places.filter((_, index) => index % 2 === half),
    );
  });
}

test("nor have the pages one sees signed out, an annotator's pages, and what opens over a page", async ({
  browser,
  adminPage,
  api,
  standIn,
}) => {
  test.setTimeout(180_000);
  const scene = await makeScene(api, standIn.url);
  const { projectId, taskId } = scene.study;
  const newPage = async () => (await browser.newContext()).newPage();

  await test.step("signed out", async () => {
    const stranger = await newPage();
    const places = [
      { name: "sign in", path: "/sign-in" },
      { name: "set a password", path: scene.invitation },
      { name: "a spent link", path: "/set-password?token=spent" },
    ];
    await lookAtAll(stranger, places);
    await visit(stranger, { name: "sign in", path: "/sign-in" });
    await stranger.getByLabel("E-mail").fill("nobody@redline.test");
    await stranger.getByLabel("Password").fill("a wrong password");
    await stranger.getByRole("button", { name: "Sign in" }).click();
    await expect(stranger.getByText("E-mail or password is wrong.")).toBeVisible();
    await expectAccessible(stranger, "sign in, refused");
  });

  await test.step("an annotator's pages, and the workspace at work", async () => {
    const page = await newPage();
    await signIn(page, api.baseURL, scene.annotator);
    await lookAtAll(page, annotatorPlaces(scene));
    await page.goto(`/projects/${projectId}/annotate/${scene.begun}`);
    const screen = new WorkspaceScreen(page);
    await screen.ready();
    await screen.press(screen.line("Conclusion"), "Revise");
    await page.getByRole("textbox", { name: "New text" }).fill("Another conclusion.");
    await expectAccessible(page, "workspace, revising");
    await screen.button("Save the line").click();
    await screen.press(screen.line("Evidence"), "Remove");
    await page.keyboard.press("k");
    await page.keyboard.press("e");
    await page.keyboard.press("1");
    await expectAccessible(page, "workspace, corrected");
    await page.keyboard.press("n");
    await expect(page.getByRole("textbox", { name: "Text of the new line" })).toBeVisible();
    await expectAccessible(page, "workspace, adding");
    await page.keyboard.press("Escape");
    for (const key of ["?", "g", "h", "s", "f"]) {
      await page.keyboard.press(key);
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectAccessible(page, `workspace, key ${key}`);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
  });

  await test.step("the blind workspace", async () => {
    const blind = await makeStudy(api, { samples: 1, task: { arm: "blind" } });
    const screen = new WorkspaceScreen(adminPage);
    await screen.begin(blind);
    await adminPage.keyboard.press("4");
    await expectAccessible(adminPage, "workspace, blind");
  });

  await test.step("dialogs and menus", async () => {
    const openings = [
      { path: "/projects", press: "New project", role: "dialog" },
      { path: `/projects/${projectId}/people`, press: "Invite a person", role: "dialog" },
      { path: `/projects/${projectId}/settings?tab=judges`, press: "Add a judge", role: "dialog" },
      { path: `/projects/${projectId}/runs?task=${taskId}`, press: "Start a run", role: "dialog" },
      { path: `/projects/${projectId}/criteria?task=${taskId}`, press: "Add a criterion", role: "dialog" },
      { path: "/projects", press: "Go to", role: "dialog" },
      { path: "/projects", press: /^Account of/, role: "menu" },
    ] as const;
    for (const { path, press, role } of openings) {
      await visit(adminPage, { name: String(press), path });
      await adminPage.getByRole("button", { name: press }).first().click();
      await expect(adminPage.getByRole(role)).toBeVisible();
      await expectAccessible(adminPage, `${press}, open`);
    }
  });
});
