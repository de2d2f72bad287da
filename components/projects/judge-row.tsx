"use client";

import { useQuery } from "@tanstack/react-query";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import { capabilityLines } from "@/lib/domain/capability-words";
import { type Judge, judgeCapabilities } from "@/lib/domain/judge";
import { duration } from "../charts/format";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { FieldError } from "../ui/field";
import { judgeSentence } from "../words/judge-words";

/** A row in the list of judges: description, protocol and actions. */
export function JudgeRow({ judge, all, onEdit }: { judge: Judge; all: Judge[]; onEdit: () => void }) {
  const test = useEndpointMutation("testJudge", { refresh: ["listJudges"] });
  const update = useEndpointMutation("updateJudge", { refresh: ["listJudges", "listEndpoints", "listPromptVersions"] });
  const params = { judgeId: judge.id };
  const archive = (archived: boolean) => update.mutate({ params, body: { archived } });
  const capabilities = linesOf(judge.capabilities);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-5 py-4">
      <div className="min-w-0 grow basis-64">
        <p className="flex flex-wrap items-center gap-2 text-body font-medium wrap-anywhere">
          <span>{judge.name}</span>
          {judge.hasKey && <Badge tone="quiet">key stored</Badge>}
        </p>
        <p className="text-small wrap-anywhere text-soft">{judgeSentence(judge, all)}</p>
        {judge.kind === "endpoint" && <Asked judge={judge} all={all} />}
        {capabilities.length > 0 && (
          <details className="mt-1">
            <summary className="w-fit text-small text-soft hover:text-ink">Endpoint capabilities</summary>
            <ul className="mt-1 list-disc pl-5 text-small text-soft">
              {capabilities.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </details>
        )}
        {test.isPending && <p className="mt-1 text-small text-soft">Sending a few small requests</p>}
        {test.isSuccess && (
          <p className={`mt-1 text-small ${test.data.ok ? "text-inserted" : "text-removed"}`} role="status">
            {test.data.message}
            {test.data.latencyMs !== null && ` Answered in ${duration(test.data.latencyMs / 1000)}.`}
          </p>
        )}
        {(test.isError || update.isError) && <FieldError>{(test.error ?? update.error)?.message}</FieldError>}
      </div>
      {judge.archivedAt !== null && (
        <Button size="small" busy={update.isPending} onClick={() => archive(false)}>
          Restore
        </Button>
      )}
      {judge.kind !== "imported" && judge.archivedAt === null && (
        <div className="flex flex-wrap gap-2">
          {judge.kind === "endpoint" && (
            <Button size="small" busy={test.isPending} onClick={() => test.mutate({ params })}>
              Test
            </Button>
          )}
          {judge.kind !== "recalibrated" && (
            <Button size="small" onClick={onEdit}>
              Change
            </Button>
          )}
          <Button size="small" variant="quiet" busy={update.isPending} onClick={() => archive(true)}>
            Archive
          </Button>
        </div>
      )}
    </li>
  );
}

/** The stored result of an older test may lack fields checked now. */
function linesOf(capabilities: Judge["capabilities"]): string[] {
  const read = judgeCapabilities.safeParse(capabilities);
  return read.success ? capabilityLines(read.data) : [];
}

function Asked({ judge, all }: { judge: Judge; all: Judge[] }) {
  const catalogue = useQuery(endpointQuery("listProtocols", {}));
  const versions = useQuery(endpointQuery("listPromptVersions", { params: { projectId: judge.projectId } }));
  const protocol = catalogue.data?.items.find(({ name }) => name === judge.protocol)?.title ?? judge.protocol;
  const version = versions.data?.items.find(({ id }) => id === judge.promptVersionId)?.version;
  const others = Object.values(judge.roles).map((id) => all.find((other) => other.id === id)?.name ?? "a deleted judge");
  return (
    <p className="text-small text-soft">
      Asked by {protocol}
      {others.length > 0 && ` with ${others.map((name) => `“${name}”`).join(" and ")}`},{" "}
      {judge.promptVersionId === null ? "with the built-in prompts" : `with version ${version ?? "…"} of the project's prompts`}
    </p>
  );
}
