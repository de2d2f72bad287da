import { expect } from "@playwright/test";
import type { CriterionContent } from "@/lib/domain/criterion";
import type { Api } from "./api";
import { makePairStudy } from "./pairs";
import { everyPayload, markOf, onePayload } from "./payloads";
import { draft, invite, makeStudy, runToEnd, signedInApi } from "./study";

const criterion = (field: string): CriterionContent => ({
  name: onePayload(`${field} name`),
  definition: everyPayload(`${field} definition`).slice(0, 4000),
  scale: { min: 1, max: 3, step: 1, levels: [{ value: 1, label: onePayload(`${field} level`), description: "" }] },
  overall: false,
});

/** A panel's round: a redline with criteria of an expert's, what was said about it, and a decision. */
export async function hostilePanel(api: Api, baseUrl: string): Promise<string> {
  const { projectId, taskId } = await makeStudy(api, { criteria: null, task: { description: "Judge answers." } });
  const judge = await api.call("createJudge", { params: { projectId }, body: { name: onePayload("judge"), baseUrl, model: "stand-in" } });
  const { id } = await api.call("startRun", { params: { taskId }, body: { judgeId: judge.id, kind: "criteria" } });
  await expect.poll(async () => (await api.call("getRun", { params: { runId: id } })).status).toBe("done");
  const { proposalDraftId } = await api.call("getRun", { params: { runId: id } });
  const expert = await invite(api, projectId, "expert", onePayload("expert"));
  const person = (await api.call("listPeople", { params: { projectId } })).items.find(({ email }) => email === expert.email);
  const round = await api.call("openCriteriaRound", {
    params: { taskId },
    body: { proposalDraftId: proposalDraftId ?? "", experts: [person?.userId ?? ""] },
  });
  const params = { roundId: round.roundId };
  const own = await signedInApi(api.baseURL, expert);
  const items = (await own.call("getCriteriaRound", { params })).items.filter(({ kind }) => kind === "criterion");
  const [revised, removed, ...rest] = items;
  const at = new Date().toISOString();
  let parentId: string | null = null;
  const chained = <A extends object>(action: A) => {
    const made = { id: crypto.randomUUID(), parentId, itemKind: "criterion" as const, at, ...action };
    parentId = made.id;
    return made;
  };
  const actions = [
    chained({ kind: "revise" as const, itemId: revised?.id ?? "", criterion: criterion("revised") }),
    chained({ kind: "remove" as const, itemId: removed?.id ?? "", reason: everyPayload("redline reason") }),
    chained({ kind: "add" as const, itemId: null, criterion: criterion("added") }),
    ...rest.map(({ id: itemId }) => chained({ kind: "accept" as const, itemId })),
  ];
  await own.call("saveRedline", { params, body: { actions } });
  await own.call("submitRedline", { params, body: {} });
  await api.call("discussCriteriaRound", { params, body: {} });
  const lineId = revised?.id ?? "";
  await api.call("commentOnCriterion", { params, body: { lineId, text: everyPayload("round comment") } });
  await api.call("decideCriterion", { params, body: { lineId, criterion: criterion("decided"), note: everyPayload("decision") } });
  return `/projects/${projectId}/criteria?task=${taskId}`;
}

/**
 * Conversations judged on labels, with a mapping that the project keeps, a calibration round, an excluded annotator and a webhook.
 */
export async function hostileLabels(api: Api, baseUrl: string) {
  const turns = [1, 2].map((n) => ({
    id: `t${n}`,
    input: "Why?",
    output: `User: ${everyPayload("turn").replaceAll(/\s+/g, " ")}\nAssistant: ${everyPayload("answer turn").replaceAll(/\s+/g, " ")}`,
  }));
  const labels = ["label", "other label"].map((field) => ({
    label: onePayload(field, 100).replaceAll("|", ""),
    description: everyPayload(`${field} text`).slice(0, 4000),
  }));
  const study = await makeStudy(api, {
    task: { arm: "blind" },
    file: { fileName: "turns.json", file: JSON.stringify(turns) },
    criteria: [{ ...criterion("labelled"), scale: { kind: "categorical", levels: labels } } as unknown as CriterionContent],
  });
  const { projectId, taskId } = study;
  const project = { params: { projectId } };
  const task = { params: { taskId } };
  const samples = (await api.call("listSamples", task)).items;
  const staged = await api.call("createImport", {
    ...project,
    query: { fileName: "more.csv", task: "More" },
    file: "question,reply\na,b\n",
  });
  const mapping = { fields: { input: "question", output: "reply" } };
  await api.call("mapImport", { params: { importId: staged.id }, body: { mapping, saveAs: onePayload("mapping") } });
  const annotator = await invite(api, projectId, "annotator", "Ann Otator");
  const own = await signedInApi(api.baseURL, annotator);
  const opened = await api.call("openCalibration", {
    ...task,
    body: { sampleIds: samples.map(({ id }) => id), instructions: everyPayload("calibration") },
  });
  const next = await own.call("nextAssignment", task);
  const excluded = await invite(api, projectId, "annotator", "Bea Rater");
  const excludedApi = await signedInApi(api.baseURL, excluded);
  await excludedApi.call("nextAssignment", task);
  const people = (await api.call("readTaskPeople", task)).items;
  const annotatorId = people.find(({ name }) => name === "Bea Rater")?.annotatorId ?? "";
  await api.call("excludeAnnotator", { ...project, body: { annotatorId, reason: everyPayload("exclusion").slice(0, 2000) } });
  await draft(api, study, { baseUrl });
  const [judge] = (await api.call("listJudges", project)).items;
  await api.call("updateJudge", { params: { judgeId: judge?.id ?? "" }, body: { name: onePayload("judge") } });
  const url = `http://127.0.0.1:9/${markOf("webhook")}?x="><img src=x onerror=hit(0)>`;
  await api.call("createWebhook", { ...project, body: { url, events: ["run.ended"] } });
  return { projectId, taskId, annotator, calibration: opened.number, assignmentId: next.assignmentId ?? "" };
}

/** Pairs with payloads in what was asked and in both outputs, judged by a model. */
export async function hostilePairs(api: Api, baseUrl: string) {
  const pair = {
    input: everyPayload("instruction"),
    output_1: everyPayload("output A"),
    output_2: everyPayload("output B"),
    label: 1 as const,
  };
  const study = await makePairStudy(api, { Natural: [pair] });
  const judge = await api.call("createJudge", {
    params: { projectId: study.projectId },
    body: { name: "Pairs", baseUrl, model: "stand-in", protocol: "camieval-pairwise" },
  });
  await runToEnd(api, study.taskId, { judgeId: judge.id });
  const annotator = await invite(api, study.projectId, "annotator");
  const own = await signedInApi(api.baseURL, annotator);
  const next = await own.call("nextAssignment", { params: { taskId: study.taskId } });
  const [sample] = (await api.call("listSamples", { params: { taskId: study.taskId } })).items;
  return { projectId: study.projectId, taskId: study.taskId, annotator, assignmentId: next.assignmentId ?? "", sampleId: sample?.id ?? "" };
}
