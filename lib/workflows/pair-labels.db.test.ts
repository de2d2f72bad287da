import { expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { parseScale } from "@/lib/domain/criterion";
import { createJudgeBody, startRunBody } from "@/lib/domain/judge";
import { labelsNeedOneOutput } from "@/lib/domain/preference";
import { taskContent } from "@/lib/domain/project";
import { chain } from "@/lib/testing/criteria-panel";
import { temporaryDatabase } from "@/lib/testing/database";
import { labelled } from "@/lib/testing/labels";
import { makeProposal } from "@/lib/testing/proposed-criteria";
import { refusal } from "@/lib/testing/refusal";
import { action, instanceAdmin, member } from "@/lib/testing/small-study";
import { createCriteriaSet } from "./create-criteria-set";
import { createJudge } from "./create-judge";
import { createProject } from "./create-project";
import { createTask } from "./create-task";
import { decideCriterion } from "./decide-criterion";
import { discussCriteriaRound } from "./discuss-criteria-round";
import { estimateRun } from "./estimate-run";
import { getCriteriaRound } from "./get-criteria-round";
import { importFile } from "./import-file";
import { openCriteriaRound } from "./open-criteria-round";
import { publishCriteriaSet } from "./publish-criteria-set";
import { saveCriteriaActions } from "./save-criteria-actions";
import { saveRedline } from "./save-redline";
import { startRun } from "./start-run";
import { submitRedline } from "./submit-redline";

temporaryDatabase();

const cause = { name: "Cause", definition: "", scale: labelled("made up", "out of date"), overall: false };

async function* bytesOf(content: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(content);
}

test("labels for a task that compares two outputs are refused with one sentence, whichever way they come", async () => {
  const { id: projectId } = await createProject(instanceAdmin, { name: "Labelled pairs", description: "" });
  const pairs = async (name: string) =>
    (await createTask(instanceAdmin, { projectId, ...taskContent.parse({ name, kind: "pairwise" }) })).id;
  const taskId = await pairs("Pairs");
  const said: Record<string, string> = {};
  const ask = async (door: string, answer: Promise<unknown>) => {
    said[door] = (await refusal(answer)).message;
  };

  await ask("criteria given", createCriteriaSet(instanceAdmin, { taskId, criteria: [cause] }));
  const set = await createCriteriaSet(instanceAdmin, { taskId, criteria: [] });
  const add = chain([{ kind: "add", criterion: cause }]);
  await ask("a criterion written", saveCriteriaActions(instanceAdmin, { criteriaSetId: set.id, actions: add }));

  // A list from before this rule.
  const single = (await createTask(instanceAdmin, { projectId, ...taskContent.parse({ name: "One output" }) })).id;
  const copy = await createCriteriaSet(instanceAdmin, { taskId: single, criteria: [cause] });
  await pool().query("update tasks set kind = 'pairwise' where id = $1", [single]);
  await ask("a list published", publishCriteriaSet(instanceAdmin, { criteriaSetId: copy.id }));

  const ratings = "sample_id,criterion,rater,label\n1,Cause,Ann,made up\n";
  const file = { projectId, fileName: "ratings.csv", taskName: "Pairs", format: "auto" as const, skipBadRows: false };
  const scale = parseScale("made up|out of date") ?? expect.fail("a scale");
  await ask("a file", importFile(instanceAdmin, { ...file, scale, body: bytesOf(ratings) }));

  const judge = await createJudge(instanceAdmin, {
    projectId,
    ...createJudgeBody.parse({ name: "Model", baseUrl: "http://127.0.0.1:9/v1", model: "m" }),
  });
  const asked = { taskId, ...startRunBody.parse({ judgeId: judge.id, kind: "criteria", proposal: { labels: true } }) };
  await ask("a judge's proposal", startRun(instanceAdmin, asked));
  await ask("its estimate", estimateRun(instanceAdmin, asked));

  const panelTask = await pairs("Panel");
  const expert = await member(projectId, "expert");
  const { roundId } = await openCriteriaRound(instanceAdmin, {
    taskId: panelTask,
    proposalDraftId: await makeProposal(panelTask, ["Clear\nWhich is clearer?\nScale: A, tie, B"]),
    experts: [expert.userId],
    anonymous: false,
  });
  await ask("an expert's redline", saveRedline(expert, { roundId, actions: add }));
  await saveRedline(expert, { roundId, actions: [action({ kind: "accept", itemId: "0", parentId: null })] });
  await submitRedline(expert, { roundId, submitted: true });
  await discussCriteriaRound(instanceAdmin, { roundId, withoutMissing: false });
  const lineId = (await getCriteriaRound(instanceAdmin, { roundId })).union?.[0]?.id ?? "";
  await ask("a panel's consensus", decideCriterion(instanceAdmin, { roundId, lineId, criterion: cause, group: null, note: "" }));

  for (const [door, message] of Object.entries(said)) {
    expect(message, door).toContain("This task compares two outputs");
    expect(message, door).toContain(labelsNeedOneOutput);
  }
  expect(Object.keys(said)).toHaveLength(8);
});
