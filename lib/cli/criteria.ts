import "server-only";
import { Command, Option } from "commander";
import { type Run, startRunBody } from "@/lib/domain/judge";
import { likenessText } from "@/lib/domain/likeness-words";
import type { Actor } from "@/lib/domain/policy";
import type { Proposal } from "@/lib/domain/project";
import { estimateRun } from "@/lib/workflows/estimate-run";
import { readProposal } from "@/lib/workflows/read-proposal";
import { startRun } from "@/lib/workflows/start-run";
import { ratesCommand } from "./criteria-rates";
import { estimateText } from "./estimate-text";
import { localActor } from "./local-actor";
import { print, printJson, UsageError } from "./output";
import { getJudge, getProject, getTask } from "./projects";
import { findPromptVersionId } from "./prompt-version";
import { readCount, readNumber } from "./read-number";
import { waitForRun } from "./wait-for-run";

interface ProposeOptions {
  project: string;
  task?: string;
  judge: string;
  samples?: number;
  temperature?: number;
  embeddingsModel?: string;
  promptVersion?: "product" | number;
  dryRun?: true;
  wait?: true;
  json?: true;
  labels?: true;
}

/** `redline criteria …`: what samples are judged by. */
export const criteriaCommand = (): Command => new Command("criteria").addCommand(proposeCommand()).addCommand(ratesCommand());

const proposeCommand = (): Command =>
  new Command("propose")
    .description("let a judge propose criteria for a task, to be redlined and published under Criteria")
    .requiredOption("--project <name>")
    .option("--task <name>", "required if the project has several")
    .requiredOption("--judge <name>")
    .addOption(
      new Option("--samples [number]", "further lists, to measure their agreement: CC and ICC (default: 0; without a number, 10)")
        .argParser(readNumber)
        .preset("10"),
    )
    .option("--temperature <number>", "temperature of these lists (default: 0.7)", readNumber)
    .option("--embeddings-model <model>", "embeds the criteria, at the server of the judge in the role embedding, else at the judge's own")
    .option(
      "--prompt-version <number>",
      'version of the project\'s prompts, or "product" for the built-in ones (default: the newest version)',
      readVersion,
    )
    .option("--labels", "let criteria have unordered labels in place of numbers")
    .option("--dry-run", "print what it would ask and cost, and ask nothing")
    .option("--wait", "wait for the proposal; ask for it here if no worker is running")
    .option("--json", "print the run, with --wait also the proposal, as one JSON document")
    .action(propose);

async function propose(options: ProposeOptions): Promise<void> {
  const actor = await localActor();
  const project = await getProject(actor, options.project);
  const task = await getTask(actor, project, options.task);
  const body = { taskId: task.id, ...(await readBody(actor, project.id, options)) };
  if (options.dryRun) {
    const estimate = await estimateRun(actor, body);
    if (options.json) printJson(estimate);
    else print(estimateText(estimate));
    return;
  }
  const begun = await startRun(actor, body);
  const run = options.wait ? await waitForRun(actor, begun, ({ status, judge }) => `${status}: ${judge.name} proposes criteria`) : begun;
  const { proposal } = options.wait ? await readProposal(actor, { runId: run.id }) : { proposal: null };
  if (options.json) printJson(options.wait ? { run, proposal } : run);
  else for (const line of [summary(run), ...(proposal === null ? [] : proposalLines(proposal))]) print(line);
  if (options.wait && run.status !== "done") process.exitCode = 1;
}

async function readBody(actor: Actor, projectId: string, options: ProposeOptions) {
  const { samples, temperature, embeddingsModel, promptVersion, labels } = options;
  if (!samples && (temperature !== undefined || embeddingsModel !== undefined))
    throw new UsageError("--temperature and --embeddings-model apply to further lists: give their number with --samples");
  const judge = await getJudge(actor, options.project, options.judge);
  const promptVersionId = await wordingOf(actor, projectId, promptVersion);
  const body = startRunBody.safeParse({
    judgeId: judge.id,
    kind: "criteria",
    proposal: { samples, temperature, embeddingsModel, promptVersionId, labels },
  });
  if (body.success) return body.data;
  throw new UsageError(body.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; "));
}

const readVersion = (value: string): "product" | number => (value === "product" ? value : readCount(value));

async function wordingOf(actor: Actor, projectId: string, version: ProposeOptions["promptVersion"]): Promise<string | null | undefined> {
  if (version === undefined) return undefined;
  return version === "product" ? null : findPromptVersionId(actor, projectId, "criteria-proposal", version);
}

function summary({ id, judge, status, error, promptVersion, inputTokens, outputTokens, costUsd }: Run): string {
  const cost = costUsd === null ? "" : `, ${costUsd.toFixed(4)} US dollars`;
  const head = `run ${id} by ${judge.name} is ${status}: wording ${promptVersion}; ${inputTokens} tokens read, ${outputTokens} written${cost}`;
  return error === null ? head : `${head}\n  ${error}`;
}

/** The list with its headings; --json includes the definitions. */
function proposalLines({ items, consistency, embeddingsModel }: Proposal): string[] {
  const lines = items.map(({ kind, text }) => (kind === "heading" ? `${text}:` : `  ${text.split("\n", 1)[0]}`));
  if (consistency === null) return lines;
  const by = consistency.basis === "lexical" ? "by shared words" : `by the embeddings of ${embeddingsModel}`;
  return [...lines, `${likenessText(consistency)}, ${by}`];
}
