import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { accessibilityProblems, resize, sidewaysOverflow, widths } from "../support/page-checks";
import { markedDraft, releaseOf } from "../support/release";
import { importFile, invite, makeStudy } from "../support/study";
import { tarOf } from "../support/tar";
import { expect, signIn, test } from "../support/test";
import { WorkspaceScreen } from "../support/workspace";

// One sample at each width, worked with keys alone.
test.use({ contextOptions: { reducedMotion: "reduce" } });

const conversation = JSON.stringify([
  { role: "user", content: "Why is the sky blue?" },
  { role: "assistant", content: "Because air **scatters** blue light." },
  { role: "user", content: "لماذا؟" },
]);
const answer = [
  "## Why",
  "Air **scatters** short waves, see the table:",
  "| wave | scattered | why it is so, in words that take up some room in the table |\n|---|---|---|\n| blue | much | its waves are short, and air scatters these most |",
  "```python\ndef share(x):\n    return x ** -4  # a comment that is longer than a phone is wide, by far\n```",
  "So the share is $x^{-4}$.",
  "- الضوء الأزرق يتشتت أكثر\n- 蓝光散射得更多",
].join("\n\n");
const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

const quoted = (page: Page) =>
  page.evaluate(() =>
    ["quoted", "quoted-focused"].flatMap((name) => [...(CSS.highlights.get(name) ?? [])].map((range) => range.toString())),
  );

