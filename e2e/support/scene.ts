import { expect } from "@playwright/test";
import type { Api } from "./api";
import type { Credentials } from "./study";
import { draft, invite, makeStudy, type Study, signedInApi, twoCriteria } from "./study";

/** A project in which every page has content, for journeys that visit all pages. */
export interface Scene {
  study: Study;
  annotator: Credentials;
  /** The annotator's samples: one submitted, one begun. */
  submitted: string;
  begun: string;
  failedRun: string;
  finishedRun: string;
  /** An empty task in the same project. */
  emptyTask: string;
  /** A file that was checked but not imported, with problems. */
  stagedImport: string;
  demoProject: string;
  /** The first sample of the demo, with all that people and judges did with it. */
  demoSample: string;
  frozenReport: string;
  /** The path of an unused invitation. */
  invitation: string;
}

export async function makeScene(api: Api, standInUrl: string): Promise<Scene> {
  const study = await makeStudy(api, { draftedBy: standInUrl, samples: 3, task: { guidelines: "Read the answer twice." } });
  const { projectId, taskId } = study;
  const [shown] = (await api.call("listRuns", { params: { taskId } })).items;
  const failed = await draft(api, study, { baseUrl: standInUrl, model: "stand-in:prose", sampleLimit: 1 });
  expect(failed.units.failed).toBe(2);
  await api.call("updateTask", { params: { taskId }, body: { draftRunId: shown?.id ?? null } });
  await addOtherJudges(api, projectId);
  const annotator = await invite(api, projectId, "annotator");
  const work = await annotate(await signedInApi(api.baseURL, annotator), study);
  await api.call("createCriteriaSet", { params: { taskId }, body: { criteria: twoCriteria } });
  const empty = await api.call("createTask", { params: { projectId }, body: { name: "Nothing yet" } });
  const file = `id,input,output\nt1,Why?,Because.\nt1,How?,So.\n${"x".repeat(600)},Who?,They.\n`;
  const staged = await api.call("createImport", { params: { projectId }, query: { fileName: "bad.csv", task: "Another" }, file });
  const invited = await api.call("invitePerson", {
    params: { projectId },
    body: { email: `late-${projectId}@redline.test`, role: "researcher" },
  });
  const demo = (await api.call("listProjects")).items.find((project) => project.demo);
  const demoProject = demo?.id ?? "";
  const [demoTask] = (await api.call("listTasks", { params: { projectId: demoProject } })).items;
  const [demoSample] = (await api.call("listSamples", { params: { taskId: demoTask?.id ?? "" } })).items;
  const frozen = await api.call("freezeReport", { params: { projectId }, body: { taskId, name: "Before the second round" } });
  const { pathname, search } = new URL(invited.link ?? "");
  return {
    ...{ study, annotator, ...work },
    failedRun: failed.id,
    finishedRun: shown?.id ?? "",
    emptyTask: empty.id,
    stagedImport: staged.id,
    demoProject,
    demoSample: demoSample?.id ?? "",
    frozenReport: frozen.id,
    invitation: pathname + search,
  };
}

/** A metric, and a panel of the existing judges. */
async function addOtherJudges(api: Api, projectId: string): Promise<void> {
  const params = { projectId };
  const members = (await api.call("listJudges", { params })).items.map(({ id }) => id);
  await api.call("createJudge", { params, body: { kind: "metric", name: "ROUGE-L", options: { metric: "rouge-l" } } });
  await api.call("createJudge", { params, body: { kind: "panel", name: "Panel", options: { members, aggregate: "mean" } } });
}

/** Scores and submits a first sample, and begins a second. */
async function annotate(own: Api, { taskId }: Study): Promise<{ submitted: string; begun: string }> {
  await own.call("readGuidelines", { params: { taskId }, body: { version: 1 } });
  const next = async () => (await own.call("nextAssignment", { params: { taskId } })).assignmentId ?? "";
  const submitted = await next();
  const { units } = await own.call("openAssignment", { params: { assignmentId: submitted } });
  const at = new Date().toISOString();
  for (const { criterionId, draft: shown } of units) {
    const items = shown?.items.filter(({ kind }) => kind !== "heading") ?? [];
    const ids = items.map(() => crypto.randomUUID());
    const actions = items.map(({ id: itemId }, index) => ({
      ...{ id: ids[index] ?? "", parentId: ids[index - 1] ?? null, kind: "accept" as const, itemId, at },
    }));
    await own.call("saveActions", { params: { assignmentId: submitted }, body: { criterionId, actions } });
  }
  await own.call("submitAssignment", { params: { assignmentId: submitted } });
  return { submitted, begun: await next() };
}

