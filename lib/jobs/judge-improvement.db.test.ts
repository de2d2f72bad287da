import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { createCandidateBody, type JudgeCandidate, saveJudgeSplitBody } from "@/lib/domain/judge-improvement";
import { temporaryDatabase } from "@/lib/testing/database";
import { type JudgedStudy, judgedStudy } from "@/lib/testing/judged-study";
import { scoreForLearning } from "@/lib/testing/learning-work";
import { instanceAdmin } from "@/lib/testing/small-study";
import { adoptCandidate } from "@/lib/workflows/adopt-candidate";
import { createJudgeCandidate } from "@/lib/workflows/create-judge-candidate";
import { dealJudgeSplit } from "@/lib/workflows/deal-judge-split";
import { finishJudgeTrial } from "@/lib/workflows/finish-judge-trial";
import { listAudit } from "@/lib/workflows/list-audit";
import { listJudges } from "@/lib/workflows/list-judges";
import { proposeGuidance } from "@/lib/workflows/propose-guidance";
import { proveCandidates } from "@/lib/workflows/prove-candidates";
import { readJudgeImprovement } from "@/lib/workflows/read-judge-improvement";
import { knownModel } from "../../e2e/support/known-judge";
import { type StandInLlm, startStandInLlm } from "../../e2e/support/stand-in-llm";
import { draftJudge } from "./draft-judge";
import { giveUp, workPiece } from "./work";

temporaryDatabase();
const samples = 60;
let standIn: StandInLlm;
let study: JudgedStudy;
let judgeId = "";
let runId = "";

const never = () => new AbortController().signal;
const workOff = (id: string) => draftJudge(id, { stopping: never(), ending: never(), sliceMs: 60_000, work: workPiece, giveUp });
const rows = async <R extends object>(sql: string, values: unknown[] = []) => (await pool().query<R>(sql, values)).rows;

/** Only Ada's scores are the truth. */
const annotate = () => scoreForLearning({ projectId: study.projectId, runId, blind: ["Ada"] });

const candidate = (body: Record<string, unknown>): Promise<JudgeCandidate> =>
  createJudgeCandidate(instanceAdmin, { taskId: study.taskId, ...createCandidateBody.parse({ judgeId, ...body }) });
const state = () => readJudgeImprovement(instanceAdmin, { taskId: study.taskId });
const deal = (seed: number) => dealJudgeSplit(instanceAdmin, { taskId: study.taskId, ...saveJudgeSplitBody.parse({ seed }) });

beforeAll(async () => {
  standIn = await startStandInLlm();
  study = await judgedStudy(standIn.url, samples);
  // Every input has a text of its own, so that a leak can be seen.
  await rows(
    `update samples set input = 'Secret question ' || md5(position::text), output = 'An answer of quality ' || ((position * 37 % 31) / 10.0)::numeric(3, 1) || ', number ' || position || '.'`,
  );
  const judge = await study.addJudge(knownModel, { inputPriceUsd: 1, outputPriceUsd: 2 });
  judgeId = judge.id;
  runId = (await study.start(judgeId)).id;
  await workOff(judgeId);
});
afterAll(() => standIn.close());

