import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** A desk, a tablet and a phone: widths with heights. */
export const widths = [
  [1440, 900],
  [820, 1180],
  [390, 844],
] as const;

/** axe violations on the current page: all rules in light mode, only colour rules in dark mode. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const found: string[] = [];
  // Between two pages React takes the old title out before it puts the new one in.
  await expect(page).toHaveTitle(/./);
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveClass(new RegExp(`\\b${theme}\\b`));
    const axe = new AxeBuilder({ page });
    const { violations } = await (theme === "light" ? axe : axe.withRules(["color-contrast", "link-in-text-block"])).analyze();
    for (const { id, help, nodes } of violations)
      for (const { html, target } of nodes) found.push(`${theme}: ${id} (${help}) at ${target.join(" ")}: ${html}`);
  }
  return found;
}

/** How far the page overflows sideways, with the widest element; null if it does not. */
export const sidewaysOverflow = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const widest = [...document.body.querySelectorAll("*")].reduce((a, b) =>
      b.getBoundingClientRect().right > a.getBoundingClientRect().right ? b : a,
    );
    return scrollWidth > clientWidth ? `${scrollWidth} of ${clientWidth}: ${widest.outerHTML.slice(0, 200)}` : null;
  });

/** Resizes the window and waits until the page is laid out at that size, so that places on it can be measured. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.waitForFunction((size) => window.innerWidth === size.width && window.innerHeight === size.height, { width, height });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Opens a page and waits until its content is shown. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
}
