import "server-only";
import { Command, InvalidArgumentError } from "commander";
import { createJudgeBody, type Judge } from "@/lib/domain/judge";
import type { Actor } from "@/lib/domain/policy";
import { createJudge } from "@/lib/workflows/create-judge";
import { listJudges } from "@/lib/workflows/list-judges";
import { testJudge } from "@/lib/workflows/test-judge";
import { localActor } from "./local-actor";
import { print, printJson, UsageError } from "./output";
import { getProject } from "./projects";

/** `redline judge …`: evaluators that are not persons. */
export const judgeCommand = (): Command =>
  new Command("judge")
    .description("judges: model endpoints that draft evaluations")
    .addCommand(addCommand())
    .addCommand(listCommand())
    .addCommand(testCommand());

interface AddOptions {
  project: string;
  name: string;
  baseUrl: string;
  model: string;
  keyEnv?: string;
  protocol?: string;
  temperature?: number;
  maxTokens?: number;
  concurrency?: number;
  inputPrice?: number;
  outputPrice?: number;
  json?: true;
}

const addCommand = (): Command =>
  new Command("add")
    .description("add a judge, an endpoint that speaks the OpenAI format")
    .requiredOption("--project <name>")
    .requiredOption("--name <name>", "what the judge is called here")
    .requiredOption("--base-url <url>", "for example http://127.0.0.1:11434/v1")
    .requiredOption("--model <model>", "the model's name at the endpoint")
    .option("--key-env <variable>", "the environment variable that holds the API key")
    .option("--protocol <name>", "how it is asked (default: step-by-step)")
    .option("--temperature <number>", "default: 0", readNumber)
    .option("--max-tokens <number>", "longest reply, in tokens (default: 800)", readNumber)
    .option("--concurrency <number>", "requests at once (default: 4)", readNumber)
    .option("--input-price <usd>", "US dollars per million tokens read", readNumber)
    .option("--output-price <usd>", "US dollars per million tokens written", readNumber)
    .option("--json", "print one JSON document")
    .action(async (options: AddOptions) => {
      const actor = await localActor();
      const project = await getProject(actor, options.project);
      const judge = await createJudge(actor, { projectId: project.id, ...readBody(options) });
      if (options.json) printJson(judge);
      else print(`The judge "${judge.name}" is added. Try it: redline judge test --project "${project.name}" --name "${judge.name}"`);
    });

function readBody(options: AddOptions) {
  const { name, baseUrl, model, protocol, temperature, maxTokens, concurrency, inputPrice, outputPrice } = options;
  const parsed = createJudgeBody.safeParse({
    name,
    baseUrl,
    model,
    protocol,
    apiKey: readKey(options.keyEnv),
    parameters: { temperature, maxTokens, concurrency },
    inputPriceUsd: inputPrice,
    outputPriceUsd: outputPrice,
  });
  if (parsed.success) return parsed.data;
  throw new UsageError(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; "));
}

function readKey(variable: string | undefined): string | undefined {
  if (variable === undefined) return undefined;
  const key = process.env[variable];
  if (!key) throw new UsageError(`the environment variable ${variable} is not set`);
  return key;
}

function readNumber(value: string): number {
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number)) throw new InvalidArgumentError("it is not a number");
  return number;
}

const listCommand = (): Command =>
  new Command("list")
    .description("judges of a project")
    .requiredOption("--project <name>")
    .option("--json", "print one JSON document")
    .action(async (options: { project: string; json?: true }) => {
      const actor = await localActor();
      const { items } = await listJudges(actor, { projectId: (await getProject(actor, options.project)).id });
      if (options.json) return printJson({ items });
      for (const judge of items) {
        const where = judge.kind === "endpoint" ? `${judge.model} at ${judge.baseUrl}` : "drafts made elsewhere";
        print([judge.name, where, judge.archivedAt ? "archived" : ""].join("\t").trimEnd());
      }
    });

const testCommand = (): Command =>
  new Command("test")
    .description("ask a judge one small question and say what its endpoint can do")
    .requiredOption("--project <name>")
    .requiredOption("--name <name>")
    .option("--json", "print one JSON document")
    .action(async (options: { project: string; name: string; json?: true }) => {
      const actor = await localActor();
      const judge = await getJudge(actor, options.project, options.name);
      const result = await testJudge(actor, { judgeId: judge.id });
      if (options.json) printJson(result);
      else print(`${result.ok ? "ok" : "failed"}: ${result.message}${result.latencyMs === null ? "" : ` (${result.latencyMs} ms)`}`);
      if (!result.ok) process.exitCode = 1;
    });

/** The judge of that name; an unknown name is bad usage. */
export async function getJudge(actor: Actor, projectName: string, name: string): Promise<Judge> {
  const project = await getProject(actor, projectName);
  const { items } = await listJudges(actor, { projectId: project.id });
  const judge = items.find((entry) => entry.name === name);
  const names = items.map((entry) => `"${entry.name}"`).join(", ");
  if (!judge) throw new UsageError(`there is no judge "${name}" in "${project.name}"; it has ${names || "none"}`);
  return judge;
}
