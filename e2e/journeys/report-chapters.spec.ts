import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import {
  actionTable,
  agreementTable,
  coevalRelease,
  differences,
  figuresIn,
  type KnownTable,
  knownFigures,
  knownTables,
  pooledWords,
} from "../support/coeval";
import { sidewaysOverflow } from "../support/page-checks";
import { importFile } from "../support/study";
import { expect, test } from "../support/test";

const chapters = (page: Page) => page.getByRole("navigation", { name: "Chapters" });
const panel = (page: Page, name: string) => page.locator(`[data-panel="${name}"]`);

test("the report opens chapter by chapter: each has an address, keeps the filters, and is reached by key and on a phone", async ({
  adminPage: page,
  api,
}) => {
  const demo = (await api.call("listProjects")).items.find((project) => project.demo);
  const { items } = await api.call("listTasks", { params: { projectId: demo?.id ?? "" } });
  const task = items.find(({ name }) => name === "Everyday questions");
  const address = `/projects/${demo?.id}/report?task=${task?.id}`;
  const level = page.getByRole("group", { name: "Level of measurement" });
  const current = () => chapters(page).locator("[aria-current=page]");

  await test.step("it opens with the verdict, and draws only that", async () => {
    await page.goto(address);
    await expect(current()).toHaveText("Verdict");
    await expect(panel(page, "Agreement for each criterion")).toBeVisible();
    await expect(panel(page, "Who agrees with whom")).toHaveCount(0);
  });

  await test.step("another chapter has its own address, which opens it; filters and level stay", async () => {
    await page.getByRole("button", { name: "Finished samples only" }).click();
    await level.getByRole("radio", { name: "Interval" }).check({ force: true });
    await chapters(page).getByRole("link", { name: "People" }).click();
    await expect(panel(page, "Who agrees with whom")).toBeVisible();
    await expect(panel(page, "Agreement for each criterion")).toHaveCount(0);
    await expect(page).toHaveURL(/finished=true/);
    await expect(page).toHaveURL(/chapter=people/);
    await page.reload();
    await expect(current()).toHaveText("People");
    await expect(page.getByRole("button", { name: "Finished samples only" })).toHaveAttribute("aria-pressed", "true");
    await expect(level.getByRole("radio", { name: "Interval" })).toBeChecked();
    const link = await chapters(page).getByRole("link", { name: "Scores" }).getAttribute("href");
    expect(new URLSearchParams(link ?? "").get("finished")).toBe("true");
  });

  await test.step("back leads to the chapter before, and a key opens the next", async () => {
    await page.goBack();
    await expect(current()).toHaveText("Verdict");
    await chapters(page).getByRole("link", { name: "Judges" }).focus();
    await page.keyboard.press("Enter");
    await expect(panel(page, "Is the judge like one of the people?")).toBeVisible();
  });

  await test.step("deep in a chapter the line stays in view, and the next chapter begins at its start", async () => {
    // Going back across a reload loads the page once more, perhaps only now.
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await expect(chapters(page)).toBeInViewport({ timeout: 1_000 });
    }).toPass();
    await chapters(page).getByRole("link", { name: "Scores" }).click();
    await expect(panel(page, "How scores are spread").getByRole("heading").first()).toBeInViewport();
  });

  await test.step("on a phone the open chapter's name is in view, and nothing is wider than the screen", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const filters = page.getByRole("button", { name: /^Filters: 1 finished samples only/ });
    await expect(page.getByRole("button", { name: "Finished samples only", exact: true })).toBeHidden();
    await filters.click();
    await expect(page.getByRole("button", { name: "Finished samples only", exact: true })).toBeVisible();
    await filters.click();
    for (const name of ["Verdict", "Methods", "All"]) {
      await chapters(page).getByRole("link", { name, exact: true }).click();
      await expect(current()).toHaveText(name);
      await expect(current()).toBeInViewport({ ratio: 0.9 });
      expect(await sidewaysOverflow(page), name).toBeNull();
    }
    await expect(panel(page, "Who agrees with whom")).toBeVisible();
  });
});

test("every figure that another program computed of the CoEval release is the one in the page's tables", async ({
  adminPage: page,
  api,
}) => {
  test.slow();
  const { id: projectId } = await api.call("createProject", { body: { name: `CoEval ${randomUUID().slice(0, 8)}` } });
  await importFile(api, { projectId, fileName: "coeval.tar", file: coevalRelease() });
  const { items } = await api.call("listTasks", { params: { projectId } });
  const region = (name: string) => page.getByRole("region", { name, exact: true });
  const rowsOf = async (name: string): Promise<string[][]> => {
    await expect(region(name)).toBeVisible({ timeout: 60_000 });
    const rows = await region(name)
      .locator("tbody tr")
      .evaluateAll((found) => found.map((row) => [...(row as HTMLTableRowElement).cells].map(({ textContent }) => textContent ?? "")));
    // A row of one cell is a heading.
    return rows.filter((cells) => cells.length > 1);
  };
  const problems: string[] = [];
  let compared = 0;
  const compare = async (known: KnownTable) => {
    problems.push(...differences(known, await rowsOf(known.table)));
    compared += figuresIn(known);
  };

  for (const name of ["ELI5", "ROCStories"]) {
    const address = `/projects/${projectId}/report?task=${items.find((task) => task.name === name)?.id}`;
    const known = knownFigures(name);
    for (const level of ["nominal", "ordinal", "interval"] as const) {
      await page.goto(`${address}&level=${level}`);
      await compare(agreementTable(known, level));
      await page.getByText("All criteria pooled", { exact: true }).click();
      for (const words of pooledWords(known, level)) await expect(page.getByText(words).last()).toBeVisible();
      compared += 2;
    }
    await page.goto(`${address}&chapter=all`);
    await expect(panel(page, "Methods")).toBeVisible({ timeout: 60_000 });
    for (const behind of ["How scores are spread", "Which way scores were changed", "What people did with the draft"])
      await panel(page, behind).getByText("Figures as a table", { exact: true }).click();
    for (const table of knownTables(known)) await compare(table);
    const draft = panel(page, "What people did with the draft");
    for (const [view, by] of [
      ["By criterion", "perCriterion"],
      ["By annotator", "perAnnotator"],
    ] as const) {
      await draft.locator("label", { hasText: view }).click();
      await compare(actionTable(known, by));
    }
  }
  expect(problems).toEqual([]);
  expect(compared).toBeGreaterThan(600);
});
