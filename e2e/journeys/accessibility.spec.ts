import type { Page } from "@playwright/test";
import { accessibilityProblems, sidewaysOverflow, visit } from "../support/page-checks";
import { adminPlaces, annotatorPlaces, type Place } from "../support/scene";
import { makeStudy } from "../support/study";
import { expect, signIn, test } from "../support/test";
import { WorkspaceScreen } from "../support/workspace";

// Without animations: axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Checks the current page with axe, light and dark. */
const expectAccessible = async (page: Page, name: string) => expect.soft(await accessibilityProblems(page), name).toEqual([]);

const phone = { width: 390, height: 844 };

/** Checks each page with axe, and that it does not scroll sideways on a phone. */
async function lookAtAll(page: Page, places: readonly Place[]): Promise<void> {
  const desk = page.viewportSize();
  for (const place of places) {
    await visit(page, place.path);
    await expectAccessible(page, place.name);
    await page.setViewportSize(phone);
    expect.soft(await sidewaysOverflow(page), `${place.name}, on a phone`).toBeNull();
    if (desk) await page.setViewportSize(desk);
  }
}

test("the checks of accessibility and of width find what is wrong", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.setContent(`<!doctype html><html lang="en" class="light dark"><title>Page</title>
    <style>:root { color-scheme: light dark }</style><main><h1>Page</h1><img src="data:,">
    <p style="background: light-dark(white, black); color: light-dark(black, #333)">Text</p><div style="width: 3000px">Wide</div></main>`);
  const problems = await accessibilityProblems(page);
  expect(problems.map((problem) => problem.split(" (")[0])).toEqual(["light: image-alt", "dark: color-contrast"]);
  expect(problems[1]).toContain("<p style=");
  expect(await sidewaysOverflow(page)).toContain("Wide");
});

for (const part of [0, 1, 2]) {
  test(`an administrator's pages have no axe violations, light or dark, and fit a phone, part ${part + 1} of 3`, async ({
    adminPage,
    scene,
  }) => {
    test.setTimeout(300_000);
    const places = adminPlaces(scene);
    await lookAtAll(
      adminPage,
      places.filter((_, index) => index % 3 === part),
    );
  });
}

test("signed-out pages, an annotator's pages and dialogs have no axe violations, and the pages fit a phone", async ({
  browser,
  adminPage,
  api,
  scene,
}) => {
  test.setTimeout(300_000);
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
    await visit(stranger, "/sign-in");
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

  // Menus and select boxes are looked at in open-states.spec.ts.
  await test.step("dialogs", async () => {
    const openings = [
      { path: "/projects", press: "New project", role: "dialog" },
      { path: `/projects/${projectId}/settings?tab=judges`, press: "Add a judge", role: "dialog" },
      { path: `/projects/${projectId}/runs?task=${taskId}`, press: "Start a run", role: "dialog" },
      { path: `/projects/${projectId}/runs/${scene.finishedRun}`, press: /^What was asked/, role: "dialog" },
      { path: `/projects/${projectId}/criteria?task=${taskId}`, press: "Add a criterion", role: "dialog" },
      { path: "/projects", press: "Go to", role: "dialog" },
    ] as const;
    for (const { path, press, role } of openings) {
      await visit(adminPage, path);
      await adminPage.getByRole("button", { name: press }).first().click();
      await expect(adminPage.getByRole(role)).toBeVisible();
      await expectAccessible(adminPage, `${press}, open`);
    }
  });
});

test("the dialogs for judges of each kind, prompts and costs have no axe violations", async ({ adminPage, scene }) => {
  test.setTimeout(240_000);
  const { projectId, taskId } = scene.study;
  await visit(adminPage, `/projects/${projectId}/settings?tab=judges`);
  await adminPage.getByRole("button", { name: "Add a judge" }).click();
  const dialog = adminPage.getByRole("dialog");
  for (const kind of ["Metric", "Panel", "Endpoint"]) {
    await dialog.getByText(kind, { exact: true }).first().click();
    await expectAccessible(adminPage, `add a judge, ${kind}`);
  }
  for (const protocol of ["Rubric", "Critique", "CAMIEval, pointwise"]) {
    await dialog.getByRole("combobox", { name: "Protocol" }).click();
    await adminPage.getByRole("option", { name: protocol }).click();
    if (protocol === "Rubric") await dialog.getByRole("button", { name: "Add an example" }).click();
    await dialog.getByText("Temperature, limits and prices").click();
    await expectAccessible(adminPage, `add a judge, ${protocol}`);
  }
  await visit(adminPage, `/projects/${projectId}/settings?tab=prompts`);
  await adminPage.getByRole("button", { name: "Write a new version" }).click();
  await expectAccessible(adminPage, "prompts, writing");
  await visit(adminPage, `/projects/${projectId}/runs?task=${taskId}`);
  await adminPage.getByRole("button", { name: "Start a run" }).click();
  await dialog.getByRole("button", { name: "What would it cost?" }).click();
  await expect(dialog.getByRole("status", { name: "What it would cost" })).toBeVisible();
  await expectAccessible(adminPage, "start a run, with its cost");
});
