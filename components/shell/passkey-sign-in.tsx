"use client";

import { useState, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { askForPasskey, type PasskeyAnswer, passkeyObstacle, signInWithPasskey } from "@/lib/client/passkeys";
import { useSubmit } from "./use-submit";

interface PasskeySignInProps {
  /** Whether the installation asks for the password as well. */
  passwordToo: boolean;
  onSignedIn: () => void | Promise<void>;
}

const never = () => () => undefined;

/** Signs in with a passkey, then with the password where the installation asks for both; nothing where the browser can use none. */
export function PasskeySignIn({ passwordToo, onSignedIn }: PasskeySignInProps) {
  const usable = useSyncExternalStore(
    never,
    () => passkeyObstacle() === null,
    () => false,
  );
  const [answer, setAnswer] = useState<PasskeyAnswer | null>(null);
  const [password, setPassword] = useState("");
  const begin = useSubmit(async () => {
    const given = await askForPasskey();
    if (passwordToo) return setAnswer(given);
    await signInWithPasskey(given);
    await onSignedIn();
  });
  const finish = useSubmit(async () => {
    if (answer === null) return;
    await signInWithPasskey(answer, password);
    await onSignedIn();
  });
  if (!usable) return null;
  if (answer !== null) {
    return (
      <form onSubmit={finish.submit} className="flex flex-col gap-4">
        <Field label="Your password, too">
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="current-password"
              autoFocus
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        {finish.problem && <FieldError>{finish.problem}</FieldError>}
        <Button type="submit" variant="primary" size="large" busy={finish.busy}>
          Sign in
        </Button>
        <Button type="button" variant="quiet" onClick={() => setAnswer(null)}>
          Begin again
        </Button>
      </form>
    );
  }
  return (
    <form onSubmit={begin.submit} className="flex flex-col gap-2">
      <Button type="submit" size="large" busy={begin.busy}>
        Sign in with a passkey
      </Button>
      {begin.problem && <FieldError>{begin.problem}</FieldError>}
    </form>
  );
}
