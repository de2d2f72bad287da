"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTheme } from "next-themes";
import { useState } from "react";
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
import { signInWaysQuery } from "@/lib/client/account-security";
import { endpointKey } from "@/lib/client/endpoint-query";
import { ApiKeysPanel } from "./api-keys-panel";
import { PasskeysPanel } from "./passkeys-panel";
import { SessionsPanel } from "./sessions-panel";
import { SignOnPanel } from "./sign-on-panel";
import { themes } from "./themes";
import { TwoFactorPanel } from "./two-factor-panel";
import { useSubmit } from "./use-submit";

/** The person's own page: name, theme, ways to sign in, where they are signed in, API keys. */
export function ProfilePage() {
  const session = useQuery(sessionQuery());
  const ways = useQuery(signInWaysQuery());
  return (
    <PageBody className="max-w-3xl">
      <PageHeader title="Profile" description={session.data?.user.email} />
      {session.error ? (
        <ErrorState error={session.error} onRetry={() => session.refetch()} />
      ) : session.data ? (
        <div className="flex flex-col gap-6">
          <NamePanel name={session.data.user.name} />
          <ThemePanel />
          {ways.data?.password !== false && <PasswordPanel email={session.data.user.email} />}
          <SignOnPanel />
          {ways.data?.password !== false && <TwoFactorPanel on={session.data.user.asksForCode} />}
          {ways.data !== undefined && ways.data.passkey !== "off" && <PasskeysPanel passwordToo={ways.data.passkey === "with-password"} />}
          <SessionsPanel currentId={session.data.sessionId} />
          <ApiKeysPanel />
        </div>
      ) : (
        <SkeletonRows label="Loading your profile" />
      )}
    </PageBody>
  );
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
