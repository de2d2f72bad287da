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

/** `redline judge limits`: the limits of a model server, shared by all judges and workers. */
export const judgeLimitsCommand = (): Command =>
  new Command("limits")
    .description(
      "set an endpoint's limits, shared by all judges on its server; without --base-url: show the limits of the project's endpoints",
    )
    .requiredOption("--project <name>")
    .option("--base-url <url>", "as in the judges, apart from trailing slashes; omitted limits are removed")
    .option("--requests-per-minute <number>", "requests per minute", readNumber)
    .option("--tokens-per-minute <number>", "tokens read and written per minute", readNumber)
    .option("--concurrency <number>", "concurrent requests", readNumber)
    .option("--json", "print one JSON document")
    .action(async ({ project: projectName, json, ...given }: LimitOptions) => {
      const actor = await localActor();
      const project = await getProject(actor, projectName);
      if (given.baseUrl === undefined) {
        if (Object.keys(given).length > 0) throw new UsageError("give the --base-url that the limits are for");
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

const said = (own: number | null, inForce: number | null) =>
  `${own ?? "no limit"}${inForce === own || inForce === null ? "" : ` (in force: ${inForce}, from another project)`}`;

const line = ({ baseUrl, requestsPerMinute, tokensPerMinute, concurrency, inForce, judges }: EndpointSummary): string =>
  [
    baseUrl,
    `requests per minute: ${said(requestsPerMinute, inForce.requestsPerMinute)}`,
    `tokens per minute: ${said(tokensPerMinute, inForce.tokensPerMinute)}`,
    `concurrent: ${said(concurrency, inForce.concurrency)}`,
    judges.map(({ name }) => name).join(", "),
  ]
    .join("\t")
    .trimEnd();