test("conversations, Markdown, images, Arabic, Chinese and drafts with list markers are read, quoted and looked up with keys at every width", async ({
  page,
  api,
}) => {
  test.setTimeout(240_000);
  const rows = widths.map(([width]) => `w${width},${cell(conversation)},${cell(answer)},pictures/icon.png`);
  const study = await makeStudy(api, { samples: 1, task: { textFormat: "chat", annotatorsPerSample: 1, arm: "blind" } });
  await importFile(api, {
    projectId: study.projectId,
    task: study.taskName,
    fileName: "pictures.tar",
    file: tarOf({
      "set/samples.csv": ["id,input,output,image_url", ...rows].join("\n").concat("\n"),
      "set/pictures/icon.png": await readFile("public/icon-192.png"),
    }),
  });
  await signIn(page, api.baseURL, await invite(api, study.projectId, "annotator"));
  await page.goto("/");
  const screen = new WorkspaceScreen(page);
  await screen.ready();
  const { keyboard } = page;
  const text = page.getByRole("region", { name: "Text" });
  const accessible = async (state: string) => {
    expect.soft(await accessibilityProblems(page), state).toEqual([]);
    expect.soft(await sidewaysOverflow(page), state).toBeNull();
  };
  await test.step("the sample without an image is skipped", async () => {
    const dialog = page.getByRole("dialog");
    await keyboard.press("s");
    await expect(dialog).toBeVisible();
    await keyboard.press("1");
    await expect(dialog).toHaveCount(0);
  });
  for (const [width, height] of widths) {
    await resize(page, width, height);
    await test.step(`at ${width} px`, async () => {
      await expect(text.locator("[data-turn]")).toHaveCount(3);
      await expect(text.locator("[data-turn]").last().locator("p[dir=auto]")).toHaveCSS("direction", "rtl");
      await expect(text.getByRole("cell", { name: "much", exact: true })).toHaveCount(1);
      await expect(text.locator("code .hljs-keyword").first()).toHaveText("def");
      const arabic = text.getByRole("listitem").filter({ hasText: "الضوء" });
      await expect(arabic).toHaveCSS("direction", "rtl");
      expect(await arabic.evaluate((line) => [getComputedStyle(line).marginLeft, getComputedStyle(line).marginRight])).toEqual([
        "0px",
        "24px",
      ]);
      await accessible(`texts, ${width} px`);

      await keyboard.press("n");
      await expect(page.getByRole("textbox", { name: "Text of the new line" })).toBeFocused();
      await keyboard.press("Shift+Tab");
      await keyboard.press("Enter");
      await keyboard.press("e");
      await keyboard.press("v");
      await keyboard.press("Enter");
      await expect(page.getByRole("combobox", { name: "Kind of line" })).toHaveText("Evidence");
      await keyboard.press("Tab");
      await keyboard.type("“Air scatters short waves” and “蓝光散射得更多”");
      await accessible(`a new line, ${width} px`);
      await keyboard.press("Control+Enter");
      await expect.poll(() => quoted(page)).toEqual(["Air scatters short waves", "蓝光散射得更多"]);

      await keyboard.press("v");
      await expect(text.getByText("Air **scatters** short waves")).toHaveCount(1);
      await accessible(`as written, ${width} px`);
      await keyboard.press("v");

      // The score, which is still open, is the current line.
      await keyboard.press("j");
      await keyboard.press("r");
      await expect(page.getByRole("textbox", { name: "New text" })).toBeFocused();
      await keyboard.press("End");
      await keyboard.type(", it says");
      await keyboard.press("Control+Enter");
      await keyboard.press("h");
      const history = page.getByRole("dialog", { name: "History" });
      await expect(history.locator("ins")).toHaveText(", it says");
      await accessible(`history, ${width} px`);
      await keyboard.press("Escape");
      await expect(history).toHaveCount(0);

      await keyboard.press("i");
      const picture = page.getByRole("dialog", { name: "Image" });
      const image = picture.getByRole("img");
      await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(192);
      const fitted = (await image.boundingBox())?.width ?? 0;
      await picture.getByRole("button", { name: "2×", exact: true }).press("Enter");
      await expect.poll(async () => Math.round((await image.boundingBox())?.width ?? 0)).toBe(Math.round(2 * fitted));
      await accessible(`an image, ${width} px`);
      await keyboard.press("Escape");
      await expect(picture).toHaveCount(0);

      for (const criterion of study.criteria) {
        await expect(screen.criterion).toHaveText(criterion.name);
        await keyboard.press("3");
        await screen.expectSaved();
        await keyboard.press("Enter");
      }
    });
  }
  await expect(page.getByText("There is nothing left for you in this task.")).toBeVisible();

  const { projectId } = study;
  await importFile(api, { projectId, fileName: "coeval.tar", file: releaseOf("eli5", widths.length) });
  const released = (await api.call("listTasks", { params: { projectId } })).items.find(({ id }) => id !== study.taskId);
  const taskId = released?.id ?? "";
  await api.call("updateTask", { params: { taskId }, body: { annotatorsPerSample: 1 } });
  await page.goto(`/projects/${projectId}/annotate`);
  await page.getByRole("button", { name: `Start: ${released?.name}` }).press("Enter");
  await screen.ready();
  const shown = markedDraft.map((line) => line.replace(/^(\d[.)]|[-*]) /, ""));
  for (const [index, [width, height]] of widths.entries()) {
    await resize(page, width, height);
    await test.step(`an imported draft with list markers at ${width} px`, async () => {
      await expect(page.getByText(`${index + 1} of ${widths.length}`, { exact: true })).toBeVisible();
      for (const line of shown) await expect(screen.draft.getByText(line, { exact: true })).toBeVisible();
      await accessible(`a draft with list markers, ${width} px`);
      const open = screen.draft.getByRole("listitem", { name: /not decided|not given/ });
      for (let left = await open.count(); left > 0; left -= 1) {
        await keyboard.press("a");
        await expect(open).toHaveCount(left - 1);
      }
      for (const line of shown) await expect(screen.draft.getByText(line, { exact: true })).toBeVisible();
      await screen.expectSaved();
      await keyboard.press("Enter");
    });
  }
  await expect(page.getByText("There is nothing left for you in this task.")).toBeVisible();
  await test.step("and is exported as it was written", async () => {
    const exported = await api.fetch("exportProject", { params: { projectId }, query: { task: taskId, format: "jsonl" } });
    const rows = (await exported.text())
      .trim()
      .split("\n")
      .map((row) => JSON.parse(row) as { actions?: unknown[]; items?: { text: string }[] });
    const evaluations = rows.filter(({ actions }) => actions !== undefined);
    expect(evaluations.map(({ items }) => items?.map(({ text }) => text))).toEqual(widths.map(() => markedDraft));
  });
});