describe("a judge that learns", () => {
  test("needs scores that were given without a draft, and names those that are refused", async () => {
    await deal(1);
    await expect(candidate({ kind: "recalibrated", name: "too early" })).rejects.toThrow(
      "Only scores that people gave without seeing a draft count as the truth. The part to develop on has such scores on 0 inputs",
    );
    await annotate();
    const { split, refused } = await state();
    expect(refused).toEqual({ drafted: 2 * samples, unstated: 0, excluded: 0 });
    expect((split?.develop.samples ?? 0) + (split?.heldOut.samples ?? 0)).toBe(samples);
    expect(split?.develop).toMatchObject({ scores: 2 * (split?.develop.samples ?? 0), units: 2 * (split?.develop.samples ?? 0) });
    expect(split?.sealedAt).toBeNull();
  });

  test("may be dealt its inputs again until something has used them", async () => {
    const before = (await state()).split?.id;
    await deal(5);
    expect((await state()).split).toMatchObject({ seed: 5, sealedAt: null });
    expect((await state()).split?.id).not.toBe(before);
    await candidate({ kind: "recalibrated", name: "recalibrated" });
    expect((await state()).split?.sealedAt).not.toBeNull();
    await expect(deal(6)).rejects.toThrow(/sealed/);
    await expect(rows("update judge_splits set seed = 7")).rejects.toThrow();
  });

  test("gets examples in the human wording and candidates that are archived, and is itself left alone", async () => {
    const before = (await listJudges(instanceAdmin, { projectId: study.projectId })).items.find(({ id }) => id === judgeId);
    const made = await candidate({ kind: "examples", name: "with examples" });
    expect(made.material).toMatchObject({
      examples: expect.arrayContaining([expect.objectContaining({ wording: expect.stringContaining("A person says") })]),
    });
    const judges = (await listJudges(instanceAdmin, { projectId: study.projectId })).items;
    expect(judges.find(({ id }) => id === judgeId)).toEqual(before);
    expect(judges.find(({ id }) => id === made.candidate.id)).toMatchObject({
      kind: "endpoint",
      model: knownModel,
      archivedAt: expect.any(String),
    });
  });

  test("gets guidance that a researcher agreed to, from counted corrections of the part to develop on alone", async () => {
    const proposal = await proposeGuidance(instanceAdmin, { taskId: study.taskId, judgeId });
    const counted = proposal.reasons.reduce((sum, { count }) => sum + count, 0);
    const { split } = await state();
    const [{ n = 0 } = {}] = await rows<{ n: number }>(
      "select count(*)::int as n from judge_split_samples p join samples s on s.id = p.sample_id where not p.held_out and s.position % 2 = 0 and p.split_id = $1",
      [split?.id],
    );
    expect(counted).toBe(2 * n);
    expect(proposal.edits).toBe(2 * n);
    const made = await candidate({ kind: "rubric", name: "with guidance", proposed: proposal.text, guidance: "Clarity: be strict." });
    expect(made.material).toEqual({ proposed: proposal.text, guidance: "Clarity: be strict." });
  });

  test("is proved on held-out samples, and the better candidate is adopted with its evidence", async () => {
    const { candidates } = await state();
    const byName = (name: string) => candidates.find((one) => one.candidate.name === name);
    const [learned, mapped] = [byName("with examples"), byName("recalibrated")];
    const candidateIds = [learned?.id ?? "", mapped?.id ?? ""];
    const trial = await proveCandidates(instanceAdmin, { taskId: study.taskId, judgeId, candidateIds });
    const { split } = await state();
    expect(split?.wear).toMatchObject({ uses: 1, worn: false });
    expect(trial.runs).toMatchObject([{ candidateId: learned?.id, total: 2 * (split?.heldOut.samples ?? 0), done: 0 }]);
    await expect(finishJudgeTrial(instanceAdmin, { trialId: trial.id })).rejects.toThrow(/is queued: 0 of/);
    await expect(adoptCandidate(instanceAdmin, { trialId: trial.id, candidateId: candidateIds[0] ?? "" })).rejects.toThrow(/no result yet/);
    await workOff(learned?.candidate.id ?? "");
    const { evidence } = await finishJudgeTrial(instanceAdmin, { trialId: trial.id });
    expect(evidence?.use).toBe(1);
    expect(evidence?.candidates[0]).toMatchObject({
      candidateId: learned?.id,
      verdict: "better",
      n: (2 * (split?.heldOut.units ?? 0)) / 2,
    });
    const { costUsd, error } = evidence?.candidates[0] ?? {};
    expect(error?.difference.value).toBeLessThan(-0.05);
    expect(costUsd?.candidate).toBeGreaterThan(costUsd?.present ?? Number.POSITIVE_INFINITY);
    expect(evidence?.candidates[1]?.costUsd.candidate).toBe(costUsd?.present);
    const adopted = await adoptCandidate(instanceAdmin, { trialId: trial.id, candidateId: candidateIds[0] ?? "" });
    expect(adopted).toMatchObject({ adopted: { candidateId: learned?.id }, evidence });
    await expect(adoptCandidate(instanceAdmin, { trialId: trial.id, candidateId: candidateIds[1] ?? "" })).rejects.toThrow(/already/);
    const judges = (await listJudges(instanceAdmin, { projectId: study.projectId })).items;
    expect(judges.find(({ id }) => id === learned?.candidate.id)?.archivedAt).toBeNull();
    const audit = await listAudit(instanceAdmin, { projectId: study.projectId, verb: "judge.adopt", limit: 10 });
    expect(audit.items[0]?.details).toMatchObject({ use: 1, inPlaceOf: judgeId, evidence: { verdict: "better" } });
  });

  test("never sees a held-out sample but the one it is asked about", async () => {
    const heldOut = await rows<{ id: string; input: string; output: string; name: string }>(
      "select s.id, s.input, s.output, s.external_id as name from samples s join judge_split_samples p on p.sample_id = s.id where p.held_out",
    );
    const asked = await rows<{ sampleId: string; request: string }>(
      `select e.sample_id as "sampleId", e.request from exchanges e join runs r on r.id = e.run_id where r.variant = 'trial'`,
    );
    expect(asked.length).toBeGreaterThanOrEqual(2 * heldOut.length);
    const proposals = standIn.requests.map(({ text }) => text).filter((text) => text.includes("What they changed"));
    expect(proposals.length).toBeGreaterThan(0);
    for (const { id, input, output, name } of heldOut) {
      const texts = [input, output, `look at ${name}.`];
      const others = [...asked.filter(({ sampleId }) => sampleId !== id).map(({ request }) => request), ...proposals];
      expect(others.filter((request) => texts.some((text) => request.includes(text)))).toEqual([]);
    }
    // The check can fail: samples to develop on are in these requests.
    const developed = await rows<{ input: string }>(
      "select s.input from samples s join judge_split_samples p on p.sample_id = s.id where not p.held_out",
    );
    expect(developed.some(({ input }) => asked.every(({ request }) => request.includes(input)))).toBe(true);
  });
});
