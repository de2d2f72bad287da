import "server-only";
import { readFile } from "node:fs/promises";
import { Command } from "commander";
import { createJudgeBody } from "@/lib/domain/judge";
import type { Actor } from "@/lib/domain/policy";
import { localActor } from "./local-actor";
import { print, printJson, UsageError } from "./output";
import { getJudge, getProject } from "./projects";
import { findPromptVersionId } from "./prompt-version";
import { readNumber } from "./read-number";

interface AddOptions {
  project: string;
  name: string;
  baseUrl?: string;
  model?: string;
  keyEnv?: string;
  protocol?: string;
  option?: string[];
  role?: string[];
  promptVersion?: number;
  metric?: string;
  panel?: string[];
  aggregate?: string;
  temperature?: number;
  topP?: number;
  maxTokens?: number;
  concurrency?: number;
  seed?: number;
  timeout?: number;
  structuredOutput?: string;
  stream?: true;
  images?: string;
  imageDetail?: string;
  imageLimitKb?: number;
  inputPrice?: number;
  outputPrice?: number;
  json?: true;
}

const collect = (value: string, before: string[] = []): string[] => [...before, value];

/** `redline judge add`: a model behind an endpoint, a metric, or a panel of other judges. */
export const addJudgeCommand = (): Command =>
  new Command("add")
    .description("add a judge: an OpenAI-compatible endpoint, a metric, or a panel of other judges")
    .requiredOption("--project <name>")
    .requiredOption("--name <name>", "the judge's name")
    .option("--base-url <url>", "for example http://127.0.0.1:11434/v1")
    .option("--model <model>", "the model's name at the endpoint")
    .option("--key-env <variable>", "the environment variable that holds the API key")
    .option("--protocol <name>", "its protocol (default: step-by-step)")
    .option("--option <key=value>", "an option of the protocol; key=@FILE reads JSON from a file; repeatable", collect)
    .option(
      "--role <part=judge>",
      "a judge whose endpoint takes another role of the protocol: weak, reviser or embedding; repeatable",
      collect,
    )
    .option("--prompt-version <number>", "use this version of the project's prompts", readNumber)
    .option("--metric <name>", "a metric instead of a model: string-match, answer-match, rouge-l, chrf or length")
    .option("--panel <judges...>", "a panel of these judges instead of a model")
    .option("--aggregate <name>", "how a panel combines its members' scores: mean, median or majority (default: mean)")
    .option("--temperature <number>", "default: 0", readNumber)
    .option("--top-p <number>", "above 0 to 1; default: not sent", readNumber)
    .option("--max-tokens <number>", "longest reply, in tokens (default: 800)", readNumber)
    .option("--concurrency <number>", "concurrent requests (default: 4)", readNumber)
    .option("--seed <number>", "sent with every request", readNumber)
    .option("--timeout <seconds>", "how long an answer may take (default: 60)", readNumber)
    .option("--structured-output <when>", "JSON-schema replies: auto, on or off (default: auto)")
    .option("--stream", "stream replies")
    .option("--images <how>", "samples' images: send, leave-out or caption, from a column image_caption (default: send)")
    .option("--image-detail <detail>", "auto, low or high; default: not sent")
    .option("--image-limit-kb <number>", "larger images are not sent, and their units fail", readNumber)
    .option("--input-price <usd>", "US dollars per million tokens read", readNumber)
    .option("--output-price <usd>", "US dollars per million tokens written", readNumber)
    .option("--json", "print one JSON document")
    .action(async (options: AddOptions) => {
      const actor = await localActor();
      const project = await getProject(actor, options.project);
      const { createJudge } = await import("@/lib/workflows/create-judge");
      const judge = await createJudge(actor, { projectId: project.id, ...(await readBody(actor, project.id, options)) });
      if (options.json) return printJson(judge);
      const next = judge.kind === "endpoint" ? ` Try it: redline judge test --project "${project.name}" --name "${judge.name}"` : "";
      print(`The judge "${judge.name}" is added.${next}`);
    });

async function readBody(actor: Actor, projectId: string, options: AddOptions) {
  const parsed = createJudgeBody.safeParse(await bodyOf(actor, projectId, options));
  if (parsed.success) return parsed.data;
  throw new UsageError(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; "));
}

async function bodyOf(actor: Actor, projectId: string, options: AddOptions): Promise<Record<string, unknown>> {
  const { name, baseUrl, model, metric, panel, aggregate = "mean" } = options;
  const made = [baseUrl ?? model, metric, panel].filter((given) => given !== undefined);
  if (made.length > 1) throw new UsageError("a judge is either a model (--base-url and --model), a metric (--metric) or a panel (--panel)");
  if (metric !== undefined) return { kind: "metric", name, options: { metric } };
  if (panel !== undefined) {
    const members = await Promise.all(panel.map((member) => getJudge(actor, options.project, member)));
    return { kind: "panel", name, options: { members: members.map(({ id }) => id), aggregate } };
  }
  if (baseUrl === undefined || model === undefined) throw new UsageError("give --base-url and --model, or --metric, or --panel");
  const { protocol = "step-by-step", inputPrice, outputPrice, promptVersion } = options;
  return {
    name,
    baseUrl,
    model,
    protocol,
    options: await readChoices(options.option ?? []),
    roles: await readRoles(actor, options.project, options.role ?? []),
    promptVersionId: promptVersion === undefined ? null : await findPromptVersionId(actor, projectId, protocol, promptVersion),
    apiKey: readKey(options.keyEnv),
    parameters: readParameters(options),
    inputPriceUsd: inputPrice,
    outputPriceUsd: outputPrice,
  };
}

function readParameters({ timeout, ...given }: AddOptions) {
  const { temperature, topP, maxTokens, concurrency, seed, structuredOutput, stream, images, imageDetail, imageLimitKb } = given;
  const timeoutMs = timeout === undefined ? undefined : Math.round(timeout * 1000);
  return { temperature, topP, maxTokens, concurrency, seed, timeoutMs, structuredOutput, stream, images, imageDetail, imageLimitKb };
}

function splitPair(pair: string, form: string): [string, string] {
  const at = pair.indexOf("=");
  if (at < 1) throw new UsageError(`"${pair}" is not of the form ${form}`);
  return [pair.slice(0, at), pair.slice(at + 1)];
}

async function readChoices(pairs: string[]): Promise<Record<string, unknown>> {
  const read = pairs.map(async (pair) => {
    const [key, value] = splitPair(pair, "key=value");
    return [key, value.startsWith("@") ? await readJsonFile(value.slice(1)) : readValue(value)] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** "true", "3" and "[…]" are parsed as JSON; anything else is plain text. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function readJsonFile(path: string): Promise<unknown> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${path} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function readRoles(actor: Actor, projectName: string, pairs: string[]): Promise<Record<string, string>> {
  const read = pairs.map(async (pair) => {
    const [role, name] = splitPair(pair, "part=JUDGE");
    if (!["weak", "reviser", "embedding"].includes(role))
      throw new UsageError(`there is no role "${role}"; choose weak, reviser or embedding`);
    return [role, (await getJudge(actor, projectName, name)).id] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

function readKey(variable: string | undefined): string | undefined {
  if (variable === undefined) return undefined;
  const key = process.env[variable];
  if (!key) throw new UsageError(`the environment variable ${variable} is not set`);
  return key;
}
