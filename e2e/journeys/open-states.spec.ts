import type { Page, Route } from "@playwright/test";
import { accessibilityProblems, visit } from "../support/page-checks";
import { expect, signIn, test } from "../support/test";
import { WorkspaceScreen } from "../support/workspace";

// Without animations: axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: "reduce" } });

const expectAccessible = async (page: Page, name: string) => expect.soft(await accessibilityProblems(page), name).toEqual([]);

test("open select boxes and menus have no axe violations, and are worked with keys alone", async ({
  browser,
  adminPage: page,
  api,
  scene,
}) => {
  test.setTimeout(240_000);
  const project = `/projects/${scene.study.projectId}`;

  await test.step("a select on a page", async () => {
    await visit(page, `${project}/samples?task=${scene.study.taskId}`);
    const task = page.getByRole("combobox", { name: "Task" });
    await task.focus();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("listbox")).toBeVisible();
    await expectAccessible(page, "the choice of a task, open");
    await page.keyboard.press("n");
    await page.keyboard.press("Enter");
    await expect(task).toHaveText("Nothing yet");
  });

  await test.step("a select in a dialog: Escape closes the list first, then the dialog", async () => {
    await visit(page, `${project}/people`);
    await page.getByRole("button", { name: "Invite a person" }).click();
    await page.getByRole("dialog").getByRole("combobox").click();
    await expect(page.getByRole("option").first()).toBeVisible();
    await expectAccessible(page, "a select in a dialog, open");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("listbox")).toHaveCount(0);
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("menus of the top line", async () => {
    await visit(page, `${project}/samples?task=${scene.study.taskId}`);
    for (const name of [/^Prepare/, /switch project$/, /^Account of/]) {
      const button = page.getByRole("banner").getByRole("button", { name });
      await button.focus();
      await page.keyboard.press("ArrowDown");
      await expect(page.getByRole("menu")).toBeVisible();
      await expectAccessible(page, `${name}, open`);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("menu")).toHaveCount(0);
      await expect(button).toBeFocused();
    }
  });

  await test.step("in the workspace", async () => {
    const own = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
    await signIn(own, api.baseURL, scene.annotator);
    await own.goto(`${project}/annotate/${scene.begun}`);
    const screen = new WorkspaceScreen(own);
    await screen.ready();
    await own.getByRole("button", { name: "More" }).click();
    await expect(own.getByRole("menu")).toBeVisible();
    await expectAccessible(own, "the workspace's menu, open");
    await own.keyboard.press("Escape");
    await screen.press(screen.line("Conclusion"), "Revise");
    await own.getByRole("textbox", { name: "New text" }).fill("Another conclusion.");
    await own.getByRole("combobox", { name: "Reason" }).click();
    await expect(own.getByRole("option").first()).toBeVisible();
    await expectAccessible(own, "revising, with the reasons open");
    await own.keyboard.press("ArrowDown");
    await own.keyboard.press("Enter");
    await expect(own.getByRole("combobox", { name: "Reason" })).not.toHaveText("no reason given");
    await expect(own.getByRole("textbox", { name: "New text" }), "the editor stays open").toHaveValue("Another conclusion.");
  });
});

/** Holds the replies to these requests until it is called. */
async function hold(page: Page, pattern: RegExp): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route(pattern, (route) => void held.push(route));
  return async () => {
    await page.unroute(pattern);
    await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
  };
}

test("loading pages have a heading and no axe violations", async ({ adminPage: page, scene }) => {
  test.setTimeout(240_000);
  const project = `/projects/${scene.study.projectId}`;
  const ofTask = `?task=${scene.study.taskId}`;
  const places = [
    { path: `${project}/runs${ofTask}`, waiting: [/\/api\/v1\/projects\/[^/]+$/, /\/projects\/[^/]+\/tasks$/, /\/tasks\/[^/]+\/runs$/] },
    {
      path: `${project}/review${ofTask}`,
      waiting: [/\/api\/v1\/projects\/[^/]+$/, /\/projects\/[^/]+\/tasks$/, /\/tasks\/[^/]+\/progress$/],
    },
    { path: `${project}/runs/${scene.finishedRun}`, waiting: [/\/api\/v1\/runs\/[^/]+$/] },
    { path: `${project}/annotate/${scene.submitted}`, waiting: [/\/api\/v1\/assignments\/[^/]+$/] },
  ];
  for (const { path, waiting } of places) {
    for (const pattern of waiting) {
      const release = await hold(page, pattern);
      await page.goto(path);
      await expect(page.getByRole("status", { name: /^Loading/ }).first()).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      await expectAccessible(page, `${path}, waiting for ${pattern}`);
      await release();
    }
  }
});
