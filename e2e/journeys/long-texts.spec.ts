import type { Page } from "@playwright/test";
import { invite, makeStudy } from "../support/study";
import { expect, signIn, test } from "../support/test";
import { WorkspaceScreen } from "../support/workspace";

const bytes = 485_000;

/** A text of the wanted length in UTF-8: numbered sentences, with a line break after every tenth. */
function longText(sentence: string): string {
  const count = Math.ceil(bytes / (Buffer.byteLength(sentence) + 6));
  return Array.from({ length: count }, (_, index) => `${index + 1} ${sentence}${index % 10 === 9 ? "\n" : " "}`).join("");
}

const texts = [
  {
    name: "English",
    sentence: "Air scatters short waves more than long ones, so blue light reaches us from everywhere above.",
    direction: "ltr",
  },
  { name: "Arabic", sentence: "ينثر الهواء الموجات القصيرة أكثر من الطويلة، فيصلنا الضوء الأزرق من كل مكان.", direction: "rtl" },
  { name: "Chinese", sentence: "空气散射短波多于长波，所以蓝光从四面八方到达我们的眼睛。", direction: "ltr" },
] as const;

/** Milliseconds from each key to the frame that shows what it did. */
async function typed(page: Page, keys: readonly string[]): Promise<number[]> {
  await page.evaluate(() => {
    const waits: number[] = [];
    Object.assign(window, { keyWaits: waits });
    // Keys that the page itself repeats for a sample that was not yet begun are not typed here.
    window.addEventListener(
      "keydown",
      ({ isTrusted, timeStamp }) => {
        if (isTrusted) requestAnimationFrame(() => setTimeout(() => waits.push(performance.now() - timeStamp)));
      },
      true,
    );
  });
  for (const key of keys) await page.keyboard.press(key);
  const waits = () => page.evaluate(() => (window as unknown as { keyWaits: number[] }).keyWaits);
  await expect.poll(async () => (await waits()).length).toBe(keys.length);
  return waits();
}

/** Milliseconds between frames while the text is scrolled to its end in thirty steps. */
const scrolled = (page: Page): Promise<number[]> =>
  page.getByRole("region", { name: "Text" }).evaluate(async (pane) => {
    const gaps: number[] = [];
    let before = performance.now();
    for (let step = 1; step <= 30; step++) {
      pane.scrollTop = (pane.scrollHeight * step) / 30;
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      gaps.push(now - before);
      before = now;
    }
    return gaps;
  });

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

test("a text of 485 kB in English, Arabic or Chinese can be read, quoted and redlined without waiting", async ({ page, api, standIn }) => {
  test.setTimeout(240_000);
  const lines = texts.map(({ name, sentence }) => JSON.stringify({ id: name, input: name, output: longText(sentence), system: "harbour" }));
  const file = { fileName: "long.jsonl", file: `${lines.join("\n")}\n` };
  const study = await makeStudy(api, { file, draftedBy: standIn.url, task: { mayAcceptRest: true } });
  await signIn(page, api.baseURL, await invite(api, study.projectId, "annotator"));
  const screen = new WorkspaceScreen(page);
  await screen.begin(study);
  for (const { name, sentence, direction } of texts) {
    const output = page.locator("[data-output]:visible");
    await expect(output).toContainText(sentence);
    expect(await output.locator(".manuscript").evaluate((element) => getComputedStyle(element).direction)).toBe(direction);
    const moves = await typed(page, ["j", "j", "k", "j", "k", "k", "j", "k"]);
    await screen.press(screen.line("Conclusion"), "Revise");
    const letters = await typed(page, [..."redlined"]);
    await page.keyboard.press("Escape");
    const frames = await scrolled(page);
    const figures = [moves, letters, frames].map((values) => `${median(values).toFixed(0)} (at most ${Math.max(...values).toFixed(0)})`);
    console.log(`${name}, 485 kB, median ms: move ${figures[0]}, letter ${figures[1]}, scrolled frame ${figures[2]}`);
    // Far above what is measured, far below what a search or a layout of the whole text for each key would take.
    for (const values of [moves, letters, frames]) expect(median(values)).toBeLessThan(250);
    for (const criterion of study.criteria.keys()) {
      await page.keyboard.press("Shift+A");
      await screen.expectSaved();
      if (criterion === 0) await page.keyboard.press("Enter");
    }
    await page.keyboard.press("Enter");
  }
});
