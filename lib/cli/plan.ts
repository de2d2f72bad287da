import "server-only";
import { readFile } from "node:fs/promises";
import { Command } from "commander";
import type { Actor } from "@/lib/domain/policy";
import { type PlanContent, type PlanPreview, planContent, planSizeBody } from "@/lib/domain/study-plan";
import { closePlan } from "@/lib/workflows/close-plan";
import { listTaskPlans } from "@/lib/workflows/list-task-plans";
import { previewPlan } from "@/lib/workflows/preview-plan";
import { savePlan } from "@/lib/workflows/save-plan";
import { sizePlan } from "@/lib/workflows/size-plan";
import { startPlan } from "@/lib/workflows/start-plan";
import { localActor } from "./local-actor";
import { printJson, remark, UsageError } from "./output";
import { getProject, getTask } from "./projects";

interface TaskOptions {
  project: string;
  task?: string;
}

type Verb = (actor: Actor, taskId: string, argument: string) => Promise<unknown>;

/** `redline plan …`: who rates what in a task; choices come as JSON and every reply is one JSON document. */
export const planCommand = (): Command =>
  new Command("plan")
    .addCommand(verbCommand("show", "the task's plans, the newest first, and what the draft would come to", show))
    .addCommand(
      verbCommand("save", "keep the choices in a JSON file as the draft, and say what they would come to", save).argument("<file>"),
    )
    .addCommand(
      verbCommand("size", "how precise the study would be, and what it would take for a wanted precision", size).argument(
        "[file]",
        "JSON with plan, assumptions, targets and criterion, each optional; the draft plan by default",
      ),
    )
    .addCommand(verbCommand("start", "start the draft: its allocation and the criteria are fixed from then on", start))
    .addCommand(verbCommand("close", "end the study: nothing more is given out; open work can still be submitted", close));

function verbCommand(name: string, description: string, perform: Verb): Command {
  const command = new Command(name)
    .description(description)
    .requiredOption("--project <name>")
    .option("--task <name>", "needed where the project has several");
  return command.action(async () => {
    const { project, task } = command.opts<TaskOptions>();
    const actor = await localActor();
    const { id } = await getTask(actor, await getProject(actor, project), task);
    printJson(await perform(actor, id, command.args[0] ?? ""));
  });
}

const show: Verb = async (actor, taskId) => {
  const { items } = await listTaskPlans(actor, { taskId });
  const draft = items.find(({ status }) => status === "draft");
  return { plans: items, preview: draft ? await previewed(actor, taskId, draft.content) : null };
};

const save: Verb = async (actor, taskId, file) => {
  const content = await readChoices(file);
  return { plan: await savePlan(actor, { taskId, ...content }), preview: await previewed(actor, taskId, content) };
};

const size: Verb = async (actor, taskId, file) => {
  const given = file === "" ? {} : parse(file, await readText(file));
  const { items } = await listTaskPlans(actor, { taskId });
  const draft = items.find(({ status }) => status !== "closed")?.content ?? {};
  if (typeof given !== "object" || given === null || Array.isArray(given)) throw new UsageError(`${file}: must be one JSON object`);
  const input = planSizeBody.safeParse({ plan: draft, ...given });
  if (!input.success) throw refusal(file || "The draft plan", input.error.issues);
  const sized = await sizePlan(actor, { taskId, ...input.data });
  remark(sized.conclusion);
  if (sized.payWarning !== null) remark(`note: ${sized.payWarning}`);
  return sized;
};

const start: Verb = (actor, taskId) => startPlan(actor, { taskId });
const close: Verb = (actor, taskId) => closePlan(actor, { taskId });

/** What the choices come to; what is wrong with them also goes to standard error. */
async function previewed(actor: Actor, taskId: string, content: PlanContent): Promise<PlanPreview> {
  const preview = await previewPlan(actor, { taskId, ...content });
  for (const { blocks, message } of preview.problems) remark(`${blocks ? "cannot start" : "note"}: ${message}`);
  return preview;
}

async function readChoices(file: string): Promise<PlanContent> {
  const choices = planContent.safeParse(parse(file, await readText(file)));
  if (choices.success) return choices.data;
  throw refusal(file, choices.error.issues);
}

const refusal = (file: string, issues: readonly { path: PropertyKey[]; message: string }[]) =>
  new UsageError(
    `${file}: ${issues.map(({ path, message }) => [...(path.length > 0 ? [path.join(".")] : []), message].join(": ")).join("; ")}`,
  );

const readText = (file: string): Promise<string> =>
  readFile(file, "utf8").catch((cause: unknown) => {
    throw new UsageError(`${file} could not be read: ${cause instanceof Error ? cause.message : String(cause)}`);
  });

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`${file} is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}
