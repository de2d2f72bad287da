import { randomUUID } from "node:crypto";
import type { Api } from "../support/api";
import { accessibilityProblems, sidewaysOverflow } from "../support/page-checks";
import { invite, makeStudy, signedInApi } from "../support/study";
import { expect, signIn, test } from "../support/test";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** A task with a judge's proposal of five criteria, waiting to be redlined. */
async function proposedTask(api: Api, baseUrl: string) {
  const study = await makeStudy(api, { criteria: null, task: { description: "Judge answers to everyday questions." } });
  const params = { taskId: study.taskId };
  const judge = await api.call("createJudge", {
    params: { projectId: study.projectId },
    body: { name: "Stand-in", baseUrl, model: "stand-in" },
  });
  const run = await api.call("startRun", { params, body: { judgeId: judge.id, kind: "criteria" } });
  await expect.poll(async () => (await api.call("getRun", { params: { runId: run.id } })).status).toBe("done");
  return study;
}

/** Redlines over HTTP: accepts every criterion but one, which it removes, and submits. */
async function redlineByScript(expert: Api, roundId: string, removed: string): Promise<void> {
  const params = { roundId };
  const { items } = await expert.call("getCriteriaRound", { params });
  let parentId: string | null = null;
  const actions = items
    .filter(({ kind }) => kind === "criterion")
    .map(({ id: itemId, text }) => {
      const kind = text.startsWith(removed) ? ("remove" as const) : ("accept" as const);
      const action = { id: randomUUID(), parentId, kind, itemId, itemKind: "criterion" as const, at: new Date().toISOString() };
      parentId = action.id;
      return action;
    });
  await expert.call("saveRedline", { params, body: { actions } });
  await expert.call("submitRedline", { params, body: {} });
}

test("a panel redlines a judge's criteria alone, discusses, and its consensus is published with its rates", async ({
  browser,
  adminPage: page,
  api,
  baseURL,
  standIn,
}) => {
  test.setTimeout(180_000);
  const study = await proposedTask(api, standIn.url);
  const place = `/projects/${study.projectId}/criteria?task=${study.taskId}`;
  const [ada, ben, chloe] = await Promise.all(
    ["Ada", "Ben", "Chloe"].map((name) => invite(api, study.projectId, "expert", `${name} Example`)),
  );
  if (!ada || !ben || !chloe) throw new Error("Three experts were invited.");
  const line = (name: string) => page.getByRole("listitem", { name, exact: true });

  await test.step("the admin invites the three experts to a round", async () => {
    await page.goto(place);
    await page.getByRole("button", { name: "Invite a panel" }).click();
    const dialog = page.getByRole("dialog", { name: "Open a round" });
    await expect(dialog.getByRole("checkbox", { name: "Ada Example" })).toBeChecked();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Open the round" }).click();
    await expect(page.getByText("0 of 3 have submitted")).toBeVisible();
  });
  const round = (await api.call("listCriteriaRounds", { params: { taskId: study.taskId } })).items[0];
  const roundId = round?.id ?? "";

  await redlineByScript(await signedInApi(api.baseURL, ben), roundId, "Completeness");
  await redlineByScript(await signedInApi(api.baseURL, chloe), roundId, "Coherence");

  await test.step("an expert redlines in the browser, on a phone, and sees nothing of the others", async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: "reduce" });
    const phone = await context.newPage();
    const seen: string[] = [];
    phone.on("response", async (response) => {
      if (response.url().includes("/api/v1/")) seen.push(await response.text().catch(() => ""));
    });
    await signIn(phone, baseURL ?? "", ada);
    await phone.goto("/");
    await expect(phone).toHaveURL(new RegExp(`/projects/${study.projectId}/criteria`));
    const own = (name: string) => phone.getByRole("listitem", { name, exact: true });
    for (const name of ["Clarity", "Coherence", "Overall quality"]) {
      await own(name)
        .getByRole("button", { name: /^Accept/ })
        .click();
      await expect(own(name).getByText("accepted")).toBeVisible();
    }
    await own("Correctness")
      .getByRole("button", { name: /^Revise/ })
      .click();
    const revise = phone.getByRole("dialog", { name: "Revise the criterion" });
    await revise.getByLabel("Name").fill("Truth");
    await revise.getByRole("button", { name: "Save" }).click();
    await own("Completeness")
      .getByRole("button", { name: /^Remove/ })
      .click();
    const remove = phone.getByRole("dialog", { name: "Remove “Completeness”" });
    await remove.getByRole("combobox", { name: "Reason" }).click();
    await phone.getByRole("option", { name: "unnecessary" }).click();
    await remove.getByRole("button", { name: "Remove" }).click();
    await expect(own("Completeness").getByText("removed · unnecessary")).toBeVisible();
    expect(await accessibilityProblems(phone)).toEqual([]);
    expect(await sidewaysOverflow(phone)).toBeNull();
    await phone.getByRole("button", { name: "Submit your redline" }).click();
    await expect(phone.getByText("You have submitted your redline.")).toBeVisible();
    for (const other of ["Ben Example", "Chloe Example"]) expect(seen.join("\n")).not.toContain(other);
    await context.close();
  });

  await test.step("the round is shown, discussed and decided", async () => {
    await page.reload();
    await expect(page.getByText("3 of 3 have submitted")).toBeVisible();
    await page.getByRole("button", { name: "Show all redlines" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Show them" }).click();
    await expect(line("Completeness").getByText("2 of 3 did the same")).toBeVisible();
    await expect(line("Correctness").getByRole("deletion").first()).toHaveText("Correctness");
    const rates = page.getByRole("table", { name: "Rates of approve, revise, delete and add" });
    await expect(rates.getByRole("row", { name: /^By experts/ })).toHaveText(/73\.3.%11.*6\.7.%1.*20\.0.%3.*0\.0.%0.*15$/);
    await line("Completeness").getByRole("textbox", { name: "Message about Completeness" }).fill("Coherence covers it.");
    await line("Completeness").getByRole("button", { name: "Send" }).click();
    await expect(page.getByRole("list", { name: "Discussion of Completeness" })).toContainText("Coherence covers it.");
    for (const name of ["Clarity", "Coherence", "Overall quality"]) {
      await line(name).getByRole("button", { name: "Keep it as it is" }).click();
      await expect(line(name).getByText("recorded by")).toBeVisible();
    }
    await line("Completeness").getByRole("button", { name: "Remove it" }).click();
    await line("Correctness").getByRole("button", { name: "Use this wording" }).click();
    await page.getByRole("dialog", { name: "The wording agreed on" }).getByRole("button", { name: "Record" }).click();
    await expect(page.getByText("Every criterion is decided.")).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  await test.step("the consensus is published, and the rates stay readable", async () => {
    await page.getByRole("button", { name: "Publish the consensus" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Published, version 1" })).toBeVisible();
    const rates = page.getByRole("table", { name: "Rates of approve, revise, delete and add" });
    await expect(rates.getByRole("row", { name: /^By consensus/ })).toHaveText(/60\.0.%3.*20\.0.%1.*20\.0.%1.*0\.0.%0.*5$/);
    const [set] = (await api.call("listCriteriaSets", { params: { taskId: study.taskId } })).items;
    expect(set?.criteria.map(({ name, group }) => [name, group])).toEqual([
      ["Clarity", "general"],
      ["Truth", "general"],
      ["Coherence", "task-specific"],
      ["Overall quality", "general"],
    ]);
    await page.goto(`/projects/${study.projectId}/settings?tab=reasons`);
    await expect(page.getByRole("button", { name: "Save reasons" })).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
