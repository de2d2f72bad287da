"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { type LinkHolder, linkHolderQuery, redeemLink } from "@/lib/client/account";
import { AccountCard } from "./account-card";

const descriptions: Record<LinkHolder["purpose"], (holder: LinkHolder) => string> = {
  "first-admin": () => "You are the first administrator of this installation. Enter your details and choose a password.",
  invitation: (holder) => `You are invited as ${holder.email}. Choose a password to begin.`,
  reset: (holder) => `A new password for ${holder.email}.`,
};

/** The target of a one-time link: chooses a password and signs in. */
export function SetPasswordPage({ token }: { token: string }) {
  const holder = useQuery({ ...linkHolderQuery(token), enabled: token !== "" });
  if (token === "" || holder.error) {
    return (
      <AccountCard title="Set a password">
        <ErrorState
          title="This link does not work"
          error={holder.error ?? new Error("The link is incomplete: copy all of it.")}
          {...(holder.error && { onRetry: () => void holder.refetch() })}
        />
        <Button asChild variant="link" className="mt-4">
          <Link href="/sign-in">Sign in</Link>
        </Button>
      </AccountCard>
    );
  }
  if (!holder.data) {
    return (
      <AccountCard title="Set a password">
        <div role="status" aria-label="Loading the link" className="flex flex-col gap-4">
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-10 w-full" />
        </div>
      </AccountCard>
    );
  }
  return (
    <AccountCard title="Set a password" description={descriptions[holder.data.purpose](holder.data)}>
      <PasswordForm token={token} holder={holder.data} />
    </AccountCard>
  );
}

function PasswordForm({ token, holder }: { token: string; holder: LinkHolder }) {
  const first = holder.purpose === "first-admin";
  const [name, setName] = useState(first ? "" : holder.name);
  const [email, setEmail] = useState(first ? "" : holder.email);
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      const who = { ...(holder.purpose !== "reset" && { name: name.trim() }), ...(first && { email: email.trim() }) };
      const { codeNeeded } = await redeemLink({ token, password, ...who });
      window.location.assign(codeNeeded ? "/sign-in?code" : "/");
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "The password could not be set.");
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {holder.purpose !== "reset" && (
        <Field label="Name" required>
          {(control) => <Input {...control} autoComplete="name" value={name} onChange={(event) => setName(event.target.value)} />}
        </Field>
      )}
      <Field label="E-mail" required={first}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="username"
            readOnly={!first}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Field label="Password" hint="At least 10 characters." required>
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="new-password"
            minLength={10}
            maxLength={128}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      {problem && <FieldError>{problem}</FieldError>}
      <Button type="submit" variant="primary" size="large" busy={busy}>
        Set the password and sign in
      </Button>
    </form>
  );
}
