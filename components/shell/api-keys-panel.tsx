"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ErrorState } from "@/components/ui/error-state";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { SkeletonRows } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import { type KeyScope, keyScope } from "@/lib/domain/api-key";
import { ApiKeyList } from "./api-key-list";

const lifetimes = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "a year" },
  { value: "never", label: "no end" },
] as const;

const scopeWords: Record<KeyScope, string> = {
  read: "Read: see what you see",
  annotate: "Annotate: take, save and submit samples",
  write: "Write: change everything else that you may change",
};

/** Creates, lists and revokes API keys. A key is shown only once. */
export function ApiKeysPanel() {
  const keys = useQuery(endpointQuery("listApiKeys", {}));
  const [made, setMade] = useState<string | null>(null);
  return (
    <Panel
      title="API keys"
      description={
        <>
          For scripts against the{" "}
          <a href="/docs/api" className="text-accent underline underline-offset-3">
            HTTP API
          </a>
          . A key acts as you, within its scopes. Setting a new password ends all of them.
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <CreateKey onMade={setMade} />
        {made && <MadeKey value={made} onDone={() => setMade(null)} />}
        {keys.error ? (
          <ErrorState title="The keys could not be loaded" error={keys.error} onRetry={() => keys.refetch()} />
        ) : keys.data ? (
          keys.data.items.length === 0 ? (
            <p className="text-body text-soft">You have no keys.</p>
          ) : (
            <ApiKeyList keys={keys.data.items} />
          )
        ) : (
          <SkeletonRows rows={2} label="Loading your keys" />
        )}
      </div>
    </Panel>
  );
}

function CreateKey({ onMade }: { onMade: (key: string) => void }) {
  const [name, setName] = useState("");
  const [days, setDays] = useState<(typeof lifetimes)[number]["value"]>("90");
  const [scopes, setScopes] = useState<readonly KeyScope[]>(["read"]);
  const create = useEndpointMutation("createApiKey", { refresh: ["listApiKeys"] });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { name, scopes: [...scopes], expiresInDays: days === "never" ? null : Number(days) };
    create.mutate(
      { body },
      {
        onSuccess: ({ key }) => {
          setName("");
          onMade(key);
        },
      },
    );
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <Field label="What it is for" className="min-w-48 grow">
          {(control) => (
            <Input
              {...control}
              required
              maxLength={100}
              placeholder="nightly export"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label="Good for" className="w-32">
          {({ required: _required, ...control }) => <Select {...control} value={days} onValueChange={setDays} options={lifetimes} />}
        </Field>
        <Button type="submit" busy={create.isPending} disabled={name.trim() === "" || scopes.length === 0} className="h-9">
          Create key
        </Button>
      </div>
      <ScopeBoxes scopes={scopes} onChange={setScopes} />
      {create.isError && <FieldError>{create.error.message}</FieldError>}
    </form>
  );
}

function ScopeBoxes({ scopes, onChange }: { scopes: readonly KeyScope[]; onChange: (scopes: readonly KeyScope[]) => void }) {
  const id = useId();
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 text-small font-medium">What it may do</legend>
      {keyScope.options.map((scope) => (
        <label key={scope} htmlFor={`${id}-${scope}`} className="flex items-center gap-2 text-body">
          <Checkbox
            id={`${id}-${scope}`}
            checked={scopes.includes(scope)}
            onCheckedChange={(checked) =>
              onChange(keyScope.options.filter((one) => (one === scope ? checked === true : scopes.includes(one))))
            }
          />
          {scopeWords[scope]}
        </label>
      ))}
    </fieldset>
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
