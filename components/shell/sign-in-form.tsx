"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { signIn } from "@/lib/client/account";
import { goToSignOn, type SignInWays, signInWaysQuery } from "@/lib/client/account-security";
import { ApiError } from "@/lib/client/api-error";
import { CodeForm } from "./code-form";
import { PasskeySignIn } from "./passkey-sign-in";

interface SignInFormProps {
  /** Set when signing in again, which asks only for the password. */
  email?: string;
  /** Where known already; else they are asked for. */
  ways?: SignInWays;
  /** Where single sign-on leads back to; null: the page stays as it is, and single sign-on opens beside it. */
  next: string | null;
  /** Whether the password was right already and a code is asked for. */
  atCode?: boolean;
  onSignedIn: () => void | Promise<void>;
}

/** The sign-in form: e-mail and password, then a code where the account asks for one; and the organisation's sign-in. */
export function SignInForm({ email, ways: known, next, atCode = false, onSignedIn }: SignInFormProps) {
  const asked = useQuery({ ...signInWaysQuery(), ...(known && { initialData: known }) });
  const ways = asked.data ?? { password: true, passkey: "off" as const, singleSignOn: null };
  const [code, setCode] = useState(atCode);
  if (code) return <CodeForm onSignedIn={onSignedIn} />;
  return (
    <div className="flex flex-col gap-5">
      {ways.singleSignOn !== null && <SignOnButton name={ways.singleSignOn} only={!ways.password} next={next} />}
      {ways.singleSignOn !== null && ways.password && (
        <p className="flex items-center gap-3 text-small text-soft before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
          or with a password
        </p>
      )}
      {ways.password && (
        <PasswordForm email={email} main={ways.singleSignOn === null} onSignedIn={onSignedIn} onCodeNeeded={() => setCode(true)} />
      )}
      {ways.passkey !== "off" && <PasskeySignIn passwordToo={ways.passkey === "with-password"} onSignedIn={onSignedIn} />}
    </div>
  );
}

function SignOnButton({ name, only, next }: { name: string; only: boolean; next: string | null }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const label = `Sign in with ${name}`;
  if (next === null) {
    return (
      <Button asChild variant={only ? "primary" : "secondary"} size="large">
        <a href="/sign-in" target="_blank" rel="noreferrer">
          {label}
        </a>
      </Button>
    );
  }
  const go = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await goToSignOn(next);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "Single sign-on did not work.");
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-col gap-2">
      <Button variant="primary" size="large" busy={busy} onClick={go}>
        {label}
      </Button>
      {problem && <FieldError>{problem}</FieldError>}
    </div>
  );
}

interface PasswordFormProps {
  email: string | undefined;
  /** Whether this is the page's main way in. */
  main: boolean;
  onSignedIn: () => void | Promise<void>;
  onCodeNeeded: () => void;
}

function PasswordForm({ email: known, main, onSignedIn, onCodeNeeded }: PasswordFormProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const field = (name: string) => String(given.get(name) ?? "");
    setBusy(true);
    setProblem(null);
    try {
      const { codeNeeded } = await signIn({ email: field("email").trim(), password: field("password") });
      if (codeNeeded) onCodeNeeded();
      else await onSignedIn();
    } catch (error) {
      setProblem(problemWords(error));
      setBusy(false);
    }
  };
  // The fields keep what is typed or filled in before the page has loaded, and a form sent that early puts no password into an address.
  return (
    <form method="post" onSubmit={submit} className="flex flex-col gap-4">
      <Field label="E-mail">
        {(control) => (
          <Input
            {...control}
            type="email"
            name="email"
            autoComplete="username"
            required
            readOnly={known !== undefined}
            defaultValue={known}
          />
        )}
      </Field>
      <Field label="Password">
        {(control) => <Input {...control} type="password" name="password" autoComplete="current-password" required />}
      </Field>
      {problem && <FieldError>{problem}</FieldError>}
      <Button type="submit" variant={main ? "primary" : "secondary"} size="large" busy={busy}>
        Sign in
      </Button>
    </form>
  );
}

function problemWords(error: unknown): string {
  if (!(error instanceof ApiError)) return "Signing in failed.";
  if (error.status === 401) return "E-mail or password is wrong.";
  if (error.status === 429) return "Too many attempts. Wait five minutes and try again.";
  return error.message;
}
