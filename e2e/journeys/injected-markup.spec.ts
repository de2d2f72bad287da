import { expect, type Page } from "@playwright/test";
import { planContent } from "@/lib/domain/study-plan";
import type { Api } from "../support/api";
import { hostilePages } from "../support/hostile-corpus";
import { startHostileJudge } from "../support/hostile-judge";
import { shownOn } from "../support/hostile-pages";
import { hostileLabels, hostilePairs, hostilePanel } from "../support/hostile-studies";
import { visit } from "../support/page-checks";
import { everyPayload, fieldsIn, markOf, onePayload } from "../support/payloads";
import type { StandInLlm } from "../support/stand-in-llm";
import { draft, importFile, invite, makeStudy, type Study, signedInApi } from "../support/study";
import { signIn, test } from "../support/test";

// Without the pages' content security policy, which would stop whatever got in: what keeps it out is looked at here.
test.use({ bypassCSP: true });

/** What ran, opened a dialog or stands in a page although it must not. */
class Watch {
  readonly ran: string[] = [];
  /** The fields that each page has shown. */
  readonly shown = new Map<string, Set<string>>();
  constructor(readonly page: Page) {}

  async begin(): Promise<this> {
    await this.page.exposeFunction("hit", (payload: number) => this.ran.push(`payload ${payload} at ${this.page.url()}`));
    this.page.on("dialog", (dialog) => {
      this.ran.push(`a dialog at ${this.page.url()}`);
      void dialog.dismiss();
    });
    return this;
  }

