import type { Request } from "@playwright/test";
import { widths } from "../support/page-checks";
import { invite, makeStudy } from "../support/study";
import { expect, signIn, test } from "../support/test";
import { WorkspaceScreen } from "../support/workspace";

// Each width is worked with keys alone.
for (const [width, height] of widths) {
  test.describe(`${width} x ${height}`, () => {
    test.use({ viewport: { width, height } });

    test(`at ${width} px, an annotator with one task lands in the sample to continue with, and each further one takes a single request`, async ({
      page,
      api,
      standIn,
    }) => {
      const study = await makeStudy(api, { draftedBy: standIn.url, samples: 6, task: { mayAcceptRest: true } });
      await signIn(page, api.baseURL, await invite(api, study.projectId, "annotator"));
      const screen = new WorkspaceScreen(page);
      await page.goto("/");
      await screen.ready();

      const waits: number[] = [];
      for (let sample = 2; sample <= 6; sample++) {
        await page.keyboard.press("Shift+A");
        await page.keyboard.press("Enter");
        await expect(screen.criterion).toHaveText("Correctness");
        await page.keyboard.press("Shift+A");
        await screen.expectSaved();
        const before = screen.assignmentId;
        const asked: string[] = [];
        const note = (request: Request) => void asked.push(`${request.method()} ${new URL(request.url()).pathname.split("/").at(-1)}`);
        page.on("request", note);
        waits.push(await page.evaluate(untilTheNextSample));
        page.off("request", note);
        // What was decided is saved already; a second request may bring the time spent since.
        expect(asked.filter((request) => request !== "POST actions")).toEqual(["POST submit-and-next"]);
        await expect(page.getByText(`${sample} of 6`, { exact: true })).toBeVisible();
        await expect(screen.line("Conclusion")).toBeFocused();
        expect(screen.assignmentId).not.toBe(before);
      }
      console.log(`${width} px: milliseconds from Submit to the next sample's text: ${waits.map(Math.round).join(", ")}`);

      await test.step("Back leads to the submitted sample, and a reload stays there", async () => {
        await page.goBack();
        await expect(page.getByText(/^Submitted on/)).toBeVisible();
        await page.reload();
        await expect(page.getByText(/^Submitted on/)).toBeVisible();
        await page.goForward();
        await expect(page.getByText(/^Submitted on/)).toHaveCount(0);
        await expect(screen.line("Conclusion")).toBeFocused();
      });
    });
  });
}

/** Presses Enter in the page and measures the time until another output is on the screen. */
function untilTheNextSample(): Promise<number> {
  const shown = () => document.querySelector("[data-output]")?.textContent;
  const before = shown();
  const started = performance.now();
  return new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      if (shown() === undefined || shown() === before) return;
      watch.disconnect();
      resolve(performance.now() - started);
    });
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", code: "Enter", bubbles: true }));
  });
}
