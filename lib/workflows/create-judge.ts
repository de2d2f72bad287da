import "server-only";
import type { z } from "zod";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { createJudgeRow, getJudgeRow, type JudgeContent, listJudgeKinds } from "@/lib/db/judges";
import { findPromptVersion } from "@/lib/db/prompt-versions";
import {
  type createJudgeBody,
  type endpointJudgeBody,
  type Judge,
  type metricJudgeBody,
  type panelJudgeBody,
  withoutEndpoint,
} from "@/lib/domain/judge";
import { type Actor, demand } from "@/lib/domain/policy";
import { checkBaseUrl } from "@/lib/llm/check-base-url";
import { encryptKey } from "@/lib/llm/encrypt-key";
import { demandChoices, demandMembers } from "@/lib/protocols/check-choices";

/**
 * Adds a judge to a project: a model behind an endpoint, a metric, or a panel of other judges. Throws invalid_input for an address that may not be
 * called and for choices that do not fit, already_exists for a taken name.
 */
export async function createJudge(actor: Actor, input: { projectId: string } & z.output<typeof createJudgeBody>): Promise<Judge> {
  const { projectId } = input;
  demand(actor, "judge.edit", projectId);
  const content = input.kind === "endpoint" ? await endpointContent(input) : await contentWithoutEndpoint(input);
  const sealed = input.kind === "endpoint" && input.apiKey ? encryptKey(input.apiKey, projectId) : null;
  const id = await inTransaction(async (client) => {
    const made = await createJudgeRow(client, projectId, content, sealed);
    const { kind, name, baseUrl, model } = content;
    const details = { kind, name, baseUrl, model };
    await appendAudit(client, { projectId, userId: actor.userId, verb: "judge.create", targetKind: "judge", targetId: made, details });
    return made;
  });
  return getJudgeRow(id);
}

async function endpointContent(input: { projectId: string } & z.output<typeof endpointJudgeBody>): Promise<JudgeContent> {
  const { projectId, apiKey: _, ...content } = input;
  const { protocol, options, roles, promptVersionId } = content;
  const partners = await listJudgeKinds(projectId, Object.values(roles));
  const wording = promptVersionId === null ? undefined : await findPromptVersion(projectId, promptVersionId);
  demandChoices({ protocol, options, roles, partners, wording });
  await checkBaseUrl(content.baseUrl);
  return content;
}

type WithoutEndpoint = z.output<typeof metricJudgeBody> | z.output<typeof panelJudgeBody>;

async function contentWithoutEndpoint(input: { projectId: string } & WithoutEndpoint): Promise<JudgeContent> {
  const { projectId, kind, name, options } = input;
  if (kind === "panel") demandMembers(options.members, await listJudgeKinds(projectId, options.members));
  return {
    kind,
    name,
    options,
    // Such a judge has its metric or panel in place of a protocol.
    protocol: kind === "metric" ? options.metric : options.aggregate,
    ...withoutEndpoint,
  };
}
