import type { Browser, Page } from "@playwright/test";
import { planContent } from "@/lib/domain/study-plan";
import { accessibilityProblems, sidewaysOverflow, visit } from "../support/page-checks";
import { invite, makeStudy } from "../support/study";
import { expect, signIn, test } from "../support/test";
import { WorkspaceScreen } from "../support/workspace";

async function check(page: Page, state: string): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await accessibilityProblems(page), `${state} at ${width}`).toEqual([]);
    expect(await sidewaysOverflow(page), `${state} at ${width}`).toBeNull();
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

const opened = async (browser: Browser, address: string): Promise<Page> => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(address);
  return page;
};

test("a crowd worker comes through the link, consents, rates and leaves with the completion code; another declines", async ({
  page,
  browser,
  api,
  standIn,
}) => {
  test.slow();
  const study = await makeStudy(api, { draftedBy: standIn.url, task: { mayAcceptRest: true } });
  const params = { taskId: study.taskId };
  const [run] = (await api.call("listRuns", { params })).items;
  const arms = [{ arm: "drafted", runId: run?.id, share: 1 }];
  const consent = "You rate **answers**.";
  await api.call("savePlan", { params, body: planContent.parse({ arms, people: 2, overlap: 1, consent }) });
  await api.call("startPlan", { params });
  const researcher = await invite(api, study.projectId, "researcher", "Rhea");

  const link = await test.step("the researcher makes a link and sets its codes", async () => {
    await signIn(page, api.baseURL, researcher);
    await visit(page, `/projects/${study.projectId}/plan`);
    await page.getByRole("button", { name: "Make a link" }).click();
    await page.getByLabel("Completion code").fill("DONE11");
    await page.getByLabel("Code if consent is declined").fill("NO22");
    await page.getByLabel("Return address").fill("https://service.example/?cc={code}");
    await page.getByRole("button", { name: "Save the link" }).click();
    await expect(page.getByRole("button", { name: "Save the link" })).toBeDisabled();
    await check(page, "link");
    return page.getByLabel(/^Link;/).inputValue();
  });

  const worker = await test.step("a worker opens it, agrees, rates the sample and gets the completion code", async () => {
    const work = await opened(browser, `${link}worker-1&study=S77`);
    await expect(work.getByText("You rate answers.")).toBeVisible();
    await check(work, "consent");
    await work.getByRole("button", { name: "I agree" }).click();
    const screen = new WorkspaceScreen(work);
    await screen.ready();
    await work.keyboard.press("Shift+A");
    await work.keyboard.press("Enter");
    await work.keyboard.press("Shift+A");
    await screen.expectSaved();
    await work.keyboard.press("Enter");
    await expect(work.getByLabel("Completion code")).toHaveValue("DONE11");
    await expect(work.getByRole("link", { name: "Return to the service" })).toHaveAttribute("href", "https://service.example/?cc=DONE11");
    await check(work, "farewell");
    return work;
  });

  await test.step("the same id finds the code again; another id in the same browser is somebody else, who declines", async () => {
    await worker.goto(`${link}worker-1`);
    await expect(worker.getByLabel("Completion code")).toHaveValue("DONE11");
    await worker.goto(`${link}worker-2`);
    await worker.getByRole("button", { name: "I do not agree" }).click();
    await check(worker, "declining");
    await worker.getByRole("dialog").getByRole("button", { name: "Decline" }).click();
    await expect(worker.getByLabel("Code to return with")).toHaveValue("NO22");
  });

  await test.step("an address without an id says what is missing, and a researcher is asked before they are signed out", async () => {
    const lost = await opened(browser, link);
    await expect(lost.getByText(/Your participant id is missing/)).toBeVisible();
    await check(lost, "no id");
    await page.goto(`${link}worker-3`);
    await expect(page.getByText("You are signed in as Rhea.", { exact: false })).toBeVisible();
    await visit(page, `/projects/${study.projectId}/plan`);
    const table = page.getByRole("table", { name: "People who came through the link" });
    await expect(table.getByRole("row", { name: /worker-1.*completed.*1 of 1/ })).toBeVisible();
    await expect(table.getByRole("row", { name: /worker-2.*declined consent.*0 of 0/ })).toBeVisible();
    await check(page, "participants");
  });
});