/** A page's path, for a user with a role. */
export interface Place {
  name: string;
  path: string;
}

/** Every page that an admin can open, each with content. */
export function adminPlaces(scene: Scene): Place[] {
  const { study, failedRun, finishedRun, emptyTask, stagedImport, demoProject, demoSample, frozenReport, submitted } = scene;
  const project = `/projects/${study.projectId}`;
  const ofTask = `?task=${study.taskId}`;
  return [
    { name: "projects", path: "/projects" },
    { name: "project", path: project },
    { name: "tasks", path: `${project}/tasks` },
    { name: "new task", path: `${project}/tasks/new` },
    { name: "task settings", path: `${project}/tasks/${study.taskId}` },
    { name: "samples", path: `${project}/samples${ofTask}` },
    { name: "import", path: `${project}/samples/import` },
    { name: "import with problems", path: `${project}/samples/import?import=${stagedImport}` },
    { name: "criteria", path: `${project}/criteria${ofTask}` },
    ...["guidelines", "gold", "exam", "calibration"].map((tab) => ({
      name: `qualification, ${tab}`,
      path: `${project}/guidelines${ofTask}&tab=${tab}`,
    })),
    { name: "runs", path: `${project}/runs${ofTask}` },
    { name: "run, failed", path: `${project}/runs/${failedRun}` },
    { name: "run, finished", path: `${project}/runs/${finishedRun}` },
    { name: "plan", path: `${project}/plan${ofTask}` },
    { name: "annotate", path: `${project}/annotate` },
    { name: "progress", path: `${project}/review${ofTask}` },
    { name: "review", path: `${project}/reviews${ofTask}` },
    { name: "adjudicate, nothing disputed", path: `${project}/adjudications${ofTask}` },
    { name: "discussion of a criterion", path: `${project}/discussion?on=criterion&id=${study.criteria[0]?.id}` },
    { name: "mentions", path: "/mentions" },
    { name: "report", path: `${project}/report${ofTask}` },
    { name: "demo", path: `/projects/${demoProject}` },
    { name: "demo report", path: `/projects/${demoProject}/report?chapter=all` },
    { name: "frozen report", path: `/reports/frozen/${frozenReport}?chapter=all` },
    { name: "reports side by side", path: `/projects/${demoProject}/report/compare` },
    { name: "demo sample", path: `/projects/${demoProject}/samples/${demoSample}` },
    { name: "demo units behind a figure", path: `/projects/${demoProject}/samples?of=ratings&ratings=1` },
    { name: "demo criteria", path: `/projects/${demoProject}/criteria` },
    { name: "demo runs", path: `/projects/${demoProject}/runs` },
    ...["samples", "criteria", "runs", "report"].map((page) => ({
      name: `${page}, empty`,
      path: `${project}/${page}?task=${emptyTask}`,
    })),
    { name: "people", path: `${project}/people` },
    { name: "people, their work", path: `${project}/people${ofTask}&view=work` },
    { name: "audit", path: `${project}/audit` },
    ...["project", "judges", "prompts", "imports", "webhooks", "exports", "api"].map((tab) => ({
      name: `settings, ${tab}`,
      path: `${project}/settings?tab=${tab}`,
    })),
    { name: "profile", path: "/profile" },
    { name: "no such page", path: "/nowhere" },
    { name: "another annotator's sample", path: `${project}/annotate/${submitted}` },
  ];
}

/** Every page that an annotator can open. */
export function annotatorPlaces({ study, submitted, begun }: Scene): Place[] {
  const annotateAt = `/projects/${study.projectId}/annotate`;
  return [
    { name: "project", path: `/projects/${study.projectId}` },
    { name: "annotate", path: annotateAt },
    { name: "workspace, submitted", path: `${annotateAt}/${submitted}` },
    { name: "workspace", path: `${annotateAt}/${begun}` },
    { name: "a page not theirs", path: `/projects/${study.projectId}/report` },
  ];
}
