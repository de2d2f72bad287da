"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { signIn } from "@/lib/client/account";
import { ApiError } from "@/lib/client/api-error";

interface SignInFormProps {
  /** Set when signing in again, which asks only for the password. */
  email?: string;
  onSignedIn: () => void | Promise<void>;
}

/** The sign-in form: e-mail and password. */
export function SignInForm({ email: known, onSignedIn }: SignInFormProps) {
  const [email, setEmail] = useState(known ?? "");
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      await signIn({ email: email.trim(), password });
      await onSignedIn();
    } catch (error) {
      setProblem(problemWords(error));
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label="E-mail">
        {(control) => (
          <Input
            {...control}
            type="email"
            name="email"
            autoComplete="username"
            required
            readOnly={known !== undefined}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Field label="Password">
        {(control) => (
          <Input
            {...control}
            type="password"
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      {problem && <FieldError>{problem}</FieldError>}
      <Button type="submit" variant="primary" size="large" busy={busy}>
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
