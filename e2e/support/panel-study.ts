import type { Api, Body } from "./api";
import { invite, runToEnd, type Study, signedInApi } from "./study";

/** How often each judge is asked for criteria. */
export type Proposals = Readonly<Record<string, { samples: number; embeddingsModel?: string }>>;
/** What each expert of a round does with the proposed criteria, by place: a letter each for accept, remove and revise, and + for one added. */
export type Rounds = readonly (readonly string[])[];

const names = ["Ada", "Ben", "Chloe"];

/** Lets judges propose criteria, some of them again and again, and a panel of experts redline them in rounds. */
export async function redlineInRounds(
  api: Api,
  { projectId, taskId }: Pick<Study, "projectId" | "taskId">,
  { baseUrl, proposals, rounds }: { baseUrl: string; proposals: Proposals; rounds: Rounds },
): Promise<void> {
  const params = { taskId };
  let proposalDraftId = "";
  for (const [name, proposal] of Object.entries(proposals)) {
    const { id: judgeId } = await api.call("createJudge", { params: { projectId }, body: { name, baseUrl, model: "stand-in" } });
    const run = await runToEnd(api, taskId, { judgeId, kind: "criteria", proposal });
    proposalDraftId = run.proposalDraftId ?? "";
  }
  const present = names.slice(0, Math.max(...rounds.map(({ length }) => length)));
  const experts: Api[] = [];
  for (const name of present) experts.push(await signedInApi(api.baseURL, await invite(api, projectId, "expert", `${name} Example`)));
  const { items: people } = await api.call("listPeople", { params: { projectId } });
  const ids = present.map((own) => people.find(({ name }) => name?.startsWith(own))?.userId ?? "");
  for (const round of rounds) {
    const { roundId } = await api.call("openCriteriaRound", { params, body: { proposalDraftId, experts: ids.slice(0, round.length) } });
    for (const [place, steps] of round.entries()) if (experts[place]) await redline(experts[place], roundId, steps);
    await api.call("discussCriteriaRound", { params: { roundId }, body: {} });
    await api.call("endCriteriaRound", { params: { roundId } });
  }
  await Promise.all(experts.map((own) => own.request.dispose()));
}

async function redline(own: Api, roundId: string, steps: string): Promise<void> {
  const params = { roundId };
  const lines = (await own.call("getCriteriaRound", { params })).items.filter(({ kind }) => kind === "criterion");
  const actions: Body<"saveRedline">["actions"] = [];
  for (const [place, step] of [...steps].entries()) {
    const made = {
      id: crypto.randomUUID(),
      parentId: actions.at(-1)?.id ?? null,
      itemKind: "criterion" as const,
      at: new Date().toISOString(),
    };
    const criterion = {
      name: `Named otherwise ${place}`,
      definition: "Made up.",
      scale: { min: 1, max: 5, step: 1, levels: [] },
      overall: false,
    };
    const itemId = lines[place]?.id ?? null;
    if (step === "a") actions.push({ ...made, kind: "accept", itemId });
    else if (step === "r") actions.push({ ...made, kind: "remove", itemId });
    else if (step === "v") actions.push({ ...made, kind: "revise", itemId, criterion });
    else actions.push({ ...made, kind: "add", itemId: null, criterion });
  }
  await own.call("saveRedline", { params, body: { actions } });
  await own.call("submitRedline", { params, body: {} });
}
