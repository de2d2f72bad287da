import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Locator, Page, Response } from "@playwright/test";
import sharp, { type Region } from "sharp";
import { expect, test } from "./test";

// How parts of a page are pictured, light and dark, beside lists of the panels in them (e2e/pictures).

/** A picture may differ in two of a thousand points (edges of letters), each by a fifth of the way from black to white before it counts. */
const tolerance = { maxDiffPixelRatio: 0.002, threshold: 0.2 };

interface PictureOptions {
  /** What differs each time and is painted over. */
  mask?: Locator[];
  /** The name of the list of panels, where several are taken of a state. */
  list?: string;
}

/**
 * Pictures parts of the page, and lists the panels in each: components/report/pictured-panels.test.ts finds a panel of the report that no list
 * has. All are cut from one screenshot of each theme, since the browser draws the whole page for every one that it takes.
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
    await part.evaluate((element) => element.setAttribute("data-pictured", ""));
  }
  await page.evaluate(leaveOutTheRest);
  await page.evaluate(sameAtAnyTime);
  // As high as the page, and its last half a point: what sticks to the window's top then covers nothing.
  const height = await page.evaluate(() => document.documentElement.scrollHeight + 1);
  await page.setViewportSize({ width: 1200, height });
  expect.soft(panels.join("")).toMatchSnapshot([state, `${list}.txt`]);
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveClass(new RegExp(`\\b${theme}\\b`));
    const whole = sharp(await screenshot(page, mask));
    for (const [name, part] of Object.entries(parts)) {
      const file = [state, `${name}-${theme}.png`];
      const taken = test.info().snapshotPath(...file);
      const before = contentOf(taken);
      expect
        .soft(
          await whole
            .clone()
            .extract(await placeOf(part))
            .png()
            .toBuffer(),
        )
        .toMatchSnapshot(file, tolerance);
      if (contentOf(taken) !== before) await shrink(taken);
    }
  }
}

/** The page once it has stopped changing. */
async function screenshot(page: Page, mask: Locator[]): Promise<Buffer> {
  let last: Buffer = Buffer.alloc(0);
  for (;;) {
    const next = await page.screenshot({ fullPage: true, animations: "disabled", caret: "hide", mask });
    if (next.equals(last)) return next;
    last = next;
  }
}

/** Where a part is on the page, in whole points. */
async function placeOf(part: Locator): Promise<Region> {
  const { x, y, width, height } = await part.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + scrollX, y: y + scrollY, width, height };
  });
  const [left, top] = [Math.floor(x + 0.001), Math.floor(y + 0.001)];
  return { left, top, width: Math.ceil(x + width - 0.001) - left, height: Math.ceil(y + height - 0.001) - top };
}

const contentOf = (file: string): string | null => (existsSync(file) ? readFileSync(file, "latin1") : null);

/** In 256 colours a picture takes less than half the room, and each point differs by less than a tenth: far below what counts. */
const shrink = async (file: string): Promise<void> =>
  writeFileSync(file, await sharp(readFileSync(file)).png({ palette: true, colours: 256, dither: 0, effort: 10 }).toBuffer());

const panelsIn = (part: Locator): Promise<string[]> =>
  part.evaluate((element) =>
    [element, ...element.querySelectorAll("[data-panel]")].flatMap((panel) => panel.getAttribute("data-panel") ?? []),
  );

/** A panel by its title, or by how its title begins. */
export const panelOf = (page: Page, title: string): Locator => page.locator(`[data-panel^="${title}"]`).first();

/** The report's chapters, in the order of the page. */
export const chaptersOf = <Name extends string>(page: Page, names: readonly Name[]): Record<Name, Locator> =>
  Object.fromEntries(names.map((name) => [name, page.locator(`section:has(> [data-chapter="${name}"])`)])) as Record<Name, Locator>;

/** Opens a chapter of a report, or all of them, and waits until the whole report is computed: of a large study its values come first. */
export async function openReport(page: Page, path: string, chapter = "all"): Promise<void> {
  const isWhole = async (response: Response) =>
    /\/api\/v1\/projects\/[^/]+\/report\?/u.test(response.url()) && (await response.json()).tasks[0]?.computed.complete;
  const whole = page.waitForResponse(isWhole, { timeout: 90_000 });
  await openPage(page, `${path}&chapter=${chapter}`, async () => {
    await whole;
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

/** Hides chapters and their panels without a part that is pictured: the higher the page, the longer a screenshot takes. */
function leaveOutTheRest(): void {
  const isLeft = (element: Element) => element.matches("[data-pictured] *, [data-pictured], :has([data-pictured])");
  const parts = document.querySelectorAll<HTMLElement>("[data-chapter] > *, section:has(> [data-chapter])");
  for (const part of parts) if (!isLeft(part)) part.hidden = true;
}

/** Puts one day, one release and one data version into the chapters of a report, which say when and by what they were computed. Days of work stay. */
function sameAtAnyTime(): void {
  const isNow = (day: string) => Math.abs(Date.now() - Date.parse(day)) < 3 * 86_400_000;
  for (const chapter of document.querySelectorAll("[data-chapter]")) {
    for (const time of chapter.querySelectorAll("time")) time.textContent = "5 Jan 2026, 09:00";
    const texts = document.createTreeWalker(chapter, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      const same = text.data
        .replaceAll(/\b20\d\d-\d\d-\d\d\b/gu, (day) => (isNow(day) ? "2026-01-05" : day))
        .replaceAll(/\bRedline \d+\.\d+\.\d+\S*/gu, "Redline 1.0.0")
        .replaceAll(/\bversion [0-9a-f]{8,}\b/gu, "version 0123456789ab");
      if (same !== text.data) text.data = same;
    }
  }
}
