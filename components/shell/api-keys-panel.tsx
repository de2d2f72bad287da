"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { SkeletonRows } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { apiKeysQuery, createApiKey, type ListedApiKey, revokeApiKey } from "@/lib/client/account";

const lifetimes = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "a year" },
  { value: "never", label: "no end" },
] as const;

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });

/** Keys for scripts: made, listed, revoked. A key is shown once. */
export function ApiKeysPanel() {
  const keys = useQuery(apiKeysQuery());
  const [made, setMade] = useState<string | null>(null);
  return (
    <Panel
      title="API keys"
      description={
        <>
          For scripts against the{" "}
          <a href="/docs/api" className="text-accent underline underline-offset-3">
            HTTP interface
          </a>
          . A key can do what you can do.
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <CreateKey onMade={setMade} />
        {made && <MadeKey value={made} onDone={() => setMade(null)} />}
        {keys.error ? (
          <ErrorState title="The keys could not be loaded" error={keys.error} onRetry={() => keys.refetch()} />
        ) : keys.data ? (
          <KeyList keys={keys.data} />
        ) : (
          <SkeletonRows rows={2} label="Loading your keys" />
        )}
      </div>
    </Panel>
  );
}

function CreateKey({ onMade }: { onMade: (key: string) => void }) {
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [days, setDays] = useState<(typeof lifetimes)[number]["value"]>("90");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      const { key } = await createApiKey({ name: name.trim(), expiresInDays: days === "never" ? null : Number(days) });
      setName("");
      onMade(key);
      await client.invalidateQueries({ queryKey: apiKeysQuery().queryKey });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "The key could not be made.");
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <Field label="What it is for" className="min-w-48 grow">
          {(control) => (
            <Input
              {...control}
              required
              maxLength={32}
              placeholder="nightly export"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label="Good for" className="w-32">
          {({ required: _required, ...control }) => <Select {...control} value={days} onValueChange={setDays} options={lifetimes} />}
        </Field>
        <Button type="submit" busy={busy} disabled={name.trim() === ""} className="h-9">
          Make a key
        </Button>
      </div>
      {problem && <FieldError>{problem}</FieldError>}
    </form>
  );
}

function MadeKey({ value, onDone }: { value: string; onDone: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      toast.success("Copied.");
    } catch {
      toast.error("The browser does not allow copying here. Select the key and copy it.");
    }
  };
  return (
    <div role="status" className="flex flex-col gap-3 rounded-control bg-inserted-soft p-4">
      <p className="text-small text-inserted">Copy it now: it is not shown again.</p>
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

function KeyList({ keys }: { keys: ListedApiKey[] }) {
  const client = useQueryClient();
  const revoke = async (key: ListedApiKey) => {
    try {
      await revokeApiKey(key.id);
      await client.invalidateQueries({ queryKey: apiKeysQuery().queryKey });
      toast.success("The key is revoked.");
    } catch (error) {
      toast.error(error instanceof Error ? error.message : "The key could not be revoked.");
    }
  };
  if (keys.length === 0) return <p className="text-body text-soft">You have no keys.</p>;
  return (
    <ul className="divide-y border-y">
      {keys.map((key) => (
        <li key={key.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
          <span className="min-w-40 grow font-medium">{key.name ?? "unnamed"}</span>
          <code className="font-mono text-label text-soft">{key.start}…</code>
          <span className="text-small text-soft">{key.expiresAt ? `until ${day.format(new Date(key.expiresAt))}` : "no end"}</span>
          <span className="text-small text-soft">{key.lastRequest ? `used ${day.format(new Date(key.lastRequest))}` : "never used"}</span>
          <Button size="small" variant="danger" onClick={() => void revoke(key)} aria-label={`Revoke ${key.name ?? "the key"}`}>
            Revoke
          </Button>
        </li>
      ))}
    </ul>
  );
}
