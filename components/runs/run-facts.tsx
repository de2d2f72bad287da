"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { Run } from "@/lib/domain/judge";
import type { ProtocolDescription } from "@/lib/domain/prompt-version";
import { dollars, figuresOf } from "../charts/format";
import { Moment } from "../ui/moment";
import { Panel } from "../ui/panel";
import { computedSentence } from "../words/judge-words";
import { variantWords } from "../words/run-words";
import { optionFacts, parameterFacts, roleFacts } from "./asked-facts";

type Row = [name: string, value: ReactNode];

/** The run's settings, frozen at its start, and the start time. */
export function RunFacts({ run, projectId }: { run: Run; projectId: string }) {
  const isComputed = ["metric", "panel", "recalibrated"].includes(run.protocol);
  const rows: Row[] = [
    ["started", run.startedAt === null ? "not yet" : <Moment key="started" at={run.startedAt} />],
    ["ended", run.endedAt === null ? "not yet" : <Moment key="ended" at={run.endedAt} />],
  ];
  if (isComputed) return <Facts title="How it was computed" before={<Computed run={run} projectId={projectId} />} rows={rows} />;
  return <Asked run={run} projectId={projectId} rows={rows} />;
}

function Asked({ run, projectId, rows }: { run: Run; projectId: string; rows: Row[] }) {
  const catalogue = useQuery(endpointQuery("listProtocols", {}));
  const protocol = catalogue.data?.items.find(({ name }) => name === run.protocol);
  const asked: Row[] = [
    ["model", run.model ?? "not stated"],
    ["protocol", protocol?.title ?? run.protocol],
    ["prompts", protocol ? <WordingLink key="wording" run={run} protocol={protocol} projectId={projectId} /> : run.promptVersion],
    ...(run.variant === "plain" ? [] : [["variant", variantWords[run.variant].label] satisfies Row]),
    ...(protocol ? optionFacts(protocol, run.options) : []),
    ...roleFacts(run.roles),
    ...parameterFacts(run.parameters),
    ...(run.reuseAnswers ? [["earlier answers", "reused for identical requests"] satisfies Row] : []),
    ...(run.budgetUsd === null ? [] : [["budget", dollars(run.budgetUsd)] satisfies Row]),
    ...(run.budgetTokens === null ? [] : [["budget in tokens", figuresOf(run.budgetTokens, "token")] satisfies Row]),
  ];
  return <Facts title="How it was asked" rows={[...asked, ...rows]} />;
}

function Facts({ title, before, rows }: { title: string; before?: ReactNode; rows: Row[] }) {
  return (
    <Panel title={title}>
      {before}
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-small">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** What a metric or a panel computes, and from what. */
function Computed({ run, projectId }: { run: Run; projectId: string }) {
  const judges = useQuery(endpointQuery("listJudges", { params: { projectId } }));
  return <p className="mb-2 text-small">{computedSentence(run.options, judges.data?.items ?? [])}</p>;
}

/** The wording by its version, with its own page; the code is what exports call it. */
function WordingLink({ run, protocol, projectId }: { run: Run; protocol: ProtocolDescription; projectId: string }) {
  const versions = useQuery(endpointQuery("listPromptVersions", { params: { projectId } }));
  const version = versions.data?.items.find(({ protocol: of, hash }) => of === run.protocol && hash === run.promptVersion)?.version;
  const words = version !== undefined ? `version ${version}` : run.promptVersion === protocol.promptVersion ? "built-in" : null;
  const query = new URLSearchParams({ tab: "prompts", protocol: run.protocol, wording: run.promptVersion });
  return (
    <>
      {words !== null && `${words}, `}
      <Link className="text-accent underline underline-offset-3" href={`/projects/${projectId}/settings?${query}`}>
        {run.promptVersion}
      </Link>
    </>
  );
}
