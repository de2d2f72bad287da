"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { connectSignOn, identitiesQuery, signInWaysQuery } from "@/lib/client/account-security";
import { signOnWords } from "@/lib/domain/sign-on-problems";
import { useSubmit } from "./use-submit";

/** Whether the account is connected to the organisation's sign-in; nothing where there is none. */
export function SignOnPanel() {
  const ways = useQuery(signInWaysQuery());
  const name = ways.data?.singleSignOn ?? null;
  const identities = useQuery({ ...identitiesQuery(), enabled: name !== null });
  // Not by nuqs, whose adapter the pages of projects alone have.
  const failed = useSearchParams().get("error");
  const { busy, problem, submit } = useSubmit(connectSignOn);
  if (name === null || !identities.data) return null;
  const connected = identities.data.some(({ providerId }) => providerId === "sso");
  const trouble = problem ?? (failed === null || connected ? null : signOnWords(failed));
  return (
    <Panel title="Single sign-on" description={connected ? undefined : `After connecting it once, you can sign in with ${name}.`}>
      {connected ? (
        <p className="text-body">You can sign in with {name}.</p>
      ) : (
        <form onSubmit={submit} className="flex flex-col gap-3">
          {trouble && <FieldError>{trouble}</FieldError>}
          <Button type="submit" busy={busy} className="self-start">
            Connect {name}
          </Button>
        </form>
      )}
    </Panel>
  );
}
