"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTheme } from "next-themes";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PageBody, PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { SkeletonRows } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { changeName, changePassword, sessionQuery } from "@/lib/client/account";
import { endpointKey } from "@/lib/client/endpoint-query";
import { ApiKeysPanel } from "./api-keys-panel";
import { themes } from "./themes";

/** The person's own page: name, password, theme, API keys. */
export function ProfilePage() {
  const session = useQuery(sessionQuery());
  return (
    <PageBody className="max-w-3xl">
      <PageHeader title="Profile" description={session.data?.user.email} />
      {session.error ? (
        <ErrorState error={session.error} onRetry={() => session.refetch()} />
      ) : session.data ? (
        <div className="flex flex-col gap-6">
          <NamePanel name={session.data.user.name} />
          <ThemePanel />
          <PasswordPanel email={session.data.user.email} />
          <ApiKeysPanel />
        </div>
      ) : (
        <SkeletonRows label="Loading your profile" />
      )}
    </PageBody>
  );
}

/** Runs a form's request and tracks its error and pending state. */
function useSubmit(work: () => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "It could not be saved.");
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, submit };
}

function NamePanel({ name: saved }: { name: string }) {
  const [name, setName] = useState(saved);
  const client = useQueryClient();
  const { busy, problem, submit } = useSubmit(async () => {
    await changeName(name.trim());
    await client.invalidateQueries({ queryKey: sessionQuery().queryKey });
    toast.success("Name saved.");
  });
  return (
    <Panel title="Name">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <Field label="Name" hideLabel error={problem} className="min-w-52 grow">
          {(control) => <Input {...control} autoComplete="name" required value={name} onChange={(event) => setName(event.target.value)} />}
        </Field>
        <Button type="submit" busy={busy} disabled={name.trim() === "" || name.trim() === saved} className="h-9">
          Save the name
        </Button>
      </form>
    </Panel>
  );
}

function ThemePanel() {
  const { theme, setTheme } = useTheme();
  return (
    <Panel title="Theme">
      <Select
        aria-label="Theme"
        className="sm:w-60"
        value={themes.find((option) => option.value === theme)?.value ?? "system"}
        onValueChange={setTheme}
        options={themes}
      />
    </Panel>
  );
}

function PasswordPanel({ email }: { email: string }) {
  const [currentPassword, setCurrent] = useState("");
  const [newPassword, setNew] = useState("");
  const client = useQueryClient();
  const { busy, problem, submit } = useSubmit(async () => {
    await changePassword({ currentPassword, newPassword });
    setCurrent("");
    setNew("");
    await client.invalidateQueries({ queryKey: endpointKey("listApiKeys") });
    toast.success("Password changed. Other devices are signed out and all API keys have ended.");
  });
  return (
    <Panel title="Password" description="Changing it signs out all other devices and ends all API keys.">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Current password">
            {(control) => (
              <Input
                {...control}
                type="password"
                autoComplete="current-password"
                required
                value={currentPassword}
                onChange={(event) => setCurrent(event.target.value)}
              />
            )}
          </Field>
          <Field label="New password" hint="At least 10 characters.">
            {(control) => (
              <Input
                {...control}
                type="password"
                autoComplete="new-password"
                required
                minLength={10}
                maxLength={128}
                value={newPassword}
                onChange={(event) => setNew(event.target.value)}
              />
            )}
          </Field>
        </div>
        {problem && <FieldError>{problem}</FieldError>}
        <Button type="submit" busy={busy} className="self-start">
          Change the password
        </Button>
      </form>
    </Panel>
  );
}
