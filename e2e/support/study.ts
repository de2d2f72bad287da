import { randomUUID } from "node:crypto";
import { expect, request } from "@playwright/test";
import type { Criterion, CriterionContent } from "@/lib/domain/criterion";
import type { ProtocolName } from "@/lib/domain/judge";
import type { Role } from "@/lib/domain/policy";
import type { TaskContent } from "@/lib/domain/project";
import { Api, type Body, type Reply } from "./api";

/** An account of the product under test. */
export interface Credentials {
  email: string;
  password: string;
}

/** A project with one task that is ready to be worked on, made through the HTTP interface. */
export interface Study {
  projectId: string;
  projectName: string;
  taskId: string;
  taskName: string;
  criteria: Criterion[];
}

export interface StudyOptions {
  task?: Partial<Omit<TaskContent, "name">>;
  /** How many of the six samples. */
  samples?: number;
  /** A file of samples to import in their place. */
  file?: { fileName: string; file: string };
  /** Published for the task; null: none are. */
  criteria?: CriterionContent[] | null;
  /** The base URL of the model that drafts every unit; absent: no drafts. */
  draftedBy?: string;
}

const level = (value: number, label: string, description = "") => ({ value, label, description });

/** Two criteria on different scales. */
export const twoCriteria: CriterionContent[] = [
  {
    name: "Clarity",
    definition: "A reader understands the answer at first reading.",
    scale: {
      min: 1,
      max: 5,
      step: 1,
      levels: [level(1, "opaque", "Nobody could say what is meant."), level(3, "uneven"), level(5, "clear", "Plain at first reading.")],
    },
    overall: false,
  },
  {
    name: "Correctness",
    definition: "What the answer says is true.",
    scale: { min: 0, max: 3, step: 1, levels: [level(0, "wrong"), level(3, "right")] },
    overall: false,
  },
];

/** Texts of our own; each output has two sentences, which the stand-in quotes as evidence. */
export const sixSamples = [
  ["Why is the sky blue?", "Air scatters short waves more than long ones. So blue light reaches us from everywhere above.", "harbour"],
  ["Why is the sky blue?", "It mirrors the sea. Where there is no sea it is grey.", "meadow"],
  ["How does soap clean?", "One end of its molecule holds on to fat. The other end holds on to water and is rinsed away.", "harbour"],
  ["How does soap clean?", "Soap is sour and eats dirt. That is why it stings.", "meadow"],
  ["What makes bread rise?", "Yeast turns sugar into gas. The dough keeps the gas in small bubbles.", "harbour"],
  ["What makes bread rise?", "The heat of the oven pulls it up. Yeast is only for the taste.", "meadow"],
] as const;

/** The samples as a CSV file. */
export const samplesCsv = (count: number = sixSamples.length) =>
  [
    "id,input,output,system",
    ...sixSamples.slice(0, count).map(([input, output, system], index) => `s${index + 1},${input},"${output}",${system}`),
  ]
    .join("\n")
    .concat("\n");

/** Makes a project with a task, its samples, published criteria and, when asked for, drafts of every unit. */
export async function makeStudy(api: Api, options: StudyOptions = {}): Promise<Study> {
  const projectName = `Study ${randomUUID().slice(0, 8)}`;
  const taskName = "Answers";
  const project = await api.call("createProject", { body: { name: projectName } });
  const params = { projectId: project.id };
  const task = await api.call("createTask", {
    params,
    body: { name: taskName, inputName: "question", outputName: "answer", ...options.task },
  });
  const file = options.file ?? { fileName: "samples.csv", file: samplesCsv(options.samples ?? 2) };
  await importFile(api, { projectId: project.id, task: taskName, ...file });
  const criteria = options.criteria === null ? [] : await publish(api, task.id, options.criteria ?? twoCriteria);
  const study = { projectId: project.id, projectName, taskId: task.id, taskName, criteria };
  if (options.draftedBy !== undefined) {
    const run = await draft(api, study, { baseUrl: options.draftedBy });
    expect(run).toMatchObject({ status: "done", units: { failed: 0, pending: 0 } });
  }
  return study;
}

/** Publishes a criteria set of a task. */
export async function publish(api: Api, taskId: string, criteria: CriterionContent[]): Promise<Criterion[]> {
  const set = await api.call("createCriteriaSet", { params: { taskId }, body: { criteria } });
  return (await api.call("publishCriteriaSet", { params: { criteriaSetId: set.id } })).criteria;
}

/** Stages a file and writes it; fails when the file has a problem. */
export async function importFile(
  api: Api,
  { projectId, task, fileName, file }: { projectId: string; task?: string; fileName: string; file: string | Buffer },
): Promise<void> {
  const staged = await api.call("createImport", { params: { projectId }, query: { fileName, ...(task !== undefined && { task }) }, file });
  expect(staged.problems).toEqual([]);
  const written = await api.call("commitImport", { params: { importId: staged.id }, body: {} });
  expect(written.status, written.error ?? "").toBe("done");
}

/** Lets a model draft the first samples (all by default) and waits until the run has ended. */
export async function draft(
  api: Api,
  { projectId, taskId }: Pick<Study, "projectId" | "taskId">,
  {
    baseUrl,
    model = "stand-in",
    protocol,
    sampleLimit,
  }: { baseUrl: string; model?: string; protocol?: ProtocolName; sampleLimit?: number },
): Promise<Reply<"getRun">> {
  const body = { name: model, baseUrl, model, ...(protocol && { protocol }) };
  const judge = await api.call("createJudge", { params: { projectId }, body });
  return runToEnd(api, taskId, { judgeId: judge.id, ...(sampleLimit !== undefined && { sampleLimit }) });
}

/** Starts a run and waits until it has ended in any state. */
export async function runToEnd(api: Api, taskId: string, body: Body<"startRun">): Promise<Reply<"getRun">> {
  const { id: runId } = await api.call("startRun", { params: { taskId }, body });
  // The run's event stream reports when it has ended.
  const events = await api.request.get(`${api.baseURL}/api/v1/runs/${runId}`, { headers: { accept: "text/event-stream" } });
  expect(await events.text()).toContain("event: end");
  return api.call("getRun", { params: { runId } });
}

/** A new account in a project, its password set through the invitation's link. */
export async function invite(api: Api, projectId: string, role: Role, name = "Ada Example"): Promise<Credentials & { name: string }> {
  const email = `${role}-${randomUUID().slice(0, 8)}@redline.test`;
  const { link } = await api.call("invitePerson", { params: { projectId }, body: { email, name, role } });
  return { email, password: await setPassword(api.baseURL, link ?? "", name), name };
}

/** Sets a new password through a one-time link, and returns it. */
export async function setPassword(baseURL: string, link: string, name: string): Promise<string> {
  const password = `pass ${randomUUID()}`;
  const context = await request.newContext({ extraHTTPHeaders: { Origin: baseURL } });
  const token = new URL(link).searchParams.get("token");
  const response = await context.post(`${baseURL}/api/auth/set-password`, { data: { token, password, name } });
  expect(response.ok(), await response.text()).toBe(true);
  await context.dispose();
  return password;
}

/** Signs in over HTTP, without a browser. */
export async function signedInApi(baseURL: string, { email, password }: Credentials): Promise<Api> {
  const context = await request.newContext();
  const response = await context.post(`${baseURL}/api/auth/sign-in/email`, { data: { email, password }, headers: { Origin: baseURL } });
  expect(response.ok(), await response.text()).toBe(true);
  return new Api(context, baseURL);
}
