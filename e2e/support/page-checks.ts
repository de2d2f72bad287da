import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type Axe from "axe-core";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface AxeChoice {
  /** Only these rules, in place of all. */
  rules?: string[];
  /** Only these parts of the page, as selectors. */
  parts?: string[];
}

/** What axe objects to on the current page: the rule and the element. */
export async function axeViolations(page: Page, { rules, parts = ["html"] }: AxeChoice = {}): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axeSource);
  return page.evaluate(
    async ([include, only]) => {
      const { axe } = window as unknown as { axe: typeof Axe };
      const { violations } = await axe.run(
        { include },
        { resultTypes: ["violations"], ...(only && { runOnly: { type: "rule", values: only } }) },
      );
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ html, target }) => `${id} (${help}) at ${target.join(" ")}: ${html}`),
      );
    },
    [parts, rules] as const,
  );
}

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
    const violations = await axeViolations(page, theme === "light" ? {} : { rules: ["color-contrast", "link-in-text-block"] });
    found.push(...violations.map((violation) => `${theme}: ${violation}`));
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
