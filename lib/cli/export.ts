import "server-only";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Command, Option } from "commander";
import { type ExcludedWork, excludedWork } from "@/lib/domain/exclusion";
import { type ExportFormat, exportFormat } from "@/lib/domain/export-format";
import { exportProject } from "@/lib/workflows/export-project";
import { exportTrainingTo, refuseTrainingFlags, type TrainingFlags, withTrainingFlags } from "./export-training";
import { localActor } from "./local-actor";
import { remark } from "./output";
import { getProject, getTask } from "./projects";
import { writeWhole } from "./whole-file";

interface ExportOptions extends TrainingFlags {
  project: string;
  task?: string;
  format: ExportFormat | "dpo" | "sft";
  output?: string;
  excluded?: ExcludedWork;
}

export const exportCommand = (): Command =>
  withTrainingFlags(
    new Command("export")
      .requiredOption("--project <name>")
      .option("--task <name>", "one task only")
      .addOption(new Option("--format <format>").choices([...exportFormat.options, "dpo", "sft"]).default("jsonl"))
      .addOption(
        new Option(
          "--excluded <which>",
          "with the work of excluded people or without (default: with, marked; dpo and sft: without)",
        ).choices(excludedWork.options),
      )
      .option("-o, --output <path>", "file to write (default: standard output); for dpo and sft the folder"),
  ).action(async ({ format, ...options }: ExportOptions) => {
    const actor = await localActor();
    const project = await getProject(actor, options.project);
    if (format === "dpo" || format === "sft") return exportTrainingTo(actor, project, { ...options, format });
    refuseTrainingFlags(options, format);
    const task = options.task === undefined ? undefined : await getTask(actor, project, options.task);
    const { body } = await exportProject(actor, { projectId: project.id, taskId: task?.id, format, excluded: options.excluded });
    if (options.output === undefined) return pipeline(Readable.from(body), process.stdout, { end: false });
    await writeWhole(options.output, 0o666, (file) => pipeline(Readable.from(body), file));
    remark(`Wrote ${options.output}.`);
  });
