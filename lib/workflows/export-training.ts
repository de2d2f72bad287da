import "server-only";
import { planTraining } from "@/lib/datasets/training/plan-training";
import { isWanted, type TrainingPiece, trainingPieces } from "@/lib/datasets/training/training-pieces";
import { inSnapshot } from "@/lib/db/client";
import { getTraining, listTrainingRuns, trainingGroups } from "@/lib/db/training";
import { type Actor, demand } from "@/lib/domain/policy";
import { type TrainingFile, type TrainingOptions, trainingFileNames } from "@/lib/domain/training";

interface Input {
  projectId: string;
  taskId: string;
  options: TrainingOptions;
  files: readonly TrainingFile[];
}

export interface TrainingExport {
  /** What a file is called when it is saved by itself. */
  fileNameOf(file: TrainingFile): string;
  /** Read it to the end or return it: it holds a database connection. */
  pieces: AsyncIterable<TrainingPiece>;
}

/**
 * Makes training data from a task: preference pairs (`dpo`) or supervised pairs for the critique settings (`sft`), split by input, with a manifest of how
 * they were made. Only the requested files are made, from one snapshot of the database. Throws invalid_input if the options do not fit the format or the
 * task, conflict if the task lacks what they need. The pieces throw conflict, before the first one, if there would be no line at all.
 */
export async function exportTraining(actor: Actor, { projectId, taskId, options, files }: Input): Promise<TrainingExport> {
  demand(actor, "export.do", projectId);
  const judgeName = options.source?.kind === "judge" ? options.source.name : null;
  const { facts, place } = await getTraining(projectId, taskId, judgeName);
  const plan = planTraining(facts, options);
  const base = [facts.project, facts.task.name, options.format].join(" ").replace(/[^\p{L}\p{N}]+/gu, "-");
  const now = new Date();
  const made = (wanted: readonly TrainingFile[]) =>
    inSnapshot((tx) =>
      trainingPieces(
        trainingGroups(tx, plan, place, (splitKey) => isWanted(splitKey, { plan, files: wanted })),
        { plan, files: wanted, now, describeRuns: (ids) => listTrainingRuns(tx, ids) },
      ),
    );
  return { fileNameOf: (file) => `${base}-${trainingFileNames[file]}`, pieces: demandLines(made(files), () => made(["manifest"])) };
}

/**
 * The pieces, unchanged. If there are none, the requested split may be empty by its share while others are not. Making the manifest finds out: it throws
 * conflict if all splits are empty.
 */
async function* demandLines(
  pieces: AsyncIterable<TrainingPiece>,
  manifest: () => AsyncIterable<TrainingPiece>,
): AsyncGenerator<TrainingPiece> {
  let count = 0;
  for await (const piece of pieces) {
    count++;
    yield piece;
  }
  if (count === 0) for await (const _ of manifest());
}
