import type { Page } from "@playwright/test";
import { sidewaysOverflow } from "../support/page-checks";
import { expect, test } from "../support/test";

const chapters = (page: Page) => page.getByRole("navigation", { name: "Chapters" });
const panel = (page: Page, name: string) => page.locator(`[data-panel="${name}"]`);

test("the report opens chapter by chapter: each has an address, keeps the filters, and is reached by key and on a phone", async ({
  adminPage: page,
  api,
}) => {
  const demo = (await api.call("listProjects")).items.find((project) => project.demo);
  const { items } = await api.call("listTasks", { params: { projectId: demo?.id ?? "" } });
  const task = items.find(({ name }) => name === "Everyday questions");
  const address = `/projects/${demo?.id}/report?task=${task?.id}`;
  const level = page.getByRole("group", { name: "Level of measurement" });
  const current = () => chapters(page).locator("[aria-current=page]");

  await test.step("it opens with the verdict, and draws only that", async () => {
    await page.goto(address);
    await expect(current()).toHaveText("Verdict");
    await expect(panel(page, "Agreement for each criterion")).toBeVisible();
    await expect(panel(page, "Who agrees with whom")).toHaveCount(0);
  });

  await test.step("another chapter has its own address, which opens it; filters and level stay", async () => {
    await page.getByRole("button", { name: "Finished samples only" }).click();
    await level.getByRole("radio", { name: "Interval" }).check({ force: true });
    await chapters(page).getByRole("link", { name: "People" }).click();
    await expect(panel(page, "Who agrees with whom")).toBeVisible();
    await expect(panel(page, "Agreement for each criterion")).toHaveCount(0);
    await expect(page).toHaveURL(/finished=true/);
    await expect(page).toHaveURL(/chapter=people/);
    await page.reload();
    await expect(current()).toHaveText("People");
    await expect(page.getByRole("button", { name: "Finished samples only" })).toHaveAttribute("aria-pressed", "true");
    await expect(level.getByRole("radio", { name: "Interval" })).toBeChecked();
    const link = await chapters(page).getByRole("link", { name: "Scores" }).getAttribute("href");
    expect(new URLSearchParams(link ?? "").get("finished")).toBe("true");
  });

  await test.step("back leads to the chapter before, and a key opens the next", async () => {
    await page.goBack();
    await expect(current()).toHaveText("Verdict");
    await chapters(page).getByRole("link", { name: "Judges" }).focus();
    await page.keyboard.press("Enter");
    await expect(panel(page, "Is the judge like one of the people?")).toBeVisible();
  });

  await test.step("deep in a chapter the line stays in view, and the next chapter begins at its start", async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(chapters(page)).toBeInViewport();
    await chapters(page).getByRole("link", { name: "Scores" }).click();
    await expect(panel(page, "How scores are spread").getByRole("heading").first()).toBeInViewport();
  });

  await test.step("on a phone the open chapter's name is in view, and nothing is wider than the screen", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const name of ["Verdict", "Methods", "All"]) {
      await chapters(page).getByRole("link", { name, exact: true }).click();
      await expect(current()).toHaveText(name);
      await expect(current()).toBeInViewport({ ratio: 0.9 });
      expect(await sidewaysOverflow(page), name).toBeNull();
    }
    await expect(panel(page, "Who agrees with whom")).toBeVisible();
  });
});
