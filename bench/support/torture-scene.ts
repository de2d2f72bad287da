/** The study that clients work on while the product is killed. */
import { pool } from "@/lib/db/client";
import { createJudgeBody } from "@/lib/domain/judge";
import type { Role } from "@/lib/domain/policy";
import { keyHeaders, makeAccount } from "@/lib/testing/accounts";
import { makeProposal } from "@/lib/testing/proposed-criteria";
import { type Stubborn, stubbornly } from "./stubborn-client";

export interface TorturePerson {
  userId: string;
  headers: Record<string, string>;
  call: Stubborn;
}

const scale = { min: 1, max: 5, step: 1, levels: [] };

const fileOf = (samples: number, name: string) =>
  [
    "id,input,output",
    ...Array.from({ length: samples }, (_, n) => `${name}${n},Question ${n}?,"Answer ${n}, which says that the sun is warm."`),
  ].join("\n");

/** Makes the project with its three kinds of task; the product must be running. */
export async function makeScene(
  url: string,
  size: { annotators: number; samples: number; units: number; rounds: number; modelUrl: string },
) {
  const join = async (who: { instanceAdmin?: boolean; roles?: Record<string, Role> }): Promise<TorturePerson> => {
    const account = await makeAccount({ ...who, password: null });
    const headers = await keyHeaders(account);
    return { userId: account.userId, headers, call: stubbornly(url, headers) };
  };
  const admin = await join({ instanceAdmin: true });
  const { id: projectId } = await admin.call("createProject", { body: { name: "Tortured" } });
  const task = async (name: string, samples: number) => {
    const staged = await admin.call("createImport", {
      params: { projectId },
      query: { fileName: `${name}.csv`, task: name },
      file: fileOf(samples, name),
    });
    await admin.call("commitImport", { params: { importId: staged.id }, body: {} });
    const id = (await admin.call("listTasks", { params: { projectId } })).items.find((one) => one.name === name)?.id ?? "";
    await admin.call("updateTask", { params: { taskId: id }, body: { annotatorsPerSample: 2, arm: "blind" } });
    const criteria = ["Clear", "True"].map((criterion) => ({ name: criterion, definition: "", scale, overall: false }));
    const set = await admin.call("createCriteriaSet", { params: { taskId: id }, body: { criteria } });
    await admin.call("publishCriteriaSet", { params: { criteriaSetId: set.id } });
    return id;
  };
  const annotated = await task("Annotated", size.samples);
  const drafted = await task("Drafted", size.units / 2);
  const judge = await admin.call("createJudge", {
    params: { projectId },
    body: createJudgeBody.parse({
      name: "judge",
      baseUrl: size.modelUrl,
      model: "stand-in",
      protocol: "step-by-step",
      parameters: { concurrency: 4 },
    }),
  });
  const rounds = [];
  for (let n = 0; n < size.rounds; n++) {
    const { id } = await admin.call("createTask", { params: { projectId }, body: { name: `Panel ${n}` } });
    rounds.push({ taskId: id, proposalDraftId: await makeProposal(id) });
    // The next proposal's judge has the same name.
    await pool().query("update judges set name = $1 where name = 'proposer'", [`proposer ${n}`]);
  }
  const people = (role: Role, n: number) => Promise.all(Array.from({ length: n }, () => join({ roles: { [projectId]: role } })));
  return {
    ...{ projectId, annotated, drafted, judgeId: judge.id, rounds, admin },
    annotators: await people("annotator", size.annotators),
    experts: await people("expert", 2),
  };
}
