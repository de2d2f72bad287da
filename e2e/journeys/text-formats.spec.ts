import type { Page } from "@playwright/test";
import { sidewaysOverflow } from "../support/page-checks";
import { importFile, invite, makeStudy } from "../support/study";
import { expect, signIn, test } from "../support/test";
import { WorkspaceScreen } from "../support/workspace";

/** The texts highlighted in the page, by name of the highlight. */
const highlighted = (page: Page, name: string) =>
  page.evaluate((called) => [...(CSS.highlights.get(called) ?? [])].map((range) => range.toString()), name);

const answer = [
  "## Why",
  "Air **scatters** short waves, see the table:",
  "| wave | scattered |\n|---|---|\n| blue | much |\n| red | little |",
  "```python\ndef share(x):\n    return x ** -4  # Rayleigh\n```",
  "So the share is $x^{-4}$, and costs $0.",
].join("\n\n");

test("Markdown with a table, code and a formula is shown as it was meant, with quotations highlighted, and as written on one key", async ({
  page,
  api,
  standIn,
}) => {
  const study = await makeStudy(api, { samples: 1, task: { textFormat: "markdown", annotatorsPerSample: 1 } });
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  await importFile(api, {
    projectId: study.projectId,
    task: study.taskName,
    fileName: "more.csv",
    file: `id,input,output\nm1,Why is the sky blue?,${cell(answer)}\n`,
  });
  await api.call("updateTask", { params: { taskId: study.taskId }, body: { arm: "blind" } });
  expect(standIn.requests).toEqual([]);
  await signIn(page, api.baseURL, await invite(api, study.projectId, "annotator"));
  const screen = new WorkspaceScreen(page);
  await screen.begin(study);
  await page.keyboard.press("s");
  await page.keyboard.press("1");
  await expect(page.getByRole("cell", { name: "much" })).toBeVisible();

  const text = page.getByRole("region", { name: "Text" });
  await expect(text.locator("code .hljs-keyword").first()).toHaveText("def");
  await expect(text.locator("math")).toHaveCount(1);
  await expect(text.getByText("costs $0.")).toBeVisible();

  await page.keyboard.press("n");
  await page.getByRole("combobox", { name: "Kind of line" }).click();
  await page.getByRole("option", { name: "Evidence" }).click();
  await page.getByRole("textbox", { name: "Text of the new line" }).fill("“Air scatters short waves”");
  await page.keyboard.press("Control+Enter");
  await expect(screen.draft.getByText("in the answer", { exact: true })).toBeVisible();
  const both = async () => [...(await highlighted(page, "quoted")), ...(await highlighted(page, "quoted-focused"))];
  await expect.poll(both).toEqual(["Air scatters short waves"]);

  await page.keyboard.press("v");
  await expect(text.getByText("Air **scatters** short waves")).toBeVisible();
  expect(await both()).toEqual([]);
  await page.keyboard.press("v");
  await expect.poll(both).toEqual(["Air scatters short waves"]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await sidewaysOverflow(page)).toBeNull();
});
