import "server-only";
import { type Db, inTransaction } from "@/lib/db/client";
import {
  createAsk,
  endedRun,
  endWatchRow,
  type getWatchPlace,
  holdWatch,
  listAsks,
  listModelsOf,
  listSentinels,
  saveWatchEvidence,
} from "@/lib/db/judge-watches";
import { listRunScores } from "@/lib/db/judged-units";
import { getLearningTask } from "@/lib/db/learning-place";
import { wakeJudge } from "@/lib/db/run-queue";
import { createTrialRun, getTrialMaterial } from "@/lib/db/trial-runs";
import { commandLineId } from "@/lib/domain/policy";
import { unitKey } from "@/lib/improve/learning-unit";
import { watchDrift } from "@/lib/improve/watch-drift";
import { planRun } from "@/lib/protocols/plan-run";

type Place = Awaited<ReturnType<typeof getWatchPlace>>;
type Asks = Awaited<ReturnType<typeof listAsks>>;

/**
 * The next step of a watch, if there is one: computes what a look found once its run has ended, asks again when the time has come, or ends the watch
 * after its last look. Only one worker at a time takes it. It takes no actor, because a worker calls it for a watch that a person started.
 */
export async function advanceWatch(watchId: string): Promise<void> {
  const woken = await inTransaction(async (tx) => {
    const watch = await holdWatch(tx, watchId);
    if (watch === null) return null;
    const asks = await listAsks(tx, watchId);
    const last = asks.at(-1);
    if (last === undefined || !endedRun.some((status) => status === last.status)) return null;
    if (last.number > watch.repeats && last.evidence === null) await saveWatchEvidence(tx, last.id, await findDrift(tx, watch, asks));
    if (last.number >= watch.repeats + watch.looks) {
      await endWatchRow(tx, watchId);
      return null;
    }
    const isDue = watch.nextAt !== null && (last.number < watch.repeats || watch.nextAt <= new Date());
    return isDue ? askAgain(tx, watchId, watch, asks) : null;
  });
  if (woken !== null) await wakeJudge(woken);
}

/** Asks the judge about the same units, as it is set up now. Returns the judge to wake; null: it is archived, and its watch ends. */
async function askAgain(tx: Db, watchId: string, watch: Place, asks: Asks): Promise<string | null> {
  const { taskId, judgeId, criteriaSetId, everyHours, repeats, createdById } = watch;
  const { judge, described } = await getTrialMaterial(await getLearningTask(taskId), judgeId, criteriaSetId);
  if (judge.archived) {
    await endWatchRow(tx, watchId);
    return null;
  }
  const run = planRun({ kind: "evaluation", variant: "plain" }, described, judge, []);
  const sentinels = await listSentinels(tx, asks[0]?.runId ?? "");
  const place = { taskId, criteriaSetId, sampleIds: [...new Set(sentinels.map(({ sampleId }) => sampleId))] };
  const runId = await createTrialRun(tx, { ...place, createdById: createdById ?? commandLineId }, { judge, run });
  const number = (asks.at(-1)?.number ?? 0) + 1;
  // The first look waits for its time too: what is compared with should not be minutes old.
  const hours = number < repeats ? 0 : everyHours;
  await createAsk(tx, { watchId, number, runId }, new Date(Date.now() + hours * 3_600_000));
  return judgeId;
}

async function findDrift(tx: Db, watch: Place, asks: Asks) {
  const { repeats, looks, taskId, seed } = watch;
  const last = asks.at(-1);
  const first = asks.slice(0, repeats);
  const sentinels = await listSentinels(tx, asks[0]?.runId ?? "");
  const { criteria } = await getLearningTask(taskId);
  const scales = new Map(criteria.map((criterion) => [criterion.id, criterion]));
  const scores = async (runId: string) => new Map((await listRunScores(runId)).map((one) => [unitKey(one), one.score]));
  const before = await Promise.all(first.map(({ runId }) => scores(runId)));
  const after = await scores(last?.runId ?? "");
  const units = sentinels.flatMap(({ sampleId, criterionId, inputKey }) => {
    const scale = scales.get(criterionId);
    if (scale === undefined) return [];
    const share = (score: number | undefined) => (score === undefined ? null : (score - scale.min) / (scale.max - scale.min));
    const key = unitKey({ sampleId, criterionId });
    return [{ input: inputKey, criterionId, before: before.map((map) => share(map.get(key))), after: share(after.get(key)) }];
  });
  const models = {
    before: await listModelsOf(
      tx,
      first.map(({ runId }) => runId),
    ),
    after: await listModelsOf(tx, [last?.runId ?? ""]),
  };
  return watchDrift({ look: (last?.number ?? 0) - repeats, looks, criteria, units, models, seed });
}
