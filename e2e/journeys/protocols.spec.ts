import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { Recording } from "../support/recording";
import { type StandInLlm, startStandInLlm } from "../support/stand-in-llm";
import { makeStudy, type Study, twoCriteria } from "../support/study";
import { expect, test } from "../support/test";

const overall = {
  ...{ name: "Overall quality", definition: "How good the answer is on the whole.", overall: true },
  scale: { min: 1, max: 5, step: 1, levels: [] },
};

const choose = async (scope: Page | Locator, page: Page, field: string, option: string | RegExp) => {
  await scope.getByRole("combobox", { name: field }).click();
  await page.getByRole("option", { name: option }).click();
};

const settings = ({ projectId }: Study, tab: string) => `/projects/${projectId}/settings?tab=${tab}`;

async function startRun(page: Page, study: Study, judge: RegExp): Promise<Locator> {
  await page.goto(`/projects/${study.projectId}/runs?task=${study.taskId}`);
  await page.getByRole("button", { name: "Start a run" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Start a run" });
  await choose(dialog, page, "Judge", judge);
  return dialog;
}

async function begin(page: Page, dialog: Locator): Promise<string> {
  await dialog.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}$/);
  return page.url().slice(-36);
}

test("an admin sets up judges of all kinds, and a run is estimated, stays within its budget, and can be inspected down to each request", async ({
  adminPage: page,
  api,
}) => {
  // Many steps: a busy machine may need more than the usual minute.
  test.setTimeout(240_000);
  const lab = `lab-${randomUUID().slice(0, 8)}`;
  const apiKey = `sk-${randomUUID()}`;
  const standIn = await startStandInLlm({ apiKey, delayMs: 50 });
  const recording = new Recording(page.context());
  try {
    const study = await makeStudy(api, { samples: 3, criteria: [...twoCriteria, overall] });
    const params = { projectId: study.projectId };
    const ofTask = { taskId: study.taskId };
    const judgeNamed = async (name: string) => (await api.call("listJudges", { params })).items.find((judge) => judge.name === name);
    const small = await api.call("createJudge", {
      params,
      body: { name: "Small model", baseUrl: standIn.url, model: `${lab}/weak`, apiKey },
    });
    const row = (name: string) => page.getByRole("listitem").filter({ has: page.getByText(name, { exact: true }) });
    const dialog = page.getByRole("dialog", { name: "Add a judge" });

    await test.step("connect a judge by a protocol that needs a second model; without one it is refused", async () => {
      await page.goto(settings(study, "judges"));
      await page.getByRole("button", { name: "Add a judge" }).click();
      await dialog.getByText("Another", { exact: true }).click();
      await dialog.getByLabel("Base URL").fill(standIn.url);
      await dialog.getByLabel("Model", { exact: true }).fill(`${lab}/judge`);
      await dialog.getByLabel("API key").fill(apiKey);
      await dialog.getByLabel("Name").fill("Dimensions");
      await choose(dialog, page, "Protocol", /^CAMIEval, pointwise/);
      await dialog.getByLabel("Dimensions for each sample").fill("9");
      await expect(dialog.getByText("At most 8.")).toBeVisible();
      await expect(dialog.getByRole("button", { name: "Add judge" })).toBeDisabled();
      await dialog.getByLabel("Dimensions for each sample").fill("2");
      await dialog.getByRole("button", { name: "Add judge" }).click();
      await expect(dialog.getByRole("alert")).toContainText("weak");
      expect(await judgeNamed("Dimensions")).toBeUndefined();
      await choose(dialog, page, "Weak writer", /^Small model/);
      await dialog.getByRole("button", { name: "Add judge" }).click();
      await expect(dialog).toBeHidden();
      await expect(row("Dimensions")).toContainText("Asked by CAMIEval, pointwise with “Small model”, with the built-in prompts");
      expect(await judgeNamed("Dimensions")).toMatchObject({
        ...{ protocol: "camieval-pointwise", options: { dimensions: 2 }, roles: { weak: small.id }, hasKey: true, capabilities: null },
      });
    });

    await test.step("test it: its endpoint's capabilities are shown and stored", async () => {
      await row("Dimensions").getByRole("button", { name: "Test" }).click();
      await expect(row("Dimensions").getByRole("status")).toContainText("answered and its score can be read");
      await row("Dimensions").getByText("Endpoint capabilities").click();
      for (const line of ["follows a JSON schema", "reports how many tokens were used", "can stream replies"]) {
        await expect(row("Dimensions").getByText(line, { exact: true })).toBeVisible();
      }
      expect((await judgeNamed("Dimensions"))?.capabilities).toMatchObject({ structuredOutput: true, tokenLimitName: "max_tokens" });
    });

    await test.step("write a version of its prompts, refused until it is valid, and set the judge to it", async () => {
      await page.goto(settings(study, "prompts"));
      await choose(page, page, "Protocol", "CAMIEval, pointwise");
      await page.getByRole("button", { name: "Write a new version" }).click();
      const system = page.getByRole("textbox", { name: "Who the judge is" });
      await system.fill(`Weigh your words (${lab}). ${await system.inputValue()}`);
      const contrast = page.getByRole("textbox", { name: "Dimensions from the contrast of a good and a weak output" });
      const words = await contrast.inputValue();
      await contrast.fill("Compare them.");
      await page.getByRole("button", { name: "Save as a new version" }).click();
      await expect(page.getByText("Some prompts cannot be used yet.")).toBeVisible();
      await expect(contrast).toHaveAttribute("aria-invalid", "true");
      await contrast.fill(words);
      await page.getByLabel("What changed").fill("weighs its words");
      await page.getByRole("button", { name: "Save as a new version" }).click();
      await expect(page.getByText("weighs its words")).toBeVisible();
      await expect(page.getByText(`Weigh your words (${lab}).`)).toBeVisible();

      await page.goto(settings(study, "judges"));
      await row("Dimensions").getByRole("button", { name: "Change" }).click();
      const change = page.getByRole("dialog", { name: "Change Dimensions" });
      await choose(change, page, "Prompts", /^Version 1/);
      await change.getByRole("button", { name: "Save" }).click();
      await expect(row("Dimensions")).toContainText("with version 1 of the project's prompts");
    });

    await test.step("set a price for all models with a name prefix, and a limit for the server", async () => {
      await page.getByLabel("Model, or how its name begins").fill(`${lab}/`);
      await page.getByLabel("Price in of a new model").fill("100");
      await page.getByLabel("Price out of a new model").fill("400");
      await page.getByRole("button", { name: "Add price" }).click();
      await expect(page.getByRole("textbox", { name: `Price out of ${lab}/` })).toHaveValue("400");
      const prices = (await api.call("listModelPrices")).items;
      expect(prices.find(({ model }) => model === `${lab}/`)).toMatchObject({ inputPriceUsd: 100, outputPriceUsd: 400 });

      const server = page.getByRole("form", { name: standIn.url });
      await server.getByLabel("Requests per minute").fill("1200");
      await server.getByRole("button", { name: "Save limits" }).click();
      await expect(server.getByRole("button", { name: "Save limits" })).toBeDisabled();
      // The button is disabled while it saves, too.
      const limits = async () => (await api.call("listEndpoints", { params })).items[0];
      await expect.poll(limits).toMatchObject({ baseUrl: standIn.url, requestsPerMinute: 1200, tokensPerMinute: null, concurrency: null });
    });

    await test.step("add a metric and a panel", async () => {
      await page.getByRole("button", { name: "Add a judge" }).click();
      await dialog.getByText("Metric", { exact: true }).first().click();
      await choose(dialog, page, "Metric", /^Length/);
      await dialog.getByRole("button", { name: "Add judge" }).click();
      await expect(row("Length")).toContainText("Length, computed without a model.");
      await page.getByRole("button", { name: "Add a judge" }).click();
      await dialog.getByText("Panel", { exact: true }).first().click();
      await dialog.getByLabel("Name").fill("Both");
      await dialog.getByLabel(/^Dimensions/).check();
      await dialog.getByRole("button", { name: "Add judge" }).click();
      await expect(dialog.getByRole("alert")).toHaveText("Choose at least two members.");
      await dialog.getByLabel(/^Small model/).check();
      await choose(dialog, page, "Combine their scores by", /^Median/);
      await dialog.getByRole("button", { name: "Add judge" }).click();
      await expect(row("Both")).toContainText("The median of “Dimensions”, “Small model”.");
      expect((await judgeNamed("Both"))?.kind).toBe("panel");
      expect(await judgeNamed("Length")).toMatchObject({ kind: "metric", options: { metric: "length" } });
    });

    const judge = await judgeNamed("Dimensions");
    const estimated = await api.call("estimateRun", { params: ofTask, body: { judgeId: judge?.id ?? "" } });
    // More than one request costs at most, less than all of them cost.
    const budget = 1.1;
    const runId = await test.step("a run's cost is shown before it starts; it stops within its budget", async () => {
      const starting = await startRun(page, study, /^Dimensions/);
      await expect(starting.getByText("3 samples × 1 criterion = 3 units")).toBeVisible();
      await starting.getByRole("button", { name: "What would it cost?" }).click();
      const cost = starting.getByRole("status", { name: "What it would cost" });
      const { expected = 0, most = 0 } = estimated.costUsd ?? {};
      expect(estimated.requests).toBe(15);
      expect(expected).toBeGreaterThan(0);
      await expect(cost).toContainText(`Cost: $${expected.toFixed(2)}, at most $${most.toFixed(2)}`);
      await expect(cost).toContainText("requests15");
      await starting.getByLabel("Budget in dollars").fill(String(budget));
      await expect(cost).toHaveCount(0);
      const id = await begin(page, starting);
      await expect(page.getByText("paused", { exact: true })).toBeVisible();
      await expect(page.getByText(/Paused before exceeding its budget: [01]\.\d+ of 1\.1 US dollars/)).toBeVisible();
      const held = await api.call("getRun", { params: { runId: id } });
      expect(held.status).toBe("paused");
      expect(held.costUsd ?? Number.NaN).toBeLessThanOrEqual(budget);
      expect(held.units.done).toBeLessThan(3);
      return id;
    });

    await test.step("with a larger budget it resumes and finishes while the page is open", async () => {
      const before = standIn.requests.length;
      await page.getByRole("button", { name: "Resume" }).click();
      const raise = page.getByRole("dialog", { name: "Resume with a new budget" });
      await expect(raise.getByRole("button", { name: "Resume" })).toBeDisabled();
      await raise.getByLabel("Budget in dollars").fill("500");
      await raise.getByRole("button", { name: "Resume" }).click();
      await expect(page.getByText("finished", { exact: true })).toBeVisible();
      await expect(page.getByText("3 of 3 units")).toBeVisible();
      await expect(page.getByRole("progressbar", { name: "Units through" })).toHaveAttribute("aria-valuenow", "3");
      await expect(page.getByText(/^Budget used: \$\d+\.\d\d of \$500\.00, /)).toBeVisible();
      const run = await api.call("getRun", { params: { runId } });
      expect(run).toMatchObject({ status: "done", budgetUsd: 500, units: { done: 3, failed: 0, pending: 0 } });
      expect(standIn.requests.length).toBeGreaterThan(before);
    });

    await test.step("its drafts, and every request and reply, but never the key", async () => {
      const drafts = page.getByRole("region", { name: "Drafts of the run" });
      await expect(drafts.getByRole("row")).toHaveCount(1 + 3 * 6);
      await expect(drafts.getByText(", of this sample alone")).toHaveCount(15);
      await expect(drafts.getByText("Overall quality", { exact: true })).toHaveCount(3);
      await drafts.getByRole("button", { name: "What was asked about s1" }).first().click();
      const asked = page.getByRole("dialog", { name: "What was asked about s1" });
      await expect(asked.getByText("5 questions, in the order asked")).toBeVisible();
      await expect(asked.getByText(`Weigh your words (${lab}).`).first()).toBeVisible();
      const questions = asked.getByRole("list").getByRole("listitem");
      await expect(questions).toHaveCount(5);
      const weak = questions.filter({ has: page.getByText("weak", { exact: true }) });
      await expect(weak).toContainText(`${lab}/weak · `);
      await questions.last().getByText("The request as sent").click();
      await expect(questions.last()).toContainText(`"model":"${lab}/judge"`);
      const sample = (await api.call("listRunDrafts", { params: { runId } })).items.find(
        (draft) => draft.sample.externalId === "s1",
      )?.sample;
      const { items } = await api.call("listExchanges", { params: { runId, sampleId: sample?.id ?? "" } });
      const sent = standIn.requests.map(({ text }) => text);
      for (const { request, reply } of items) {
        expect(sent).toContain(request);
        expect(reply).not.toBe("");
      }
      expect(JSON.stringify(items)).not.toContain(apiKey);
      await expect(questions.last()).toContainText(items.at(-1)?.reply ?? "no reply");
      await page.keyboard.press("Escape");
      await expect(asked).toBeHidden();
    });

    await test.step("failures are counted by kind, and only they are retried", () => failAndRetry(page, study, standIn, lab, apiKey));
    await test.step("a run is paused, resumed, and cancelled for good", () => pauseAndCancel(page, study));

    expect(standIn.requests.some(({ authorization }) => authorization === `Bearer ${apiKey}`)).toBe(true);
    expect(await recording.count()).toBeGreaterThan(20);
    expect(await recording.repliesWith(apiKey)).toEqual([]);
  } finally {
    await api.fetch("removeModelPrice", { params: { model: `${lab}/` } });
    await standIn.close();
  }

  async function failAndRetry(page: Page, study: Study, standIn: StandInLlm, lab: string, apiKey: string): Promise<void> {
    const body = { name: "Direct", baseUrl: standIn.url, model: `${lab}/direct:prose*3`, protocol: "direct" as const, apiKey };
    await api.call("createJudge", { params: { projectId: study.projectId }, body });
    standIn.setFault("401", 1);
    const runId = await begin(page, await startRun(page, study, /^Direct/));
    await expect(page.getByText("0 of 3 units, 3 failed")).toBeVisible();
    const kinds = page.getByRole("list", { name: "Reasons" }).getByRole("listitem");
    await expect(kinds).toHaveText([/^2.*model_reply_unreadable$/, /^1.*model_refused_key$/]);
    const before = standIn.requests.length;
    await page.getByRole("button", { name: "Try failed units again" }).click();
    await expect(page.getByText("2 of 3 units, 1 failed")).toBeVisible();
    await page.getByRole("button", { name: "Try failed units again" }).click();
    await expect(page.getByText("3 of 3 units", { exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { name: "What failed" })).toHaveCount(0);
    expect(standIn.requests.length - before).toBe(2 + 3 + 1);
    expect((await api.call("getRun", { params: { runId } })).failures).toEqual([]);
  }

  async function pauseAndCancel(page: Page, study: Study): Promise<void> {
    const slow = await startStandInLlm({ delayMs: 1500 });
    try {
      const body = { name: "Slow", baseUrl: slow.url, model: "stand-in", parameters: { concurrency: 1 } };
      await api.call("createJudge", { params: { projectId: study.projectId }, body });
      const runId = await begin(page, await startRun(page, study, /^Slow/));
      await page.getByRole("button", { name: "Pause" }).click();
      await expect(page.getByText("paused", { exact: true })).toBeVisible();
      expect((await api.call("getRun", { params: { runId } })).status).toBe("paused");
      await page.getByRole("button", { name: "Resume" }).click();
      await expect(page.getByText("running", { exact: true })).toBeVisible();
      await page.getByRole("button", { name: "Cancel run" }).click();
      await expect(page.getByText("cancelled", { exact: true })).toBeVisible();
      await expect(page.getByRole("button", { name: /^(Pause|Resume|Cancel run)$/ })).toHaveCount(0);
      const run = await api.call("getRun", { params: { runId } });
      expect(run.status).toBe("cancelled");
      expect(run.units.pending).toBeGreaterThan(0);
    } finally {
      await slow.close();
    }
  }
});
