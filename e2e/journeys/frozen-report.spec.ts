import { visit } from "../support/page-checks";
import { expect, test } from "../support/test";

test("a frozen report shows the figures it was frozen with, chapter by chapter, and keeps what is chosen in its address", async ({
  adminPage,
  scene,
}) => {
  const { projectId, taskId } = scene.study;
  const headlineAt = async (path: string) => {
    await visit(adminPage, path);
    return adminPage.getByRole("heading", { level: 1 }).innerText();
  };
  const live = await headlineAt(`/projects/${projectId}/report?task=${taskId}`);
  expect(await headlineAt(`/reports/frozen/${scene.frozenReport}`)).toBe(live);
  await adminPage.getByRole("link", { name: "People", exact: true }).click();
  await expect(adminPage.locator('[data-chapter="people"]')).toBeVisible();
  await adminPage.getByRole("group", { name: "Level of measurement" }).getByText("Interval", { exact: true }).click();
  await expect(adminPage).toHaveURL(/chapter=people.*level=interval/);
});
