"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import { type Webhook, type WebhookEvent, webhookEvent } from "@/lib/domain/webhook";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { ErrorState } from "../ui/error-state";
import { Field, FieldError } from "../ui/field";
import { Input } from "../ui/input";
import { Panel } from "../ui/panel";
import { SkeletonRows } from "../ui/skeleton";
import { toast } from "../ui/toast";
import { WebhookLog } from "./webhook-log";

const words: Record<WebhookEvent, string> = {
  "run.ended": "A run has ended",
  "sample.complete": "A sample has all its ratings",
  "task.complete": "A task has all its ratings",
  "qualification.passed": "An annotator passed the exam",
  "report.changed": "The report changed",
};

/** While something is on its way, its state is read again. */
const refetchMs = 2000;

/** Addresses of programs that are notified of what happens in the project, each with its log of deliveries. */
export function WebhooksPanel({ projectId }: { projectId: string }) {
  const webhooks = useQuery({
    ...endpointQuery("listWebhooks", { params: { projectId } }),
    refetchInterval: ({ state }) => (state.data?.items.some(({ last }) => last?.status === "pending") ? refetchMs : false),
  });
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Panel
      title="Webhooks"
      description="Redline sends a signed POST to an address of yours when something happens here, and tries again for 15 hours if that fails. A message has ids to look things up by, no texts and no names of people."
    >
      <div className="flex flex-col gap-5">
        <AddWebhook projectId={projectId} onMade={setSecret} />
        {secret !== null && <MadeSecret value={secret} onDone={() => setSecret(null)} />}
        {webhooks.isPending && <SkeletonRows rows={2} label="Loading webhooks" />}
        {webhooks.isError && (
          <ErrorState title="The webhooks could not be loaded" error={webhooks.error} onRetry={() => void webhooks.refetch()} />
        )}
        {webhooks.data && webhooks.data.items.length === 0 && <p className="text-body text-soft">Nothing is sent yet.</p>}
        {webhooks.data && webhooks.data.items.length > 0 && (
          <ul aria-label="Webhooks" className="divide-y border-y">
            {webhooks.data.items.map((webhook) => (
              <WebhookItem key={webhook.id} webhook={webhook} />
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}

function AddWebhook({ projectId, onMade }: { projectId: string; onMade: (secret: string) => void }) {
  const id = useId();
  const [url, setUrl] = useState("");
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhookEvent.options);
  const create = useEndpointMutation("createWebhook", { refresh: ["listWebhooks"] });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(
      { params: { projectId }, body: { url, events: [...events] } },
      {
        onSuccess: ({ secret }) => {
          setUrl("");
          onMade(secret);
        },
      },
    );
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field label="Address">
        {(control) => (
          <Input
            {...control}
            type="url"
            required
            maxLength={2000}
            placeholder="https://example.org/redline"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        )}
      </Field>
      <fieldset className="grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
        <legend className="mb-1 text-small font-medium">Send when</legend>
        {webhookEvent.options.map((event) => (
          <label key={event} htmlFor={`${id}-${event}`} className="flex items-center gap-2 text-body">
            <Checkbox
              id={`${id}-${event}`}
              checked={events.includes(event)}
              onCheckedChange={(checked) =>
                setEvents(webhookEvent.options.filter((one) => (one === event ? checked === true : events.includes(one))))
              }
            />
            {words[event]}
          </label>
        ))}
      </fieldset>
      {create.isError && <FieldError>{create.error.message}</FieldError>}
      <Button type="submit" busy={create.isPending} disabled={url.trim() === "" || events.length === 0} className="self-start">
        Add webhook
      </Button>
    </form>
  );
}

function MadeSecret({ value, onDone }: { value: string; onDone: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      toast.success("Copied.");
    } catch {
      toast.error("The browser does not allow copying here. Select the secret and copy it.");
    }
  };
  return (
    <div role="status" className="flex flex-col gap-3 rounded-control bg-inserted-soft p-4">
      <p className="text-small text-inserted">Its signing secret. Copy it now: it is not shown again.</p>
      <code className="rounded-mark border bg-card px-2 py-1.5 font-mono text-small break-all select-all">{value}</code>
      <div className="flex gap-2">
        <Button size="small" onClick={copy}>
          Copy
        </Button>
        <Button size="small" variant="quiet" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}

const states = { delivered: "good", pending: "caution", failed: "bad" } as const;

function stateOf({ active, last }: Webhook) {
  if (!active) return <Badge tone="quiet">paused</Badge>;
  return last === null ? <Badge>nothing sent yet</Badge> : <Badge tone={states[last.status]}>last: {last.status}</Badge>;
}

function WebhookItem({ webhook }: { webhook: Webhook }) {
  const { id: webhookId, url, events, active } = webhook;
  const [open, setOpen] = useState(false);
  const params = { webhookId };
  const update = useEndpointMutation("updateWebhook", { refresh: ["listWebhooks"] });
  const remove = useEndpointMutation("deleteWebhook", { refresh: ["listWebhooks"] });
  const ping = useEndpointMutation("pingWebhook", { refresh: ["listWebhooks", "listWebhookDeliveries"] });
  const onError = (error: Error) => toast.error(error.message);
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-48 grow basis-48">
          <p className="font-mono text-small wrap-anywhere">{url}</p>
          <p className="text-small text-soft">{events.map((event) => words[event].toLowerCase()).join(" · ")}</p>
        </div>
        {stateOf(webhook)}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)} aria-label={`Deliveries to ${url}`}>
          {open ? "Hide deliveries" : "Deliveries"}
        </Button>
        <Button
          size="small"
          busy={ping.isPending}
          disabled={!active}
          onClick={() => ping.mutate({ params }, { onSuccess: () => setOpen(true), onError })}
          aria-label={`Send a test to ${url}`}
        >
          Send a test
        </Button>
        <Button
          size="small"
          busy={update.isPending}
          onClick={() => update.mutate({ params, body: { active: !active } }, { onError })}
          aria-label={`${active ? "Pause" : "Resume"} ${url}`}
        >
          {active ? "Pause" : "Resume"}
        </Button>
        <Button
          size="small"
          variant="danger"
          busy={remove.isPending}
          onClick={() => remove.mutate({ params }, { onSuccess: () => toast.success("The webhook is deleted."), onError })}
          aria-label={`Delete ${url}`}
        >
          Delete
        </Button>
      </div>
      {open && <WebhookLog webhookId={webhookId} />}
    </li>
  );
}
