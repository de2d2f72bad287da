import type { Api, Body } from "./api";
import { tinyStudy } from "./report-studies";
import { invite, runToEnd, type Study, signedInApi } from "./study";

/** What each expert of a round does with the proposed criteria, by place: a letter each for accept, remove and revise, and + for one added. */
const rounds = [
  ["aaaaa", "araaa", "aavra+"],
  ["aaaaa", "aaaaa", "aaaaa"],
  ["avara++"],
  ["aarra", "aavaa", "araaa+"],
  ["aaaaa", "aaaar", "aaaaa"],
];

/**
 * A study of few ratings whose criteria judges proposed, some of them again and again, and a panel of experts redlined in rounds: with differences,
 * all alike, and one expert alone.
 */
export async function panelStudy(api: Api, baseUrl: string): Promise<Study> {
  const study = await tinyStudy(api);
  const params = { taskId: study.taskId };
  let proposalDraftId = "";
  for (const [name, proposal] of [
    ["model-z", { samples: 4 }],
    ["a-model-with-a-long-name-70b", { samples: 4, embeddingsModel: "stand-in" }],
    ["asked once more", { samples: 1 }],
  ] as const) {
    const body = { name, baseUrl, model: "stand-in" };
    const { id: judgeId } = await api.call("createJudge", { params: { projectId: study.projectId }, body });
    const run = await runToEnd(api, study.taskId, { judgeId, kind: "criteria", proposal });
    proposalDraftId = run.proposalDraftId ?? "";
  }
  const experts: Api[] = [];
  for (const name of ["Ada", "Ben", "Chloe"])
    experts.push(await signedInApi(api.baseURL, await invite(api, study.projectId, "expert", `${name} Example`)));
  const { items: people } = await api.call("listPeople", { params: { projectId: study.projectId } });
  const idOf = (place: number) => people.find(({ name }) => name?.startsWith(["Ada", "Ben", "Chloe"][place] ?? "-"))?.userId ?? "";
  for (const round of rounds) {
    const body = { proposalDraftId, experts: round.map((_, place) => idOf(place)) };
    const { roundId } = await api.call("openCriteriaRound", { params, body });
    for (const [place, steps] of round.entries()) if (experts[place]) await redline(experts[place], roundId, steps);
    await api.call("discussCriteriaRound", { params: { roundId }, body: {} });
    await api.call("endCriteriaRound", { params: { roundId } });
  }
  await Promise.all(experts.map((own) => own.request.dispose()));
  return study;
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
