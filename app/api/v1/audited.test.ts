import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type EndpointName, endpoints } from "@/lib/domain/api";
import type { Endpoint } from "@/lib/domain/api-endpoint";
import { auditVerbs } from "@/lib/domain/audit-words";
import { routeFiles } from "@/lib/testing/route-files";

const ownWork = "an annotator's own work, kept action by action with its times";
const kept = "kept with its author and time, and never changed";
const nothingStored = "stores nothing";
const staged = "a staged file is no part of the study; committing it is logged";

/** Writes that no audit event needs, and why. */
const exceptions: Partial<Record<EndpointName, string>> = {
  ...{
    nextAssignment: ownWork,
    prepareAssignment: ownWork,
    saveActions: ownWork,
    revealDrafts: ownWork,
    submitAssignment: ownWork,
    submitAndNext: ownWork,
  },
  ...{ reopenAssignment: ownWork, skipAssignment: ownWork, flagAssignment: ownWork, giveConsent: ownWork, declineConsent: ownWork },
  ...{ startExamTry: ownWork, readGuidelines: ownWork, markMentionsSeen: "what a member has seen is their own" },
  ...{
    saveCriteriaActions: kept,
    saveRedline: kept,
    submitRedline: kept,
    commentOnCriterion: kept,
    decideCriterion: kept,
    addComment: kept,
  },
  ...{ estimateRun: nothingStored, previewPlan: nothingStored, sizePlan: nothingStored },
  ...{ proposeGuidance: nothingStored },
  ...{ pingWebhook: "kept in the webhook's log", resendWebhookDelivery: "kept in the webhook's log" },
  ...{ testJudge: "stores only what the judge's model can do" },
  ...{ discardPreparedExport: "deletes a copy, and anyone may have another one prepared" },
  ...{ createImport: staged, mapImport: staged, discardImport: staged },
};

const writes = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(([, endpoint]) => endpoint.method !== "GET");
const read = (path: string) => readFileSync(join(process.cwd(), path), "utf8");

/** The source of the workflows that an endpoint's handler calls. */
function workflowsOf(name: EndpointName): string {
  const { path } = endpoints[name];
  const route = readFileSync(routeFiles.get(path) ?? "", "utf8");
  const [, handler = ""] = new RegExp(`endpoints\\.${name}\\b([\\s\\S]*?)(?:export const|$)`).exec(route) ?? [];
  const imports = [...route.matchAll(/import \{ ([^}]+) \} from "@\/lib\/workflows\/([\w-]+)"/g)];
  const called = imports.filter(([, names = ""]) => names.split(", ").some((one) => new RegExp(`\\b${one}\\(`).test(handler)));
  // What takes long is called in a process of its own, by name.
  const apart = [...handler.matchAll(/computeApart\("(\w+)"/g)].map(([, verb = ""]) =>
    verb.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  );
  return [...called.map(([, , file]) => file), ...apart].map((file) => read(`lib/workflows/${file}.ts`)).join("\n");
}

describe("who did that?", () => {
  test.each(writes.map(([name]) => name).filter((name) => exceptions[name] === undefined))(
    "%s leaves an event in the audit log",
    (name) => {
      expect(workflowsOf(name)).toContain("await appendAudit(");
    },
  );

  test("every exception is a write that leaves none", () => {
    const names = new Set<string>(writes.map(([name]) => name));
    expect(Object.keys(exceptions).filter((name) => !names.has(name))).toEqual([]);

    const logging = (Object.keys(exceptions) as EndpointName[]).filter((name) => workflowsOf(name).includes("appendAudit("));
    expect(logging).toEqual([]);
  });

  test("every verb has words that can follow a name", () => {
    for (const words of Object.values(auditVerbs)) expect(words).toMatch(/^[a-z][A-Za-z' -]+$/);
  });
});
