"use client";

import { useQueryClient } from "@tanstack/react-query";
import { FieldError } from "@/components/ui/field";
import type { SignInWays } from "@/lib/client/account-security";
import { request } from "@/lib/client/request";
import { signOnWords } from "@/lib/domain/sign-on-problems";
import { AccountCard } from "./account-card";
import { safeNext, startPage } from "./project-pages";
import { SignInForm } from "./sign-in-form";

interface SignInPageProps {
  next: string | null;
  ways: SignInWays;
  /** Why single sign-on has just failed. */
  problem: string | null;
  /** Whether the password was right already and a code is asked for. */
  atCode: boolean;
}

/** Signs in, then opens the requested page or the start page. */
export function SignInPage({ next, ways, problem, atCode }: SignInPageProps) {
  const client = useQueryClient();
  const goOn = async () => {
    client.clear();
    const target = safeNext(next) ?? startPage((await request("listProjects", {})).items);
    // A full page load, so nothing of the previous user's stays in memory.
    window.location.assign(target);
  };
  return (
    <AccountCard title="Sign in" description="A judge drafts, people redline, researchers see how far they agree.">
      {problem !== null && (
        <div className="mb-5">
          <FieldError>{signOnWords(problem)}</FieldError>
        </div>
      )}
      <SignInForm ways={ways} atCode={atCode} next={safeNext(next) ?? "/"} onSignedIn={goOn} />
      {ways.password && (
        <p className="mt-6 text-small text-soft">
          No account, or forgot your password? An administrator of your project can give you a link to set one.
        </p>
      )}
    </AccountCard>
  );
}
