import "server-only";
import { listSampleDrafts, listSavedUnits } from "@/lib/db/actions";
import { getAssignment } from "@/lib/db/assignments";
import { getCalibrationPlace } from "@/lib/db/calibration";
import { getSampleThread } from "@/lib/db/comments";
import { listCriteriaOfWork } from "@/lib/db/criteria";
import { getExamPlace } from "@/lib/db/exams";
import { listInWork } from "@/lib/db/samples-in-work";
import { getOwnProgress, getWorkspaceFrame } from "@/lib/db/workspace";
import type { OpenedAssignment } from "@/lib/domain/assignment";
import { withItemIds } from "@/lib/domain/draft";
import { demandReadableAssignment } from "@/lib/domain/own-assignment";
import type { Actor } from "@/lib/domain/policy";
import { codebooksOf } from "@/lib/domain/reason-book";
import { imageAddress } from "@/lib/domain/sample-image";
import { shownDraft, showsDrafts } from "@/lib/domain/shown-draft";
import { mayReadThread } from "@/lib/domain/thread";
import { withheldWork } from "@/lib/domain/withheld";
import { swapAction, swapDraft, swapOutputs, swapText } from "@/lib/review/swap-pair";
import { seededRandom, streamSeed } from "@/lib/stats";
import { shuffled } from "@/lib/study/shuffled";

/**
 * Everything the workspace shows of one assignment. In the blind arm drafts are not even read, so no byte of one can leave the server;
 * the systems that wrote the outputs, the subset and the known answer are never part of it. Researchers may look at anybody's, but not of a sample that they
 * have open themselves. A pair is
 * shown to its annotator in the order drawn for them, to everyone else in its own order. Its annotator sees the sample's number in their own work
 * instead of its id, since ids and the order of import may name a system.
 */
export async function openAssignment(actor: Actor, input: { assignmentId: string }): Promise<OpenedAssignment> {
  const assignment = await getAssignment(input.assignmentId);
  demandReadableAssignment(actor, assignment);
  const own = assignment.userId === actor.userId;
  if (!own && (await listInWork(actor.userId, [assignment.sampleId])).size > 0) throw withheldWork();
  const swapped = assignment.swapped && own;
  const [frame, criteriaOfSet, saved, drafts, progress, exam, calibration, thread] = await Promise.all([
    getWorkspaceFrame(assignment.id),
    listCriteriaOfWork(assignment.id),
    listSavedUnits(assignment.id),
    showsDrafts(assignment) && assignment.runId !== null ? listSampleDrafts(assignment.runId, assignment.sampleId) : null,
    getOwnProgress(assignment),
    assignment.purpose === "exam" ? getExamPlace(assignment) : null,
    assignment.purpose === "calibration" ? getCalibrationPlace(assignment) : null,
    getSampleThread(assignment, actor.userId),
  ]);
  // Always the same for one assignment, so that a reload changes nothing.
  const criteria = own && frame.shuffleCriteria ? shuffled(criteriaOfSet, seededRandom(streamSeed(0, assignment.id))) : criteriaOfSet;
  const outputs = swapOutputs(frame, swapped);
  return {
    id: assignment.id,
    status: assignment.status,
    arm: assignment.arm,
    revealed: assignment.revealed,
    annotator: own ? actor.name : frame.annotator,
    editable: own && !assignment.imported,
    seenSwapped: assignment.swapped && !own,
    flag: swapText(assignment.flag, swapped),
    leasedUntil: assignment.leasedUntil?.toISOString() ?? null,
    submittedAt: assignment.submittedAt?.toISOString() ?? null,
    returnedAt: frame.returnedAt?.toISOString() ?? null,
    comments: frame.comments,
    project: { id: assignment.projectId, name: frame.projectName },
    task: {
      id: assignment.taskId,
      name: frame.taskName,
      description: frame.description,
      inputName: frame.inputName,
      outputName: frame.outputName,
      guidelines: frame.guidelines,
      reasonRequired: assignment.reasonRequired,
      mayAcceptRest: assignment.mayAcceptRest,
      reasons: codebooksOf(frame.reasonCodes).items,
      textFormat: frame.textFormat,
    },
    sample: {
      id: assignment.sampleId,
      externalId: own ? String(progress.number) : frame.externalId,
      input: frame.input,
      output: outputs.output,
      outputB: outputs.outputB,
      reference: frame.reference,
      imageUrl: imageAddress(assignment.sampleId, frame.imageUrl),
    },
    criteria,
    units: criteria.map((criterion) => {
      const unit = saved.get(criterion.id);
      const shown = shownDraft(assignment, { draft: drafts?.get(criterion.id) ?? null, saved: unit ?? null });
      const draft = shown && swapDraft(shown, swapped);
      return {
        criterionId: criterion.id,
        draft: draft ? { id: draft.id, score: draft.score, items: withItemIds(draft.items), madeBlind: unit?.blindActions ?? 0 } : null,
        actions: (unit?.actions ?? []).map((action) => swapAction(action, swapped)),
        activeMs: unit?.activeMs ?? 0,
      };
    }),
    progress: { submitted: progress.submitted, skipped: progress.skipped, total: (exam ?? calibration)?.of ?? progress.total },
    previousId: progress.previousId,
    nextId: progress.nextId,
    exam,
    calibration,
    discussion: {
      sample: mayReadThread(actor, thread),
      criteria: mayReadThread(actor, { ...thread, on: "criterion", calibrated: false, withheld: false }),
    },
  };
}
