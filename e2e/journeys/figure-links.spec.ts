import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";

interface Link {
  href: string;
  /** Null: the figure counts something else than the units that are listed. */
  n: number | null;
}

/** Every figure on the page that links to its samples, with the n it shows; each address once. */
async function linksOn(page: Page): Promise<Link[]> {
  const found = await page
    .locator("a[data-units]")
    .evaluateAll((links) => links.map((link) => ({ href: link.getAttribute("href") ?? "", shown: link.getAttribute("data-units") ?? "" })));
  // The name of a figure changes nothing about what is listed.
  const bare = (href: string) => href.replace(/&figure=[^&]*/, "");
  const links = found.map(({ href, shown }): Link => ({ href, n: shown === "" ? null : Number(shown) }));
  return [...new Map(links.map((link) => [`${bare(link.href)} ${link.n}`, link])).values()];
}

/** Figures that are about no rating: what was planned or decided, what is odd, and tables of such figures. */
const aboutNoRating = [
  "Planned and reached",
  "Decided before or after seeing the data",
  "Oddities in the data",
  "Which samples to rate next?",
  "Results of the judges’ own checks",
  "Do experts agree",
  "Would a judge propose",
];

/** Heads of columns with words or with the n of the columns beside them; every other says what its figures are. */
const withoutFigures = [
  "n",
  "units",
  "which is closer",
  "the paper’s word",
  "conclusion",
  "more likely because",
  "likeness of",
  "criterion",
  "does it help?",
  "what",
  "decided",
  "by",
  "before or after the first rating",
];

/** Cells of the report's tables with a number in them, names of rows with such cells, keys of charts and points that open nothing. */
const deadCells = (page: Page): Promise<string[]> =>
  page
    .locator("[data-chapter] [data-panel] :is(tbody td, tbody th[scope=row], figcaption li), [data-chapter] circle")
    .evaluateAll((cells) =>
      cells
        .filter((cell) => cell.closest("a") === null && cell.querySelector("a") === null)
        // A value that is not defined and a count of nothing have no samples.
        .filter((cell) =>
          cell.tagName === "TH"
            ? cell.parentElement?.querySelector("a") !== null
            : cell.tagName === "circle" || /^(?!–|0$|00\.0\s%$|.*n = 0$).*\d/.test(cell.textContent ?? ""),
        )
        .map(
          (cell) => `${cell.closest("[data-panel]")?.getAttribute("data-panel")}: ${cell.parentElement?.textContent} … ${cell.textContent}`,
        ),
    );

test("every figure of the report opens as many samples as it says, and a sample leads to the next", async ({ adminPage: page, api }) => {
  test.setTimeout(420_000);
  const demo = (await api.call("listProjects")).items.find((project) => project.demo);
  const projectId = demo?.id ?? "";
  const { items: tasks } = await api.call("listTasks", { params: { projectId } });
  expect(tasks.length).toBeGreaterThan(1);
  let followed = 0;
  for (const task of tasks) {
    await page.goto(`/projects/${projectId}/report?task=${task.id}&chapter=all`);
    await expect(page.locator("a[data-units]").first()).toBeVisible({ timeout: 60_000 });
    await expect(page.locator('[data-panel="Methods"]')).toBeVisible({ timeout: 30_000 });
    const unexplained = await page
      .locator("[data-chapter] [data-panel] thead th[scope=col].text-right, [data-chapter] [data-panel] thead th[scope=colgroup]")
      .evaluateAll((heads) =>
        heads
          .filter((head) => head.querySelector("[data-explains]") === null && head.previousElementSibling !== null)
          // Columns of a group, which is explained as one, and the points of a scale.
          .filter((head) => head.closest("thead")?.querySelector("[scope=colgroup]") == null && !/^\d+$/.test(head.textContent ?? ""))
          .map((head) => head.textContent),
      );
    expect(unexplained.filter((head) => !withoutFigures.includes(head ?? ""))).toEqual([]);
    const dead = await deadCells(page);
    expect(dead.filter((cell) => !aboutNoRating.some((panel) => cell.startsWith(panel)))).toEqual([]);
    for (const { href, n } of await linksOn(page)) {
      const { task: _, chapter: __, n: own, counts: what, figure, ...query } = Object.fromEntries(new URL(href, api.baseURL).searchParams);
      expect(figure, href).toBeTruthy();
      const { counts } = await api.call("listUnits", { params: { taskId: task.id }, query });
      // What the list says of the figure's own n.
      if (what !== undefined) expect(Number(own), href).toBeGreaterThan(0);
      const listed = counts[(query.of ?? "units") as keyof typeof counts];
      if (n === null) expect(listed, href).toBeGreaterThan(0);
      else expect({ href, n: listed }).toEqual({ href, n });
      followed++;
    }
  }
  expect(followed).toBeGreaterThan(400);

  await test.step("the page behind a link says the same number, and opens a sample among its neighbours", async () => {
    const [first] = tasks;
    await page.goto(`/projects/${projectId}/report?task=${first?.id}`);
    const link = page.getByRole("region", { name: "Agreement for each criterion" }).locator("a[data-units]:visible").nth(2);
    const n = await link.getAttribute("data-units");
    await link.click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(new RegExp(`^${n} (unit|rating)`));
    await page.locator("main li a").first().click();
    const place = page.getByRole("navigation", { name: "Place in the list" });
    await expect(place).toContainText(/1 of \d+/);
    await page.keyboard.press("ArrowRight");
    await expect(place).toContainText(/2 of \d+/);
    await expect(page.getByRole("region", { name: "Scores" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Redlines" })).toBeVisible();
    await page.keyboard.press("ArrowLeft");
    await expect(place).toContainText(/1 of \d+/);
    await place.getByRole("link", { name: /^Report/ }).click();
    await expect(page).toHaveURL(/\/report\?.*chapter=verdict/);
    await expect(page.getByRole("link", { name: "Verdict" })).toHaveAttribute("aria-current", "page");
  });
});
