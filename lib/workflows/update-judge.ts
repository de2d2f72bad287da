import "server-only";
import type { z } from "zod";
import { appendAudit } from "@/lib/db/audit";
import { type Db, inTransaction } from "@/lib/db/client";
import { getJudgeRow, type JudgeChange, listJudgeKinds, lockJudgeRow, updateJudgeRow } from "@/lib/db/judges";
import { findPromptVersion } from "@/lib/db/prompt-versions";
import { changedFields } from "@/lib/domain/audit";
import { AppError } from "@/lib/domain/errors";
import { type Judge, metricJudgeBody, panelJudgeBody, type updateJudgeBody } from "@/lib/domain/judge";
import { type Actor, demand } from "@/lib/domain/policy";
import { checkBaseUrl } from "@/lib/llm/check-base-url";
import { encryptKey } from "@/lib/llm/encrypt-key";
import { sameOrigin } from "@/lib/llm/endpoint-key";
import { demandChoices, demandMembers } from "@/lib/protocols/check-choices";

type Input = { judgeId: string } & z.output<typeof updateJudgeBody>;

/**
 * Changes the given fields of a judge. Runs under way keep what they were started with. The stored key is deleted when the judge moves to another
 * server, since it was given for the old one; options, roles and prompts belong to the protocol and are cleared when it changes.
 */
export async function updateJudge(actor: Actor, input: Input): Promise<Judge> {
  const { judgeId, apiKey } = input;
  const { projectId, kind } = await getJudgeRow(judgeId);
  demand(actor, "judge.edit", projectId, "judge");
  // Its name may have to be looked up, which must not hold a lock.
  if (kind === "endpoint" && input.baseUrl !== undefined) await checkBaseUrl(input.baseUrl);
  await inTransaction(async (client) => {
    const judge = await lockJudgeRow(client, judgeId);
    const change =
      judge.kind === "endpoint" ? await changeOfEndpoint(client, judge, input) : await changeWithoutEndpoint(client, judge, input);
    const moves = change.baseUrl !== undefined && !sameOrigin(change.baseUrl ?? "", judge.baseUrl ?? "");
    const sealed = apiKey ? encryptKey(apiKey, judge.projectId) : apiKey === "" || moves ? null : undefined;
    await updateJudgeRow(client, judgeId, { ...change, apiKeyEncrypted: sealed });
    await appendAudit(client, {
      projectId: judge.projectId,
      userId: actor.userId,
      verb: change.archived ? "judge.archive" : "judge.update",
      targetKind: "judge",
      targetId: judgeId,
      details: changedFields({ ...judge, archived: judge.archivedAt !== null }, { ...change, ...keyWord(sealed) }),
    });
  });
  return getJudgeRow(judgeId);
}

/** A key is never logged, only that there is another one or none. */
const keyWord = (sealed: string | null | undefined) => (sealed === undefined ? {} : { apiKey: sealed === null ? "removed" : "replaced" });

async function changeOfEndpoint(tx: Db, judge: Judge, input: Input): Promise<JudgeChange> {
  const { judgeId: _, apiKey: __, ...given } = input;
  const changesProtocol = given.protocol !== undefined && given.protocol !== judge.protocol;
  const change = changesProtocol ? { options: {}, roles: {}, promptVersionId: null, ...given } : given;
  const isAskedOtherwise = change.options !== undefined || change.roles !== undefined || change.promptVersionId !== undefined;
  if (isAskedOtherwise) {
    const { protocol, options, roles, promptVersionId } = { ...judge, ...withoutUndefined(change) };
    const partners = await listJudgeKinds(judge.projectId, Object.values(roles), tx);
    const wording = promptVersionId === null ? undefined : await findPromptVersion(judge.projectId, promptVersionId, tx);
    demandChoices({ protocol, options, roles, partners, wording });
  }
  return change;
}

/** Fields that may be absent, without those that are. */
const withoutUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> };

async function changeWithoutEndpoint(tx: Db, judge: Judge, input: Input): Promise<JudgeChange> {
  const changeable = judge.kind === "imported" || judge.kind === "recalibrated" ? ["name", "archived"] : ["name", "archived", "options"];
  const fields = Object.keys(input).filter((field) => field !== "judgeId");
  if (fields.some((field) => !changeable.includes(field))) throw new AppError("conflict", refusal[judge.kind]);
  const { name, archived, options } = input;
  if (options === undefined) return { name, archived };
  if (judge.kind === "metric") {
    const read = parseOptions(metricJudgeBody.shape.options, options);
    return { name, archived, options: read, protocol: read.metric };
  }
  const read = parseOptions(panelJudgeBody.shape.options, options);
  demandMembers(read.members, await listJudgeKinds(judge.projectId, read.members, tx));
  return { name, archived, options: read, protocol: read.aggregate };
}

const refusal: Record<Judge["kind"], string> = {
  endpoint: "",
  imported: "This judge's drafts were made elsewhere; only its name can be changed.",
  metric: "A metric is computed; only its name and which metric it is can be changed.",
  recalibrated: "A recalibrated judge maps another judge's scores; only its name can be changed. Recalibrate again for another map.",
  panel: "A panel is made of other judges; only its name, its members and how they are taken together can be changed.",
};

function parseOptions<S extends z.ZodType>(schema: S, options: unknown): z.output<S> {
  const read = schema.safeParse(options);
  if (read.success) return read.data;
  const issues = read.error.issues.map(({ path, message }) => ({ path: ["options", ...path.map(String)].join("."), message }));
  throw new AppError("invalid_input", issues.map(({ path, message }) => `${path}: ${message}`).join("; "), { details: { issues } });
}
