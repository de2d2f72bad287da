"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { EndpointSummary, EndpointLimits as Limits } from "@/lib/domain/endpoint";
import { Button } from "../ui/button";
import { ErrorState } from "../ui/error-state";
import { Field, FieldError } from "../ui/field";
import { Input } from "../ui/input";
import { Panel } from "../ui/panel";
import { Skeleton } from "../ui/skeleton";
import { toast } from "../ui/toast";

/** Limits of each model server, shared by all judges using it and by all workers. */
export function EndpointLimits({ projectId }: { projectId: string }) {
  const endpoints = useQuery(endpointQuery("listEndpoints", { params: { projectId } }));
  return (
    <Panel
      className="mt-4"
      title="Server limits"
      description="Shared by all judges of a server, in the runs of all projects: the strictest limit that any project states holds. An empty field states none. A server's own Retry-After is always respected."
    >
      {endpoints.isPending && <Skeleton className="h-16" />}
      {endpoints.isError && (
        <ErrorState title="The limits could not be loaded" error={endpoints.error} onRetry={() => void endpoints.refetch()} />
      )}
      <div className="divide-y">
        {endpoints.data?.items.map((server) => (
          <ServerLimits key={server.baseUrl} projectId={projectId} server={server} />
        ))}
      </div>
    </Panel>
  );
}

const fields = [
  { name: "requestsPerMinute", label: "Requests per minute" },
  { name: "tokensPerMinute", label: "Tokens per minute" },
  { name: "concurrency", label: "Concurrent requests" },
] as const satisfies readonly { name: keyof Limits; label: string }[];

const isLimit = (text: string) => text.trim() === "" || (Number.isInteger(Number(text)) && Number(text) > 0);
const limitOf = (text: string) => (text.trim() === "" ? null : Number(text));

/** The limits that other projects state more strictly, in words; empty if there are none. */
const stricter = (server: EndpointSummary): string =>
  fields
    .flatMap(({ name, label }) => {
      const held = server.inForce[name];
      return held !== null && held !== server[name] ? [`${label.toLowerCase()} ${held.toLocaleString("en")}`] : [];
    })
    .join(", ");

function ServerLimits({ projectId, server }: { projectId: string; server: EndpointSummary }) {
  const save = useEndpointMutation("saveEndpointLimits", { refresh: ["listEndpoints"] });
  const [typed, setTyped] = useState(
    () => Object.fromEntries(fields.map(({ name }) => [name, server[name]?.toString() ?? ""])) as Record<keyof Limits, string>,
  );
  const isChanged = fields.some(({ name }) => limitOf(typed[name]) !== server[name]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!fields.every(({ name }) => isLimit(typed[name]))) return;
    const limits = {
      requestsPerMinute: limitOf(typed.requestsPerMinute),
      tokensPerMinute: limitOf(typed.tokensPerMinute),
      concurrency: limitOf(typed.concurrency),
    };
    save.mutate({ params: { projectId }, body: { baseUrl: server.baseUrl, ...limits } }, { onSuccess: () => toast("Limits saved") });
  };
  return (
    <form onSubmit={submit} aria-label={server.baseUrl} className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0" noValidate>
      <div className="wrap-anywhere">
        <p className="font-mono text-small">{server.baseUrl}</p>
        <p className="text-small text-soft">
          {server.judges.length === 0 ? "No active judge uses this server." : server.judges.map(({ name }) => `“${name}”`).join(", ")}
        </p>
      </div>
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[repeat(3,9rem)_auto]">
        {fields.map(({ name, label }) => (
          <Field key={name} label={label} error={!isLimit(typed[name]) && "A whole number, at least 1."}>
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                placeholder="no limit"
                value={typed[name]}
                onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
              />
            )}
          </Field>
        ))}
        <Button type="submit" busy={save.isPending} disabled={!isChanged} className="mt-6.5 justify-self-start">
          Save limits
        </Button>
      </div>
      {stricter(server) !== "" && (
        <p className="text-small text-soft">Another project states stricter limits for this server: {stricter(server)}.</p>
      )}
      {save.isError && <FieldError>{save.error.message}</FieldError>}
    </form>
  );
}
