import { expect, type Locator, type Page } from "@playwright/test";
import type { Study } from "./study";

/** The workspace as an annotator sees it, by roles and names. */
export class WorkspaceScreen {
  constructor(readonly page: Page) {}

  /** From the list of tasks into the first sample. */
  async begin(study: Study): Promise<void> {
    await this.page.goto(`/projects/${study.projectId}/annotate`);
    await this.page.getByRole("button", { name: `Start: ${study.taskName}` }).click();
    await this.ready();
  }

  async ready(): Promise<void> {
    await this.page.waitForURL(/\/annotate\/[0-9a-f-]{36}$/);
    await expect(this.draft).toBeVisible();
  }

  get draft() {
    return this.page.getByRole("region", { name: "Draft" });
  }

  get assignmentId(): string {
    return /\/annotate\/([0-9a-f-]{36})/.exec(this.page.url())?.[1] ?? "";
  }

  /** The heading above the draft: the current criterion. */
  get criterion() {
    return this.draft.getByRole("heading", { level: 2 });
  }

  /** A line of the draft by its kind, the first of that kind by default. */
  line(kind: "Conclusion" | "Explanation" | "Score" | "Evidence", index = 0) {
    return this.draft.getByRole("listitem", { name: new RegExp(`^${kind},`) }).nth(index);
  }

  /** Makes a line the current one by clicking its label, which has no other action. */
  async at(line: Locator): Promise<Locator> {
    await line.click({ position: { x: 20, y: 20 } });
    await expect(line).toHaveAttribute("aria-current", "true");
    return line;
  }

  /** Makes a line the current one and presses its button in the action bar. */
  async press(line: Locator, name: string): Promise<void> {
    await this.at(line);
    await this.button(name).click();
  }

  /** A button by its name, ignoring the key shown on it. */
  button(name: string) {
    return this.draft.getByRole("button", { name: new RegExp(`^${name}`) });
  }

  get criteria() {
    return this.page.getByRole("navigation", { name: "Criteria" });
  }

  async expectSaved(): Promise<void> {
    await expect(this.page.locator("[data-save-state]")).toHaveText("Saved");
  }

  /** Accepts every line of the current criterion, including the score. */
  async acceptAll(): Promise<void> {
    const open = this.draft.getByRole("listitem", { name: /not decided|not given/ });
    await expect(this.draft.getByRole("listitem").first()).toBeVisible();
    for (let left = await open.count(); left > 0; left = await open.count()) {
      const id = await open.first().getAttribute("data-stop");
      await this.press(this.draft.locator(`[data-stop="${id}"]`), "Accept");
      await expect(open).toHaveCount(left - 1);
    }
    await this.expectSaved();
  }
}