  /** Looks at the page, which the table names so, as it is now: what it shows, and what in it would run when it is pressed, hovered over or loaded. */
  async look(name: string): Promise<void> {
    const { text, bad } = await this.page.evaluate(() => {
      const inputs = [...document.querySelectorAll<HTMLInputElement>("input, textarea")].map(({ value }) => value);
      const text = [document.body.textContent ?? "", document.title, ...inputs].join("\n");
      const isBad = (element: Element) =>
        element.matches("iframe, object, embed, base, meta[http-equiv=refresh i], svg script, marquee") ||
        (element.localName === "script" && /^\s*hit\(/.test(element.textContent ?? "")) ||
        [...element.attributes].some(
          ({ name, value }) =>
            (name.startsWith("on") && value.includes("hit(")) ||
            /^\s*(?:javascript|data:text\/html)/i.test(value.replaceAll(/[\t\n\r]/g, "")),
        );
      return {
        text,
        bad: [...document.querySelectorAll("*")].filter(isBad).map(({ outerHTML }) => outerHTML.slice(0, 200)),
      };
    });
    const shown = this.shown.get(name) ?? new Set();
    this.shown.set(name, shown);
    for (const field of fieldsIn(text)) shown.add(field);
    this.ran.push(...bad.map((html) => `${html} at ${this.page.url()}`));
  }

  async visit(name: string, path: string): Promise<void> {
    await visit(this.page, path);
    await this.look(name);
  }
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** A study with payloads in every text that people, datasets and models give. */
async function hostileStudy(api: Api): Promise<Study & { wording: string }> {
  const criterion = (n: number) => ({
    name: onePayload(`criterion ${n}`),
    definition: everyPayload("definition").slice(0, 4000),
    scale: {
      ...{ min: 1, max: 3, step: 1 },
      levels: [1, 2, 3].map((value) => ({ value, label: onePayload("level"), description: everyPayload("level text").slice(0, 4000) })),
    },
    overall: false,
  });
  const row = (n: number) =>
    [
      `${markOf("id")} ${n} <img src=x onerror=hit(0)>`,
      everyPayload("input"),
      `${everyPayload("output")} It is short.`,
      everyPayload("reference"),
      onePayload("system"),
      onePayload("subset"),
      everyPayload("metadata"),
    ]
      .map(quoted)
      .join(",");
  const columns = ["id", "input", "output", "reference", "system", "subset", onePayload("column").replaceAll(/[",\n]/g, "")].join(",");
  const study = await makeStudy(api, {
    task: {
      ...{ description: everyPayload("task description"), guidelines: everyPayload("guidelines") },
      ...{
        inputName: onePayload("input name", 100),
        outputName: onePayload("output name", 100),
        textFormat: "markdown",
        annotatorsPerSample: 1,
      },
    },
    file: { fileName: `${onePayload("file name", 120).replaceAll("/", "")}.csv`, file: `${columns}\n${[1, 2, 3].map(row).join("\n")}\n` },
    criteria: [criterion(1), criterion(2)],
  });
  const { projectId, taskId } = study;
  const project = { params: { projectId } };
  // A second try meets the project of the first.
  const name = `${onePayload("project", 160)} ${crypto.randomUUID().slice(0, 8)}`;
  await api.call("updateProject", { ...project, body: { name, description: everyPayload("project description") } });
  await api.call("updateTask", { params: { taskId }, body: { name: onePayload("task") } });
  const codes = ["unclear", "other"].map((code) => ({ code, label: onePayload("reason code", 100), retired: false }));
  await api.call("saveReasonCodes", { ...project, body: { items: codes, criteria: codes } });
  const prompts = await api.call("createPromptVersion", {
    ...project,
    body: { protocol: "step-by-step", texts: { system: everyPayload("prompt") }, note: onePayload("prompt note") },
  });
  await api.call("createApiKey", { body: { name: onePayload("key", 100) } });
  return { ...study, wording: prompts.hash };
}

/** Drafts, one of which cannot be read; the work of an annotator on two samples, with texts of theirs; and what others say about it. */
async function hostileWork(api: Api, standIn: StandInLlm, { projectId, taskId, criteria }: Study) {
  const judge = await startHostileJudge(standIn);
  const failed = await draft(api, { projectId, taskId }, { baseUrl: judge.url, model: "stand-in:prose", sampleLimit: 1 });
  const run = await draft(api, { projectId, taskId }, { baseUrl: judge.url, model: "stand-in" });
  await judge.close();
  await api.call("updateTask", { params: { taskId }, body: { draftRunId: run.id } });
  const renamed = await signedInApi(api.baseURL, await invite(api, projectId, "researcher"));
  const headers = { Origin: api.baseURL };
  const saved = await renamed.request.post(`${api.baseURL}/api/auth/update-user`, { data: { name: onePayload("own name") }, headers });
  expect(saved.ok(), await saved.text()).toBe(true);
  const credentials = await invite(api, projectId, "annotator", onePayload("person"));
  const own = await signedInApi(api.baseURL, credentials);
  await own.call("readGuidelines", { params: { taskId }, body: { version: 1 } });
  const next = async () => ({ assignmentId: (await own.call("nextAssignment", { params: { taskId } })).assignmentId ?? "" });
  const params = await next();
  const at = new Date().toISOString();
  const { units } = await own.call("openAssignment", { params });
  for (const { criterionId, draft: shown } of units) {
    let parentId: string | null = null;
    for (const { id: itemId, kind } of shown?.items.filter((item) => item.kind !== "heading") ?? []) {
      const id = crypto.randomUUID();
      const said = kind === "score" ? { kind: "accept" as const } : { kind: "revise" as const, text: everyPayload("revision") };
      const why = { reasonCode: "unclear", reason: everyPayload("reason") };
      await own.call("saveActions", { params, body: { criterionId, actions: [{ id, parentId, itemId, at, ...said, ...why }] } });
      parentId = id;
    }
  }
  await own.call("flagAssignment", { params, body: { note: everyPayload("flag") } });
  await own.call("submitAssignment", { params });
  const skipped = await next();
  await own.call("skipAssignment", { params: skipped, body: { reason: everyPayload("skip") } });
  const begun = await next();
  await api.call("addComment", { body: { on: "assignment", id: params.assignmentId, text: everyPayload("comment") } });
  await api.call("addComment", { body: { on: "criterion", id: criteria[0]?.id ?? "", text: everyPayload("comment on a criterion") } });
  await api.call("returnAssignment", { params, body: { comment: everyPayload("return") } });
  return { credentials, failed: failed.id, run: run.id, submitted: params.assignmentId, begun: begun.assignmentId };
}

/** Known answers, exclusions, frozen reports and a file with problems. */
async function hostileRest(api: Api, { projectId, taskId }: Study) {
  const project = { params: { projectId } };
  const [sample] = (await api.call("listSamples", { params: { taskId } })).items;
  await api.call("saveGoldSample", {
    params: { taskId, sampleId: sample?.id ?? "" },
    body: { use: "hidden", note: everyPayload("gold note") },
  });
  await api.call("createCriteriaSet", { params: { taskId }, body: {} });
  const bad = `${onePayload("bad column").replaceAll(/[",\n]/g, "")},output\n<img src=x onerror=hit(0)>,b\n`;
  const staged = await api.call("createImport", {
    ...project,
    query: { fileName: onePayload("bad file", 120).replaceAll("/", ""), task: "Another" },
    file: bad,
  });
  return { staged: staged.id, sampleId: sample?.id ?? "" };
}

/** A disputed unit with an adjudicator's reason, a frozen report, and a running study with a consent text. */
async function hostileStudyWork(api: Api) {
  const study = await makeStudy(api, { samples: 2 });
  const { projectId, taskId } = study;
  const [criterion] = study.criteria;
  const ratings = ["Ann", "Bob"].map((rater, n) => `s1,${criterion?.name},${rater},annotator,${n === 0 ? 1 : 3}`);
  const file = ["sample_id,criterion,rater,rater_kind,score", ...ratings].join("\n");
  await importFile(api, { projectId, task: study.taskName, fileName: "ratings.csv", file });
  const params = { taskId };
  const [unit] = (await api.call("listAdjudications", { params })).items;
  await api.call("adjudicate", {
    params,
    body: {
      sampleId: unit?.sampleId ?? "",
      criterionId: unit?.criterionId ?? "",
      score: 2,
      reason: everyPayload("adjudication").slice(0, 10_000),
    },
  });
  const frozen = await api.call("freezeReport", { params: { projectId }, body: { taskId, name: onePayload("frozen report") } });
  const plan = { arms: [{ arm: "blind", runId: null, share: 1 }], people: 2, overlap: 1, consent: everyPayload("consent") };
  await api.call("savePlan", { params, body: planContent.parse(plan) });
  await api.call("startPlan", { params });
  const { link } = await api.call("saveParticipationLink", { params, body: {} });
  const address = `${link?.url}?${link?.idParameter}=worker-1`;
  return { projectId, taskId, frozenId: frozen.id, address };
}

test("texts with markup, from files, people and models, are shown as text on every page, and nothing in them runs", async ({
  adminPage,
  browser,
  api,
  standIn,
}) => {
  test.setTimeout(300_000);
  const study = await hostileStudy(api);
  const work = await hostileWork(api, standIn, study);
  const rest = await hostileRest(api, study);
  const running = await hostileStudyWork(api);
  const panel = await hostilePanel(api, standIn.url);
  const labels = await hostileLabels(api, standIn.url);
  const pairs = await hostilePairs(api, standIn.url);
  const project = `/projects/${study.projectId}`;
  const ofTask = `?task=${study.taskId}`;
  const admin = await new Watch(adminPage).begin();
  const pages = hostilePages({
    ...{ project: study.projectId, task: study.taskId, sample: rest.sampleId, staged: rest.staged, failed: work.failed, run: work.run },
    ...{ submitted: work.submitted, criterion: study.criteria[0]?.id ?? "", wording: study.wording, panel, address: running.address },
    ...{ running: running.projectId, runningTask: running.taskId, frozen: running.frozenId },
    ...{ labels: labels.projectId, labelsTask: labels.taskId, calibration: String(labels.calibration) },
    ...{ pairs: pairs.projectId, pairsTask: pairs.taskId, pairsSample: pairs.sampleId },
  });
  for (const [name, paths] of Object.entries(pages)) for (const path of paths) await test.step(path, () => admin.visit(name, path));
  await adminPage.goto(`${project}/runs/${work.run}`);
  await adminPage
    .getByRole("button", { name: /^What was asked/ })
    .first()
    .click();
  await expect(adminPage.getByRole("dialog")).toContainText("field_reply");
  await admin.look("What was asked");

  await adminPage.goto(`${project}/guidelines${ofTask}&tab=gold`);
  await adminPage.getByRole("button", { name: /^Edit/ }).first().click();
  await expect(adminPage.getByRole("dialog").getByLabel("Note for researchers")).toHaveValue(/field_gold/);
  await admin.look("Known answer");

  const visitor = await new Watch(await (await browser.newContext({ bypassCSP: true })).newPage()).begin();
  await visitor.page.goto(running.address);
  await expect(visitor.page.getByRole("button", { name: "I agree" })).toBeVisible();
  await visitor.look("/take-part/[token]");
  await visitor.page.context().close();

  const context = await browser.newContext({ bypassCSP: true });
  const annotator = await new Watch(await context.newPage()).begin();
  await signIn(annotator.page, api.baseURL, work.credentials);
  for (const textFormat of ["markdown", "plain"] as const) {
    await api.call("updateTask", { params: { taskId: study.taskId }, body: { textFormat } });
    for (const [name, path] of [
      ["Annotator: list", `${project}/annotate`],
      ["Annotator: open sample", `${project}/annotate/${work.begun}`],
      ["Annotator: returned sample", `${project}/annotate/${work.submitted}`],
    ] as const)
      await test.step(`${textFormat}: ${path}`, () => annotator.visit(`${name}, ${textFormat}`, api.baseURL + path));
    for (const [key, name] of [
      ["g", "Guidelines"],
      ["h", "History"],
      ["?", "Shortcuts"],
    ] as const) {
      await annotator.page.keyboard.press(key);
      await expect(annotator.page.getByRole("dialog")).toBeVisible();
      await annotator.look(`Annotator: ${name}, ${textFormat}`);
      await annotator.page.keyboard.press("Escape");
    }
  }
  for (const [name, { annotator: credentials, projectId, assignmentId }] of Object.entries({ labels, pairs })) {
    await signIn(annotator.page, api.baseURL, credentials);
    const path = `/projects/${projectId}/annotate/${assignmentId}`;
    await test.step(path, () => annotator.visit(`Annotator: ${name}`, api.baseURL + path));
  }
  await context.close();

  expect([...admin.ran, ...annotator.ran, ...visitor.ran]).toEqual([]);
  const shown = [admin, annotator, visitor].flatMap((watch) => [...watch.shown]);
  const isShown = (page: string, field: string) => shown.some(([name, fields]) => name === page && fields.has(field));
  expect(
    Object.entries(shownOn).flatMap(([page, fields]) =>
      fields.filter((field) => !isShown(page, field)).map((field) => `${field} on ${page}`),
    ),
    "texts that their pages have not shown",
  ).toEqual([]);
});
