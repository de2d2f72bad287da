import { randomUUID } from "node:crypto";
import { Recording } from "../support/recording";
import { startStandInLlm } from "../support/stand-in-llm";
import { makeStudy } from "../support/study";
import { expect, test } from "../support/test";

test("an admin connects a model, redlines the criteria it proposes, and watches it draft; failures say why", async ({
  adminPage: page,
  api,
}) => {
  const apiKey = `sk-${randomUUID()}`;
  const standIn = await startStandInLlm({ apiKey, delayMs: 200 });
  const recording = new Recording(page.context());
  try {
    const study = await makeStudy(api, { samples: 4, criteria: null, task: { description: "Judge answers to everyday questions." } });
    const params = { taskId: study.taskId };

    await test.step("add a judge and test it", async () => {
      await page.goto(`/projects/${study.projectId}/settings?tab=judges`);
      await page.getByRole("button", { name: "Add a judge" }).click();
      const dialog = page.getByRole("dialog", { name: "Add a judge" });
      await dialog.getByText("Another", { exact: true }).click();
      await dialog.getByLabel("Name").fill("Stand-in");
      await dialog.getByLabel("Base URL").fill(standIn.url);
      await dialog.getByLabel("Model").fill("stand-in");
      await dialog.getByLabel("API key").fill(`${apiKey}-mistyped`);
      await dialog.getByRole("button", { name: "Add judge" }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText("key stored")).toBeVisible();
      await page.getByRole("button", { name: "Test" }).click();
      await expect(page.getByRole("status").filter({ hasText: /key/i })).toBeVisible();

      await page.getByRole("button", { name: "Change" }).click();
      const change = page.getByRole("dialog", { name: "Change Stand-in" });
      await expect(change.getByLabel("API key")).toHaveValue("");
      await change.getByLabel("API key").fill(apiKey);
      await change.getByRole("button", { name: "Save" }).click();
      await expect(change).toBeHidden();
      await page.getByRole("button", { name: "Test" }).click();
      await expect(
        page.getByRole("status").filter({ hasText: "answered and its score can be read. It follows a JSON schema." }),
      ).toBeVisible();
    });

    await test.step("ask it for criteria", async () => {
      await page.goto(`/projects/${study.projectId}/criteria?task=${study.taskId}`);
      await page.getByRole("button", { name: "Ask Stand-in" }).click();
      const dialog = page.getByRole("dialog", { name: "Ask for a proposal of criteria" });
      await dialog.getByLabel("Further lists").fill("2");
      await dialog.getByLabel("Embeddings model").fill("stand-in-vectors");
      await dialog.getByRole("button", { name: "Ask", exact: true }).click();
      await page.getByRole("button", { name: "Redline the proposal" }).click();
      await expect(page.getByRole("heading", { name: "Draft of version 1" })).toBeVisible();
      await expect(page.getByText("Proposed by Stand-in; 0 criteria kept, 5 undecided")).toBeVisible();
      await expect(page.getByRole("heading", { name: "Task-specific criteria" })).toBeVisible();
      const agreement = page.getByRole("region", { name: "Agreement of repeated lists" });
      await expect(agreement).toContainText("1.00 over 2 lists");
      await expect(agreement).toContainText("by stand-in-vectors");
      await expect(page.getByRole("button", { name: "Publish version 1" })).toBeDisabled();
    });

    const line = (name: string) => page.getByRole("listitem", { name, exact: true });
    await test.step("redline them: accept, revise, remove, add; then publish", async () => {
      for (const name of ["Clarity", "Coherence", "Overall quality"]) {
        await line(name)
          .getByRole("button", { name: /^Accept/ })
          .click();
        await expect(line(name).getByText("accepted")).toBeVisible();
      }

      await line("Correctness")
        .getByRole("button", { name: /^Revise/ })
        .click();
      const revise = page.getByRole("dialog", { name: "Revise the criterion" });
      await revise.getByLabel("Name").fill("Truth");
      await revise.getByLabel("Lowest score").fill("0");
      await revise.getByLabel("Highest score").fill("3");
      await revise.getByLabel("Label of 0").fill("false");
      await revise.getByLabel("Label of 3").fill("true");
      await revise.getByRole("combobox", { name: "Reason" }).click();
      await page.getByRole("option", { name: "Unclear" }).click();
      await revise.getByLabel("In your words").fill("Three steps are all one can tell apart.");
      await revise.getByRole("button", { name: "Save" }).click();
      await expect(line("Truth").getByText("revised · unclear")).toBeVisible();
      await expect(line("Truth").getByText("“Three steps are all one can tell apart.”")).toBeVisible();
      await expect(line("Truth").getByRole("heading").getByRole("deletion")).toHaveText("Correctness");
      await expect(line("Truth").getByRole("insertion").filter({ hasText: "0 to 3" })).toBeVisible();

      await line("Completeness")
        .getByRole("button", { name: /^Remove/ })
        .click();
      const remove = page.getByRole("dialog", { name: "Remove “Completeness”" });
      await remove.getByLabel("In your words").fill("Short answers are complete by nature.");
      await remove.getByRole("button", { name: "Remove" }).click();
      await expect(line("Completeness").getByText("removed")).toBeVisible();

      await page.getByRole("button", { name: "Add a criterion" }).click();
      const add = page.getByRole("dialog", { name: "Add a criterion" });
      await add.getByLabel("Name").fill("Tone");
      await add.getByLabel("Definition").fill("It speaks to the reader as an equal.");
      await add.getByRole("button", { name: "Add" }).click();
      await expect(line("Tone").getByText("added")).toBeVisible();

      await page.reload();
      await expect(page.getByText("Proposed by Stand-in; 5 criteria kept")).toBeVisible();
      await page.getByRole("button", { name: "Publish version 1" }).click();
      await page.getByRole("dialog", { name: "Publish version 1" }).getByRole("button", { name: "Publish" }).click();
      await expect(page.getByRole("heading", { name: "Published, version 1" })).toBeVisible();
      const [set] = (await api.call("listCriteriaSets", { params })).items;
      expect(set?.criteria.map(({ name, scale }) => [name, scale.min, scale.max])).toEqual([
        ["Clarity", 1, 5],
        ["Truth", 0, 3],
        ["Coherence", 1, 5],
        ["Overall quality", 1, 5],
        ["Tone", 1, 5],
      ]);
    });

    await test.step("start a run and watch it finish without touching the page", async () => {
      await page.goto(`/projects/${study.projectId}/runs?task=${study.taskId}`);
      await page.getByRole("button", { name: "Start a run" }).first().click();
      const dialog = page.getByRole("dialog", { name: "Start a run" });
      await expect(dialog.getByText("20 units")).toBeVisible();
      await dialog.getByRole("button", { name: "Start" }).click();
      await page.waitForURL(/\/runs\/[0-9a-f-]{36}$/);
      await expect(page.getByText(/^(waiting to start|running)$/)).toBeVisible();
      await expect(page.getByText("finished", { exact: true })).toBeVisible();
      await expect(page.getByText("20 of 20 units")).toBeVisible();
      await expect(page.getByText(/tokens in, .* out, cost unknown/)).toBeVisible();
      expect((await api.call("getTask", { params })).counts.drafts).toBe(20);
    });

    await test.step("a model that answers in prose: each unit says why it failed and keeps the reply; no score is made up", async () => {
      const body = { name: "Talker", baseUrl: standIn.url, model: "stand-in:prose", apiKey };
      await api.call("createJudge", { params: { projectId: study.projectId }, body });
      await page.goto(`/projects/${study.projectId}/runs?task=${study.taskId}`);
      await page.getByRole("button", { name: "Start a run" }).first().click();
      const dialog = page.getByRole("dialog", { name: "Start a run" });
      await dialog.getByRole("combobox", { name: "Judge" }).click();
      await page.getByRole("option", { name: /^Talker/ }).click();
      await dialog.getByLabel("Only the first samples").fill("1");
      await dialog.getByRole("button", { name: "Start" }).click();
      await page.waitForURL(/\/runs\/[0-9a-f-]{36}$/);
      await expect(page.getByText("0 of 5 units, 5 failed")).toBeVisible();
      const failures = page.getByRole("listitem").filter({ hasText: "Raw reply" });
      await expect(failures).toHaveCount(4);
      await expect(failures.first()).toContainText("The reply holds no score that can be read as a number.");
      await failures.first().getByText("Raw reply").click();
      await expect(failures.first().getByText("The text is quite good on the whole", { exact: false })).toBeVisible();
      const overall = page.getByRole("listitem").filter({ hasText: "· Overall quality" });
      await expect(overall).toContainText("4 of the sample's other criteria have no draft, and the overall score depends on them.");
      await expect(overall).toContainText("not asked");
      await expect(overall.getByText("Raw reply")).toHaveCount(0);
      const kinds = page.getByRole("list", { name: "Reasons" }).getByRole("listitem");
      await expect(kinds).toHaveText([/^4.*model_reply_unreadable$/, /^1.*history_incomplete$/]);
      expect((await api.call("getTask", { params })).counts.drafts).toBe(20);
      await expect(page.getByRole("button", { name: "Try failed units again" })).toBeVisible();
    });

    expect(standIn.requests.some(({ authorization }) => authorization === `Bearer ${apiKey}`)).toBe(true);
    expect(await recording.count()).toBeGreaterThan(20);
    expect(await recording.repliesWith(apiKey)).toEqual([]);
    const judges = await (await api.fetch("listJudges", { params: { projectId: study.projectId } })).text();
    expect(judges).toContain('"hasKey":true');
    expect(judges).not.toContain(apiKey);
  } finally {
    await standIn.close();
  }
});
