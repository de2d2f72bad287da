import "server-only";
import { existsSync } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Command, Option } from "commander";
import type { TrainingPiece } from "@/lib/datasets/training/training-pieces";
import type { ExcludedWork } from "@/lib/domain/exclusion";
import type { Actor } from "@/lib/domain/policy";
import type { ProjectSummary } from "@/lib/domain/project";
import { type TrainingFile, trainingFileNames, trainingFiles, trainingOptions, trainingSettings } from "@/lib/domain/training";
import { exportTraining } from "@/lib/workflows/export-training";
import { remark, UsageError } from "./output";
import { getTask } from "./projects";

/** Options that apply only to training data. */
export interface TrainingFlags {
  source?: string;
  reversed?: true;
  margin?: string;
  pairs?: string;
  settings?: string;
  /** False with --no-swap. */
  swap: boolean;
  shares?: string;
  seed?: string;
  force?: true;
}

/** The command with the options of training data. */
export const withTrainingFlags = (command: Command): Command =>
  command
    .option(
      "--source <source>",
      "dpo, sft: gold, annotators, judges or judge:NAME (default: gold labels of pairs, else annotators; sft: judges)",
    )
    .option("--reversed", "dpo: swap chosen and rejected")
    .option("--margin <number>", "dpo, one output per sample: the minimum difference of two scores (default: one step of the scale)")
    .addOption(new Option("--pairs <which>", "dpo, one output per sample: which two outputs of an input").choices(["all", "extremes"]))
    .option("--settings <list>", `sft: which of ${trainingSettings.join(", ")}, with commas (default: all)`)
    .option("--no-swap", "sft: omit the copies of pairs with the outputs swapped")
    .option("--shares <list>", "dpo, sft: shares of train, validation and test (default: 0.8,0.1,0.1)")
    .option("--seed <number>", "dpo, sft: another seed gives another split (default: 0)")
    .option("--force", "dpo, sft: replace files of an earlier export");

const flagsOf = ({ source, reversed, margin, pairs, settings, swap, shares, seed, force }: TrainingFlags) => ({
  source,
  reversed,
  margin,
  pairs,
  settings,
  swap: swap ? undefined : "false",
  shares,
  seed,
  force,
});

/** An option that the format ignores is bad usage, because the user expects it to have an effect. */
export function refuseTrainingFlags(flags: TrainingFlags, format: string): void {
  const given = Object.entries(flagsOf(flags)).find(([, value]) => value !== undefined)?.[0];
  if (given !== undefined)
    throw new UsageError(`${given === "swap" ? "--no-swap" : `--${given}`} applies to dpo and sft, not to ${format}`);
}

interface Asked extends TrainingFlags {
  task?: string;
  format: "dpo" | "sft";
  output?: string;
  excluded?: ExcludedWork;
}

/** Writes training data into a folder: three splits and the manifest, all or nothing. */
export async function exportTrainingTo(
  actor: Actor,
  project: ProjectSummary,
  { task, format, output, excluded, ...flags }: Asked,
): Promise<void> {
  if (output === undefined) throw new UsageError("give the folder for the four files with -o");
  const { force, reversed, ...texts } = flagsOf(flags);
  const given = Object.entries({ ...texts, excluded, format, reversed: reversed && "true" }).filter(([, value]) => value !== undefined);
  const options = trainingOptions.safeParse(Object.fromEntries(given));
  if (!options.success) {
    throw new UsageError(options.error.issues.map((issue) => `--${issue.path.join(".")}: ${issue.message}`).join("; "));
  }
  const { id: taskId } = await getTask(actor, project, task);
  const there = Object.values(trainingFileNames).find((name) => existsSync(join(output, name)));
  if (there !== undefined && !force) throw new UsageError(`${join(output, there)} already exists; --force replaces it`);
  const { pieces } = await exportTraining(actor, { projectId: project.id, taskId, options: options.data, files: trainingFiles });
  await mkdir(output, { recursive: true });
  await writeFiles(output, pieces);
  remark(`Wrote ${Object.values(trainingFileNames).join(", ")} to ${output}.`);
}

/** Writes temporary files and renames them when all are complete, so that a partial export is never mistaken for a full one. */
async function writeFiles(folder: string, pieces: AsyncIterable<TrainingPiece>): Promise<void> {
  const paths = new Map(trainingFiles.map((file) => [file, join(folder, trainingFileNames[file])]));
  const handles = new Map<TrainingFile, FileHandle>();
  const close = async () => {
    for (const handle of handles.values()) await handle.close();
    handles.clear();
  };
  try {
    for (const [file, path] of paths) handles.set(file, await open(`${path}.part`, "w"));
    for await (const { file, text } of pieces) await handles.get(file)?.appendFile(text);
    await close();
    for (const path of paths.values()) await rename(`${path}.part`, path);
  } catch (error) {
    await close();
    for (const path of paths.values()) await rm(`${path}.part`, { force: true });
    throw error;
  }
}
