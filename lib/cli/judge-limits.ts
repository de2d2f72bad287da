import "server-only";
import { Command } from "commander";
import { type EndpointSummary, saveEndpointLimitsBody } from "@/lib/domain/endpoint";
import { limitEndpoint } from "@/lib/workflows/limit-endpoint";
import { listProjectEndpoints } from "@/lib/workflows/list-project-endpoints";
import { localActor } from "./local-actor";
import { print, printJson, UsageError } from "./output";
import { getProject } from "./projects";
import { readNumber } from "./read-number";

interface LimitOptions {
  project: string;
  baseUrl?: string;
  requestsPerMinute?: number;
  tokensPerMinute?: number;
  concurrency?: number;
  json?: true;
}

/** `redline judge limits`: what a server of models allows, all judges and workers together. */
export const judgeLimitsCommand = (): Command =>
  new Command("limits")
    .description("what an endpoint allows, all its judges together; without --base-url: show the limits of the project's endpoints")
    .requiredOption("--project <name>")
    .option("--base-url <url>", "as the judges have it, but for slashes at the end; a limit that is not given is taken away")
    .option("--requests-per-minute <number>", "requests begun in a minute", readNumber)
    .option("--tokens-per-minute <number>", "tokens read and written in a minute", readNumber)
    .option("--concurrency <number>", "requests at once", readNumber)
    .option("--json", "print one JSON document")
    .action(async ({ project: projectName, json, ...given }: LimitOptions) => {
      const actor = await localActor();
      const project = await getProject(actor, projectName);
      if (given.baseUrl === undefined) {
        if (Object.keys(given).length > 0) throw new UsageError("say which --base-url the limits are for");
        const { items } = await listProjectEndpoints(actor, { projectId: project.id });
        if (json) return printJson({ items });
        for (const item of items) print(line(item));
        return;
      }
      const body = saveEndpointLimitsBody.safeParse(given);
      if (!body.success) throw new UsageError(body.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; "));
      const saved = await limitEndpoint(actor, { projectId: project.id, ...body.data });
      if (json) printJson(saved);
      else print(line(saved));
    });

const line = ({ baseUrl, requestsPerMinute, tokensPerMinute, concurrency, judges }: EndpointSummary): string =>
  [
    baseUrl,
    `requests a minute: ${requestsPerMinute ?? "no limit"}`,
    `tokens a minute: ${tokensPerMinute ?? "no limit"}`,
    `at once: ${concurrency ?? "no limit"}`,
    judges.map(({ name }) => name).join(", "),
  ]
    .join("\t")
    .trimEnd();
