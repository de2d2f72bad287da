import "server-only";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Command, Option } from "commander";
import { exportProject } from "@/lib/workflows/export-project";
import { localActor } from "./local-actor";
import { remark } from "./output";
import { getProject, getTask } from "./projects";

type Format = "jsonl" | "csv" | "long-csv";

export const exportCommand = (): Command =>
  new Command("export")
    .description("stream a project's samples, drafts, actions and ratings")
    .requiredOption("--project <name>")
    .option("--task <name>", "one task only")
    .addOption(new Option("--format <format>").choices(["jsonl", "csv", "long-csv"]).default("jsonl"))
    .option("-o, --output <path>", "file to write (default: standard output)")
    .action(async (options: { project: string; task?: string; format: Format; output?: string }) => {
      const actor = await localActor();
      const project = await getProject(actor, options.project);
      const task = options.task === undefined ? undefined : await getTask(actor, project, options.task);
      const { body } = await exportProject(actor, { projectId: project.id, taskId: task?.id, format: options.format });
      if (options.output === undefined) return pipeline(Readable.from(body), process.stdout, { end: false });
      // Written beside its name and renamed when whole, so that a broken export is never mistaken for one.
      const partial = `${options.output}.part`;
      try {
        await pipeline(Readable.from(body), createWriteStream(partial));
        await rename(partial, options.output);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
      remark(`Wrote ${options.output}.`);
    });
