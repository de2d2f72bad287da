"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { confirmCode } from "@/lib/client/account-security";
import { ApiError } from "@/lib/client/api-error";

/** The second step of signing in: a code of the authenticator app, or one of the backup codes. */
export function CodeForm({ onSignedIn }: { onSignedIn: () => void | Promise<void> }) {
  const [backup, setBackup] = useState(false);
  const [code, setCode] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      await confirmCode({ code: code.trim(), backup });
      await onSignedIn();
    } catch (error) {
      setProblem(problemWords(error));
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field key={String(backup)} label={backup ? "Backup code" : "Code of your authenticator app"}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            required
            autoComplete="one-time-code"
            inputMode={backup ? "text" : "numeric"}
            maxLength={20}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
      {problem && <FieldError>{problem}</FieldError>}
      <Button type="submit" variant="primary" size="large" busy={busy}>
        Sign in
      </Button>
      <Button
        type="button"
        variant="link"
        className="self-start"
        onClick={() => {
          setBackup(!backup);
          setCode("");
          setProblem(null);
        }}
      >
        {backup ? "Use a code of the app" : "Use a backup code"}
      </Button>
    </form>
  );
}

function problemWords(error: unknown): string {
  if (!(error instanceof ApiError)) return "Signing in failed.";
  const reason = error.details?.reason;
  if (reason === "INVALID_TWO_FACTOR_COOKIE") return "This took too long. Load the page again and begin with the password.";
  if (reason === "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE") return "Too many wrong codes. Load the page again and begin with the password.";
  if (error.status === 429) return "Too many wrong codes. Wait a quarter of an hour and try again.";
  if (error.status === 401) return "This code is wrong, or was used before.";
  return error.message;
}
