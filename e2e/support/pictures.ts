import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./test";

// How parts of a page are pictured, light and dark, beside lists of the panels in them (e2e/pictures).

/** A picture may differ in two of a thousand points (edges of letters), each by a fifth of the way from black to white before it counts. */
const tolerance = { maxDiffPixelRatio: 0.002, threshold: 0.2, animations: "disabled", caret: "hide" } as const;

interface PictureOptions {
  /** What differs each time and is painted over. */
  mask?: Locator[];
  /** The name of the list of panels, where several are taken of a state. */
  list?: string;
}

/**
 * Pictures parts of the page, and lists the panels in each: components/report/pictured-panels.test.ts finds a panel of the report that no list
 * has.
 */
export async function picture(
  page: Page,
  state: string,
  parts: Readonly<Record<string, Locator>>,
  options: PictureOptions = {},
): Promise<void> {
  const { mask = [], list = "panels" } = options;
  const panels: string[] = [];
  for (const [name, part] of Object.entries(parts)) {
    await expect(part).toBeVisible();
    panels.push(...(await panelsIn(part)).map((title) => `${name}: ${title}\n`));
  }
  await page.evaluate(sameAtAnyTime);
  // As high as the page: what sticks to the window's top then covers nothing.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: 1200, height });
  expect.soft(panels.join("")).toMatchSnapshot([state, `${list}.txt`]);
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveClass(new RegExp(`\\b${theme}\\b`));
    for (const [name, part] of Object.entries(parts)) {
      const file = [state, `${name}-${theme}.png`];
      const taken = test.info().snapshotPath(...file);
      const before = contentOf(taken);
      await expect.soft(part).toHaveScreenshot(file, { ...tolerance, mask });
      if (contentOf(taken) !== before) await shrink(taken);
    }
  }
}

const contentOf = (file: string): string | null => (existsSync(file) ? readFileSync(file, "latin1") : null);

/** In 256 colours a picture takes less than half the room, and each point differs by less than a tenth: far below what counts. */
async function shrink(file: string): Promise<void> {
  const { default: sharp } = await import("sharp");
  writeFileSync(file, await sharp(readFileSync(file)).png({ palette: true, colours: 256, dither: 0, effort: 10 }).toBuffer());
}

const panelsIn = (part: Locator): Promise<string[]> =>
  part.evaluate((element) =>
    [element, ...element.querySelectorAll("[data-panel]")].flatMap((panel) => panel.getAttribute("data-panel") ?? []),
  );

/** A panel by its title, or by how its title begins. */
export const panelOf = (page: Page, title: string): Locator => page.locator(`[data-panel^="${title}"]`).first();

/** The report's chapters, in the order of the page. */
export const chaptersOf = <Name extends string>(page: Page, names: readonly Name[]): Record<Name, Locator> =>
  Object.fromEntries(names.map((name) => [name, page.locator(`section:has(> [data-chapter="${name}"])`)])) as Record<Name, Locator>;

/** Opens a chapter of a report, or all of them. */
export async function openReport(page: Page, path: string, chapter = "all"): Promise<void> {
  await openPage(page, `${path}&chapter=${chapter}`, async () => {
    const last = page.locator(chapter === "all" || chapter === "methods" ? '[data-panel="Methods"]' : `[data-chapter="${chapter}"]`);
    await expect(last).toBeVisible({ timeout: 90_000 });
    await expect(page.getByRole("status", { name: /^(Loading|Computing)/ })).toHaveCount(0, { timeout: 60_000 });
  });
}

/** Opens a page and waits until it is drawn. */
export async function openPage(page: Page, path: string, shown: () => Promise<void>): Promise<void> {
  await page.setViewportSize({ width: 1200, height: 900 });
  await page.goto(path);
  await shown();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Puts one day, one release and one data version into the chapters of a report, which say when and by what they were computed. */
function sameAtAnyTime(): void {
  for (const chapter of document.querySelectorAll("[data-chapter]")) {
    for (const time of chapter.querySelectorAll("time")) time.textContent = "5 Jan 2026, 09:00";
    const texts = document.createTreeWalker(chapter, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      const same = text.data
        .replaceAll(/\b20\d\d-\d\d-\d\d\b/gu, "2026-01-05")
        .replaceAll(/\bRedline \d+\.\d+\.\d+\S*/gu, "Redline 1.0.0")
        .replaceAll(/\bversion [0-9a-f]{8,}\b/gu, "version 0123456789ab");
      if (same !== text.data) text.data = same;
    }
  }
}
