import { accessibilityProblems, sidewaysOverflow } from "../support/page-checks";
import { expect, test } from "../support/test";

test("two reports are set side by side: arms of one task with their paired difference, other tasks without one", async ({
  adminPage: page,
  api,
}) => {
  test.slow();
  const demo = (await api.call("listProjects")).items.find((project) => project.demo);
  const params = { projectId: demo?.id ?? "" };
  const { items } = await api.call("listTasks", { params });
  const taskOf = (wanted: string) => items.find(({ name }) => name === wanted)?.id ?? "";
  const questions = taskOf("Everyday questions");
  const table = page.getByRole("region", { name: "Figures of both reports" });
  const row = (name: string) => table.getByRole("row", { name: new RegExp(`^${name}`) });

  await test.step("the report leads there, with itself on both sides", async () => {
    await page.goto(`/projects/${demo?.id}/report?task=${questions}&system=Lark`);
    await page.getByRole("link", { name: "Compare", exact: true }).click();
    await expect(page).toHaveURL(/\/report\/compare\?.*system=Lark.*system2=Lark/);
    await expect(row("alpha, mean over criteria")).toBeVisible({ timeout: 60_000 });
  });

  await test.step("with and without a draft: both values, and the difference that the report has from the same samples", async () => {
    await page.goto(`/projects/${demo?.id}/report/compare?task=${questions}&task2=${questions}&arm=blind&arm2=drafted`);
    const [whole, blind, drafted] = await Promise.all(
      ([{}, { arm: "blind" }, { arm: "drafted" }] as { arm?: "blind" | "drafted" }[]).map(async (filter) => {
        const { tasks } = await api.call("readReport", { params, query: { task: questions, ...filter } });
        return tasks[0];
      }),
    );
    const shown = (value: number | null | undefined) => (value ?? Number.NaN).toFixed(2).replace("-", "−");
    const cells = row("alpha, mean over criteria").getByRole("cell");
    await expect(cells.nth(0)).toContainText(shown(blind?.agreement.meanOverCriteria.annotators.ordinal.value), { timeout: 60_000 });
    await expect(cells.nth(1)).toContainText(shown(drafted?.agreement.meanOverCriteria.annotators.ordinal.value));
    const difference = whole?.influence?.comparisons[0]?.agreement.meanOverCriteria.ordinal;
    await expect(cells.nth(2)).toContainText(shown(difference?.value));
    await expect(cells.nth(2)).toContainText(shown(difference?.interval?.low));
    await expect(row("Correct: judge minus people").getByRole("cell").nth(2)).toHaveText("not paired");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
  });

  await test.step("a figure opens the samples of its own side", async () => {
    const link = row("Correct: alpha between people").getByRole("cell").nth(1).getByRole("link");
    expect(await link.getAttribute("href")).toContain("arm=drafted");
  });

  await test.step("another task is chosen, and nothing is paired", async () => {
    await page.getByRole("combobox", { name: "Task of the second" }).click();
    await page.getByRole("option", { name: "Birds" }).click();
    await expect(page).toHaveURL(/task2=/);
    await expect(page).not.toHaveURL(/arm2=/);
    await expect(row("alpha, mean over criteria").getByRole("cell").nth(2)).toHaveText("not paired", { timeout: 60_000 });
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await sidewaysOverflow(page)).toBeNull();
  });
});
