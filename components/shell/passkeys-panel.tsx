"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Moment } from "@/components/ui/moment";
import { Panel } from "@/components/ui/panel";
import { SkeletonRows } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { addPasskey, type Passkey, passkeyObstacle, passkeysQuery, removePasskey, renamePasskey } from "@/lib/client/passkeys";
import { useSubmit } from "./use-submit";

const unnamed = "Passkey";

/** The person's passkeys: adding one, naming it, removing it. `passwordToo`: signing in with one asks for the password as well. */
export function PasskeysPanel({ passwordToo }: { passwordToo: boolean }) {
  const passkeys = useQuery(passkeysQuery());
  const obstacle = passkeyObstacle();
  const description = passwordToo
    ? "Sign in with your password and a finger, a face or a security key."
    : "Sign in with a finger, a face or a security key instead of a password.";
  return (
    <Panel title="Passkeys" description={description}>
      <div className="flex flex-col gap-5">
        {passkeys.error ? (
          <ErrorState title="The passkeys could not be loaded" error={passkeys.error} onRetry={() => passkeys.refetch()} />
        ) : passkeys.data === undefined ? (
          <SkeletonRows rows={1} label="Loading your passkeys" />
        ) : (
          passkeys.data.length > 0 && (
            <ul className="divide-y border-y">
              {passkeys.data
                .toSorted((a, b) => (a.createdAt ?? "").localeCompare(b.createdAt ?? ""))
                .map((passkey) => (
                  <PasskeyRow key={passkey.id} passkey={passkey} />
                ))}
            </ul>
          )
        )}
        {obstacle === null ? <AddPasskey /> : <p className="text-small text-soft">{obstacle}</p>}
      </div>
    </Panel>
  );
}

function AddPasskey() {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const client = useQueryClient();
  const { busy, problem, submit } = useSubmit(async () => {
    await addPasskey({ name: name.trim(), password });
    setName("");
    setPassword("");
    await client.invalidateQueries({ queryKey: passkeysQuery().queryKey });
    toast.success("You can sign in with this passkey now.");
  });
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name of the new passkey" hint="Where it is kept, such as “Work laptop”.">
          {(control) => (
            <Input
              {...control}
              required
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.target.value)}
              autoComplete="off"
            />
          )}
        </Field>
        <Field label="Your password" hint="So that nobody else adds one here.">
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
      </div>
      {problem && <FieldError>{problem}</FieldError>}
      <Button type="submit" busy={busy} className="self-start">
        Add a passkey
      </Button>
    </form>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const client = useQueryClient();
  const [naming, setNaming] = useState<string | null>(null);
  const settled = {
    onSuccess: () => client.invalidateQueries({ queryKey: passkeysQuery().queryKey }),
    onError: (error: Error) => toast.error(error.message),
  };
  const remove = useMutation({ mutationFn: removePasskey, ...settled });
  const rename = useMutation({
    mutationFn: renamePasskey,
    onError: settled.onError,
    onSuccess: async () => {
      await settled.onSuccess();
      setNaming(null);
    },
  });
  const name = passkey.name ?? unnamed;
  if (naming !== null) {
    return (
      <li className="py-2.5">
        <form
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            rename.mutate({ id: passkey.id, name: naming.trim() });
          }}
        >
          <Field label={`New name of ${name}`} hideLabel className="min-w-44 grow">
            {(control) => (
              <Input {...control} autoFocus required maxLength={100} value={naming} onChange={(event) => setNaming(event.target.value)} />
            )}
          </Field>
          <Button type="submit" busy={rename.isPending} disabled={naming.trim() === ""} className="h-9">
            Save the name
          </Button>
          <Button type="button" variant="quiet" className="h-9" onClick={() => setNaming(null)}>
            Cancel
          </Button>
        </form>
      </li>
    );
  }
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-40 grow">
        <p className="font-medium wrap-anywhere">{name}</p>
        {passkey.createdAt && (
          <p className="text-small text-soft">
            added <Moment at={passkey.createdAt} />
          </p>
        )}
      </div>
      <div className="flex gap-2">
        <Button size="small" variant="quiet" onClick={() => setNaming(passkey.name ?? "")} aria-label={`Rename ${name}`}>
          Rename
        </Button>
        <Button size="small" variant="danger" busy={remove.isPending} onClick={() => remove.mutate(passkey)} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      </div>
    </li>
  );
}
